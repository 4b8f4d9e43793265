#include "propagation/groups.hpp"

#include <array>
#include <cstdlib>
#include <numeric>

namespace cpsudoku::propagation {

namespace {

bool is_single(Mask mask) { return mask != 0 && (mask & (mask - 1)) == 0; }

Mask lowest(Mask mask) { return mask & (~mask + 1); }

}  // namespace

// The candidates that become variables: those of all cells but the settled ones.
class Grouping::Open {
 public:
  Open(const Layout& layout, std::span<const Mask> masks)
      : digits_(static_cast<std::size_t>(layout.digits)), masks_(masks.begin(), masks.end()) {
    first_.reserve(masks.size());
    Variable next = 1;
    for (Cell cell = 0; cell < masks.size(); ++cell) {
      if (is_single(masks[cell]) && is_settled(layout, masks, cell)) masks_[cell] = 0;
      first_.push_back(next);
      next += bit_count(masks_[cell]);
    }
    last_ = next - 1;
    for (std::size_t house = 0; house < layout.houses.size(); ++house) {
      Mask held = 0;
      for (const Cell cell : layout.houses[house]) held |= masks[cell] ^ masks_[cell];
      held_.push_back(held);
    }
  }

  Mask operator[](Cell cell) const { return masks_[cell]; }
  Variable last() const { return last_; }
  Variable first(Cell cell) const { return first_[cell]; }
  Variable variable(Cell cell, Mask digit) const {
    return first_[cell] + bit_count(masks_[cell] & (digit - 1));
  }
  // The digits that settled cells of a house have.
  Mask held(std::size_t house) const { return held_[house]; }

  // Writes for each of some digits the variables of its places; lists with fewer than `least` not.
  void write(std::span<const Cell> cells, Mask digits, std::size_t least,
             VariableLists& lists) const {
    // Each candidate is seen once: to look for each digit through all cells takes three times as
    // long.
    std::array<std::size_t, kMaxDigits> counts{};
    std::vector<Variable> places(digits_ * cells.size());
    for (const Cell cell : cells) {
      Variable variable = first_[cell];
      for (const int digit : bits(masks_[cell])) {
        places[digit * cells.size() + counts[digit]++] = variable++;
      }
    }
    for (; digits; digits &= digits - 1) {
      const auto digit = static_cast<std::size_t>(std::countr_zero(digits));
      if (counts[digit] < least) continue;
      const auto from = places.begin() + static_cast<std::ptrdiff_t>(digit * cells.size());
      const auto to = from + static_cast<std::ptrdiff_t>(counts[digit]);
      std::sort(from, to);
      lists.items.insert(lists.items.end(), from, to);
      lists.close();
    }
  }

 private:
  static bool is_settled(const Layout& layout, std::span<const Mask> masks, Cell cell) {
    const auto peers = layout.peers[cell];
    return none_of(peers, [&](Cell peer) { return (masks[peer] & masks[cell]) != 0; });
  }

  std::size_t digits_;
  std::vector<Mask> masks_;      // 0 for a settled cell
  std::vector<Variable> first_;  // of each cell its first variable
  std::vector<Mask> held_;
  Variable last_;
};

namespace {

// Lists by their first variable, 0 for an empty one: those of variable v are order[begin[v] …
// begin[v + 1]).
struct ByFirst {
  std::vector<std::ptrdiff_t> begin;
  std::vector<std::size_t> order;

  ByFirst(const VariableLists& lists, Variable last)
      : begin(static_cast<std::size_t>(last) + 2), order(lists.size()) {
    const auto first = [&](std::size_t list) {
      return static_cast<std::size_t>(lists[list].empty() ? 0 : lists[list].front());
    };
    for (std::size_t i = 0; i < lists.size(); ++i) ++begin[first(i) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    auto next = begin;
    for (std::size_t i = 0; i < lists.size(); ++i) { order[next[first(i)]++] = i; }
  }
};

using Order = std::vector<std::size_t>::iterator;

// Appends some of the lists in ascending order, each once.
void append_in_order(const VariableLists& lists, Order from, Order to, VariableLists& result) {
  const auto less = [&](std::size_t a, std::size_t b) {
    const auto one = lists[a], other = lists[b];
    return std::lexicographical_compare(one.begin(), one.end(), other.begin(), other.end());
  };
  const auto same = [&](std::size_t a, std::size_t b) {
    const auto one = lists[a], other = lists[b];
    return std::equal(one.begin(), one.end(), other.begin(), other.end());
  };
  // Iterators, not std::ranges: libc++ 14 has none of these, and clang++ 14 cannot compile the
  // `unique` of the library of g++ 12.
  std::sort(from, to, less);
  to = std::unique(from, to, same);
  for (auto list = from; list != to; ++list) result.add(lists[*list]);
}

// The lists in ascending order, each once.  Of those that begin with one variable there is a
// handful, one of its cell and one of each house, so that counting sorts them all but in these.
VariableLists distinct(const VariableLists& lists, Variable last) {
  auto [begin, order] = ByFirst(lists, last);
  VariableLists result;
  result.items.reserve(lists.items.size());
  result.starts.reserve(order.size() + 1);
  for (std::size_t variable = 0; variable + 1 < begin.size(); ++variable) {
    append_in_order(lists, order.begin() + begin[variable], order.begin() + begin[variable + 1],
                    result);
  }
  return result;
}

// Of each variable its literal, where each sum of two makes one the opposite of the other.
std::vector<Variable> opposites(const VariableLists& sums, Variable last) {
  // parent[v] is v itself or a literal of a lower variable, which says the same as v.
  std::vector<Variable> parent(static_cast<std::size_t>(last) + 1);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](Variable variable) {
    Variable sign = 1;
    for (Variable up; (up = parent[variable]) != variable;) {
      if (up < 0) sign = -sign;
      variable = std::abs(up);
    }
    return sign * variable;
  };
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].size() != 2) continue;
    Variable low = root(sums[i][0]), high = root(sums[i][1]);
    if (std::abs(low) > std::abs(high)) std::swap(low, high);
    if (std::abs(low) == std::abs(high)) continue;
    parent[std::abs(high)] = high < 0 ? low : -low;
  }
  std::vector<Variable> literals{0};
  Variable next = 1;
  for (Variable v = 1; v <= last; ++v) {
    const Variable up = parent[v];
    const Variable same = up == v ? next++ : literals[std::abs(up)];
    literals.push_back(up < 0 ? -same : same);
  }
  literals.erase(literals.begin());
  return literals;
}

