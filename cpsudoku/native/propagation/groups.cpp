#include "propagation/groups.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>

namespace cpsudoku::backtrack {

namespace {

bool is_single(Mask mask) { return mask != 0 && (mask & (mask - 1)) == 0; }

Mask lowest(Mask mask) { return mask & (~mask + 1); }

// The candidates that become variables: those of all cells but the settled ones.
class Open {
 public:
  Open(const Layout& layout, std::span<const Mask> masks) : masks_(masks.begin(), masks.end()) {
    first_.reserve(masks.size());
    Variable next = 1;
    for (Cell cell = 0; cell < masks.size(); ++cell) {
      if (is_single(masks[cell]) && is_settled(layout, masks, cell)) masks_[cell] = 0;
      first_.push_back(next);
      next += std::popcount(masks_[cell]);
    }
    for (std::size_t house = 0; house < layout.houses.size(); ++house) {
      Mask held = 0;
      for (const Cell cell : layout.houses[house]) held |= masks[cell] ^ masks_[cell];
      held_.push_back(held);
    }
  }

  Mask operator[](Cell cell) const { return masks_[cell]; }
  Variable first(Cell cell) const { return first_[cell]; }
  Variable variable(Cell cell, Mask digit) const {
    return first_[cell] + std::popcount(masks_[cell] & (digit - 1));
  }
  // The digits that settled cells of a house have.
  Mask held(std::size_t house) const { return held_[house]; }

  // Writes for each of some digits the variables of its places; lists with fewer than `least` not.
  void write(std::span<const Cell> cells, Mask digits, std::size_t least,
             VariableLists& lists) const {
    for (; digits; digits &= digits - 1) {
      const Mask digit = lowest(digits);
      const std::size_t begin = lists.items.size();
      for (const Cell cell : cells) {
        if (masks_[cell] & digit) lists.items.push_back(variable(cell, digit));
      }
      if (lists.items.size() - begin >= least) {
        std::sort(lists.items.begin() + static_cast<std::ptrdiff_t>(begin), lists.items.end());
        lists.close();
      } else {
        lists.items.resize(begin);
      }
    }
  }

 private:
  static bool is_settled(const Layout& layout, std::span<const Mask> masks, Cell cell) {
    const auto peers = layout.peers[cell];
    return std::none_of(peers.begin(), peers.end(),
                        [&](Cell peer) { return (masks[peer] & masks[cell]) != 0; });
  }

  std::vector<Mask> masks_;      // 0 for a settled cell
  std::vector<Variable> first_;  // of each cell its first variable
  std::vector<Mask> held_;
};

// A list and its first three items in one number, which mostly tells two lists apart; variables are
// at least 1, so that the 0 of a shorter list sorts first.
struct Sortable {
  std::uint64_t key;
  std::size_t list;
};

std::uint64_t key_of(std::span<const Variable> list) {
  constexpr int bits = 21;  // 64 · 64 · 64 candidates are the most
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    key = key << bits | (i < list.size() ? static_cast<std::uint64_t>(list[i]) : 0);
  }
  return key;
}

// The lists in ascending order, each once.
VariableLists distinct(const VariableLists& lists) {
  std::vector<Sortable> order;
  order.reserve(lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) order.push_back({key_of(lists[i]), i});
  const auto less = [&](const Sortable& a, const Sortable& b) {
    const auto one = lists[a.list], other = lists[b.list];
    if (a.key != b.key) return a.key < b.key;
    return std::lexicographical_compare(one.begin(), one.end(), other.begin(), other.end());
  };
  const auto same = [&](const Sortable& a, const Sortable& b) {
    const auto one = lists[a.list], other = lists[b.list];
    return a.key == b.key && std::equal(one.begin(), one.end(), other.begin(), other.end());
  };
  // Iterators, not std::ranges: libc++ 14 has none of these, and clang++ 14 cannot compile the
  // `unique` of the library of g++ 12.
  std::sort(order.begin(), order.end(), less);
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  VariableLists result;
  result.items.reserve(lists.items.size());
  result.ends.reserve(order.size());
  for (const auto& [key, i] : order) {
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

std::vector<Mask> Grouping::struck(std::span<const Mask> masks) const {
  std::vector<Mask> result(masks.begin(), masks.end());
  for (Cell cell = 0; cell < masks.size(); ++cell) {
    if (!is_single(masks[cell])) continue;
    for (const Cell peer : layout_->peers[cell]) result[peer] &= ~masks[cell];
  }
  return result;
}

std::vector<Mask> Grouping::remaining(std::span<const Mask> masks,
                                      std::span<const Variable> literals) const {
  std::vector<Mask> result(masks.begin(), masks.end());
  const auto last = static_cast<Variable>(masks.size()) * layout_->digits;
  for (const Variable literal : literals) {
    const Variable candidate = std::abs(literal) - 1;
    if (literal == 0 || candidate >= last) continue;
    const Mask digit = Mask{1} << (candidate % layout_->digits);
    Mask& mask = result[static_cast<std::size_t>(candidate / layout_->digits)];
    mask &= literal > 0 ? digit : ~digit;
  }
  return result;
}

std::vector<Variable> Grouping::candidates(std::span<const Mask> masks) const {
  const Open open(*layout_, masks);
  std::vector<Variable> result;
  for (Cell cell = 0; cell < masks.size(); ++cell) {
    const auto base = static_cast<Variable>(cell) * layout_->digits + 1;
    for (Mask mask = open[cell]; mask; mask &= mask - 1) {
      result.push_back(base + std::countr_zero(mask));
    }
  }
  return result;
}

VariableLists Grouping::exactly_one(std::span<const Mask> masks) const {
  const Open open(*layout_, masks);
  VariableLists lists;
  for (Cell cell = 0; cell < masks.size(); ++cell) {
    if (masks[cell] && !open[cell]) continue;
    const int places = std::popcount(open[cell]);
    for (int i = 0; i < places; ++i) lists.items.push_back(open.first(cell) + i);
    lists.close();
  }
  for (std::size_t house = 0; house < layout_->houses.size(); ++house) {
    open.write(layout_->houses[house], layout_->all & ~open.held(house), 0, lists);
  }
  return distinct(lists);
}

VariableLists Grouping::at_most_one(std::span<const Mask> masks) const {
  if (others_.size() == 0) return {};
  const Open open(*layout_, masks);
  VariableLists lists;
  for (std::size_t group = 0; group < others_.size(); ++group) {
    open.write(others_[group], layout_->all, 2, lists);
  }
  return distinct(lists);
}

std::vector<std::pair<Variable, Variable>> Grouping::pairs(std::span<const Mask> masks) const {
  const Open open(*layout_, masks);
  std::vector<std::pair<Variable, Variable>> result;
  for (Cell cell = 0; cell < masks.size(); ++cell) {
    const Variable end = open.first(cell) + std::popcount(open[cell]);
    for (Variable a = open.first(cell); a < end; ++a) {
      for (Variable b = a + 1; b < end; ++b) result.emplace_back(a, b);
    }
    for (const Cell peer : layout_->peers[cell]) {
      if (peer < cell) continue;
      for (Mask both = open[cell] & open[peer]; both; both &= both - 1) {
        const Mask digit = lowest(both);
        result.emplace_back(open.variable(cell, digit), open.variable(peer, digit));
      }
    }
  }
  return result;
}

}  // namespace cpsudoku::backtrack
