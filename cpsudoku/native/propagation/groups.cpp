#include "propagation/groups.hpp"

#include <algorithm>
#include <bit>

namespace cpsudoku::backtrack {

namespace {

bool several(Mask mask) { return (mask & (mask - 1)) != 0; }

Mask lowest(Mask mask) { return mask & (~mask + 1); }

// The first variable of each cell.
std::vector<Variable> first_variables(std::span<const Mask> masks) {
  std::vector<Variable> first(masks.size());
  Variable next = 1;
  for (std::size_t cell = 0; cell < masks.size(); ++cell) {
    first[cell] = next;
    if (several(masks[cell])) next += std::popcount(masks[cell]);
  }
  return first;
}

Variable variable(Variable first, Mask mask, Mask digit) {
  return first + std::popcount(mask & (digit - 1));
}

// Writes for a list of cells and each digit the variables of the digit's places among them.
class PlaceWriter {
 public:
  explicit PlaceWriter(std::span<const Mask> masks)
      : masks_(masks), first_(first_variables(masks)) {}

  void write(std::span<const Cell> cells, VariableLists& lists) {
    Mask left = 0;
    for (const Cell cell : cells) {
      if (several(masks_[cell])) left |= masks_[cell];
    }
    for (; left; left &= left - 1) {
      const Mask digit = lowest(left);
      const std::size_t begin = lists.items.size();
      for (const Cell cell : cells) {
        const Mask mask = masks_[cell];
        if ((mask & digit) && several(mask)) {
          lists.items.push_back(variable(first_[cell], mask, digit));
        }
      }
      if (lists.items.size() - begin > 1) {
        std::sort(lists.items.begin() + static_cast<std::ptrdiff_t>(begin), lists.items.end());
        lists.close();
      } else {
        lists.items.resize(begin);
      }
    }
  }

 private:
  std::span<const Mask> masks_;
  std::vector<Variable> first_;
};

// The lists in ascending order, each once.
VariableLists distinct(const VariableLists& lists) {
  std::vector<std::size_t> order(lists.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto less = [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(lists[a], lists[b]);
  };
  const auto same = [&](std::size_t a, std::size_t b) {
    return std::ranges::equal(lists[a], lists[b]);
  };
  std::ranges::sort(order, less);
  const auto repeated = std::ranges::unique(order, same);
  order.erase(repeated.begin(), repeated.end());
  VariableLists result;
  result.items.reserve(lists.items.size());
  result.ends.reserve(order.size());
  for (const std::size_t i : order) {
    result.items.insert(result.items.end(), lists[i].begin(), lists[i].end());
    result.close();
  }
  return result;
}

}  // namespace

Grouping::Grouping(const Layout& layout, const std::vector<std::vector<Cell>>& groups)
    : layout_(&layout) {
  std::vector<std::vector<Cell>> others;
  for (const auto& group : groups) {
    if (group.size() != static_cast<std::size_t>(layout.digits)) others.push_back(group);
  }
  others_ = Lists(others);
}

std::vector<Variable> Grouping::candidates(std::span<const Mask> masks) const {
  std::vector<Variable> result;
  for (std::size_t cell = 0; cell < masks.size(); ++cell) {
    if (!several(masks[cell])) continue;
    const auto base = static_cast<Variable>(cell) * layout_->digits + 1;
    for (Mask mask = masks[cell]; mask; mask &= mask - 1) {
      result.push_back(base + std::countr_zero(mask));
    }
  }
  return result;
}

VariableLists Grouping::exactly_one(std::span<const Mask> masks) const {
  VariableLists lists;
  Variable next = 1;
  for (const Mask mask : masks) {
    if (!several(mask)) continue;
    for (int i = std::popcount(mask); i > 0; --i) lists.items.push_back(next++);
    lists.close();
  }
  PlaceWriter writer(masks);
  for (std::size_t house = 0; house < layout_->houses.size(); ++house) {
    writer.write(layout_->houses[house], lists);
  }
  return distinct(lists);
}

VariableLists Grouping::at_most_one(std::span<const Mask> masks) const {
  VariableLists lists;
  PlaceWriter writer(masks);
  for (std::size_t group = 0; group < others_.size(); ++group) {
    writer.write(others_[group], lists);
  }
  return distinct(lists);
}

std::vector<std::pair<Variable, Variable>> Grouping::pairs(std::span<const Mask> masks) const {
  const auto first = first_variables(masks);
  std::vector<std::pair<Variable, Variable>> result;
  for (Cell cell = 0; cell < masks.size(); ++cell) {
    const Mask mask = masks[cell];
    if (!several(mask)) continue;
    const Variable end = first[cell] + std::popcount(mask);
    for (Variable a = first[cell]; a < end; ++a) {
      for (Variable b = a + 1; b < end; ++b) result.emplace_back(a, b);
    }
    for (const Cell peer : layout_->peers[cell]) {
      if (peer < cell) continue;
      for (Mask both = mask & masks[peer]; both; both &= both - 1) {
        const Mask digit = lowest(both);
        result.emplace_back(variable(first[cell], mask, digit),
                            variable(first[peer], masks[peer], digit));
      }
    }
  }
  return result;
}

}  // namespace cpsudoku::backtrack