bool by_variable(Variable a, Variable b) {
  return std::pair(std::abs(a), a) < std::pair(std::abs(b), b);
}

// The lists with the literal of each variable, by variables, each once; but for those of a literal and
// its opposite.
VariableLists in_literals(const VariableLists& lists, std::span<const Variable> literal) {
  VariableLists made;
  made.items.reserve(lists.items.size());
  made.starts.reserve(lists.size() + 1);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::size_t begin = made.items.size();
    for (const auto variable : lists[i]) { made.items.push_back(literal[variable - 1]); }
    auto* const list = made.items.data() + begin;
    std::sort(list, made.items.data() + made.items.size(), by_variable);
    if (lists[i].size() == 2 && list[0] == -list[1]) {
      made.items.resize(begin);
    } else {
      made.close();
    }
  }
  std::vector<std::size_t> order(made.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  VariableLists result;
  append_in_order(made, order.begin(), order.end(), result);
  return result;
}

}  // namespace

Grouping::Grouping(const Layout& layout, const std::vector<std::vector<Cell>>& groups)
    : layout_(&layout) {
  for (const auto& group : groups) {
    if (group.size() != static_cast<std::size_t>(layout.digits)) others_.add(group);
  }
  const auto cells = static_cast<Cell>(layout.cells);
  named_.push_back({cells, 0});
  for (Cell cell = 0; cell < cells; ++cell) {
    for (int i = 0; i < layout.digits; ++i) named_.push_back({cell, Mask{1} << i});
  }
  named_.push_back({cells, 0});
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
  // Without a branch: which literals are positive and which are of other variables no processor can
  // foretell.  The others are those of one more cell.
  std::vector<Mask> result(masks.begin(), masks.end());
  result.push_back(0);
  for (const Variable literal : literals) {
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    const Candidate candidate = named_[std::min(variable, named_.size() - 1)];
    result[candidate.cell] &= candidate.digit ^ (literal < 0 ? ~Mask{0} : Mask{0});
  }
  result.pop_back();
  return result;
}

std::vector<Variable> Grouping::candidates(std::span<const Mask> masks) const {
  const Open open(*layout_, masks);
  std::vector<Variable> result;
  for (Cell cell = 0; cell < masks.size(); ++cell) {
    const auto base = static_cast<Variable>(cell) * layout_->digits + 1;
    for (const int d : bits(open[cell])) result.push_back(base + d);
  }
  return result;
}

Literals Grouping::literals(std::span<const Mask> masks) const {
  const Open open(*layout_, masks);
  const auto exact = exactly_one(open, masks);
  auto of_variables = opposites(exact, open.last());
  auto in = [&](const VariableLists& lists) { return in_literals(lists, of_variables); };
  auto exactly = in(exact), at_most = in(at_most_one(open));
  return {std::move(of_variables), std::move(exactly), std::move(at_most)};
}

VariableLists Grouping::exactly_one(std::span<const Mask> masks) const {
  return exactly_one(Open(*layout_, masks), masks);
}

VariableLists Grouping::at_most_one(std::span<const Mask> masks) const {
  return at_most_one(Open(*layout_, masks));
}

VariableLists Grouping::exactly_one(const Open& open, std::span<const Mask> masks) const {
  VariableLists lists;
  for (Cell cell = 0; cell < masks.size(); ++cell) {
    if (masks[cell] && !open[cell]) continue;
    const int places = bit_count(open[cell]);
    for (int i = 0; i < places; ++i) lists.items.push_back(open.first(cell) + i);
    lists.close();
  }
  for (std::size_t house = 0; house < layout_->houses.size(); ++house) {
    open.write(layout_->houses[house], layout_->all & ~open.held(house), 0, lists);
  }
  return distinct(lists, open.last());
}

VariableLists Grouping::at_most_one(const Open& open) const {
  if (others_.size() == 0) return {};
  VariableLists lists;
  for (std::size_t group = 0; group < others_.size(); ++group) {
    open.write(others_[group], layout_->all, 2, lists);
  }
  return distinct(lists, open.last());
}

std::vector<std::pair<Variable, Variable>> Grouping::pairs(std::span<const Mask> masks) const {
  const Open open(*layout_, masks);
  std::vector<std::pair<Variable, Variable>> result;
  for (Cell cell = 0; cell < masks.size(); ++cell) {
    const Variable end = open.first(cell) + bit_count(open[cell]);
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

}  // namespace cpsudoku::propagation
