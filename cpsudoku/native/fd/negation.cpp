#include <stdexcept>

#include "fd/formula.hpp"

namespace cpsudoku::fd {

namespace {

Relation opposite(Relation relation) {
  switch (relation) {
    case Relation::equal: return Relation::unequal;
    case Relation::unequal: return Relation::equal;
    case Relation::at_most: return Relation::at_least;
    case Relation::at_least: return Relation::at_most;
  }
  return relation;
}

// What to add to a number so that the opposite relation means "not": not (x ≤ 5) is x ≥ 6.
std::int64_t beyond(Relation relation) {
  return relation == Relation::at_most ? 1 : relation == Relation::at_least ? -1 : 0;
}

Pair pair_where(Cell first, Cell second, int digits, bool same) {
  Pair pair{first, second, {}};
  for (int d = 0; d < digits; ++d) {
    const Mask one = Mask{1} << d;
    pair.allowed.push_back(same ? one : all_digits(digits) & ~one);
  }
  return pair;
}

Table is_digit(Cell cell, int digit, bool forbidden) { return {{cell}, {{digit}}, forbidden}; }

Table has_one_of(Cell cell, Mask digits) {
  Table table{{cell}, {}};
  for (const int digit : bits(digits)) table.tuples.push_back({digit});
  return table;
}

struct Negation {
  int digits;

  Formula operator()(const AllDifferent& it) const {
    Or some;
    for (std::size_t i = 0; i < it.cells.size(); ++i) {
      for (std::size_t j = i + 1; j < it.cells.size(); ++j) {
        some.parts.push_back({pair_where(it.cells[i], it.cells[j], digits, true)});
      }
    }
    return {some};
  }

  Formula operator()(Pair it) const {
    for (Mask& mask : it.allowed) mask = all_digits(digits) & ~mask;
    return {it};
  }

  Formula operator()(Linear it) const {
    for (auto& total : it.totals) total += beyond(it.relation);
    it.relation = opposite(it.relation);
    return {it};
  }

  Formula operator()(Table it) const {
    it.forbidden = !it.forbidden;
    return {it};
  }

  // The last state is where words go that the automaton refuses before their end.
  Formula operator()(const Regular& it) const {
    Automaton other = *it.automaton;
    const int sink = static_cast<int>(other.states());
    other.next.resize(other.next.size() + static_cast<std::size_t>(digits), sink);
    other.accepting.push_back(false);
    std::replace(other.next.begin(), other.next.end(), -1, sink);
    other.accepting.flip();
    return {Regular{it.cells, std::make_shared<const Automaton>(std::move(other))}};
  }

  Formula operator()(Count it) const {
    it.number += beyond(it.relation);
    it.relation = opposite(it.relation);
    return {it};
  }

  // At every place that the index may say the digits differ.
  Formula operator()(const Element& it) const {
    And every;
    for (int d = 0; d < digits; ++d) {
      const std::int64_t place = d + it.shift;
      if (place < 0 || place >= static_cast<std::int64_t>(it.cells.size())) continue;
      const Cell there = it.cells[place];
      Or one;
      one.parts.push_back({is_digit(it.index, d, true)});
      if (there != it.value) one.parts.push_back({pair_where(there, it.value, digits, false)});
      every.parts.push_back({one});
    }
    return {every};
  }

  Formula operator()(const Arrangements& it) const {
    And every;
    for (const auto& way : it.ways) {
      Or some;
      for (std::size_t i = 0; i < way.size(); ++i) {
        some.parts.push_back({has_one_of(it.cells[i], all_digits(digits) & ~way[i])});
      }
      every.parts.push_back({some});
    }
    return {every};
  }

  Formula operator()(const Ranks&) const { throw std::invalid_argument("ranks have no contrary"); }

  Formula operator()(const Regions&) const {
    throw std::invalid_argument("regions have no contrary");
  }

  Formula operator()(Connected it) const {
    it.negated = !it.negated;
    return {it};
  }

  Formula operator()(const And& it) const {
    Or some;
    for (const Formula& part : it.parts) some.parts.push_back(negated(part, digits));
    return {some};
  }

  Formula operator()(const Or& it) const {
    And every;
    for (const Formula& part : it.parts) every.parts.push_back(negated(part, digits));
    return {every};
  }
};

}  // namespace

Formula negated(const Formula& formula, int digits) {
  return std::visit(Negation{digits}, formula.what);
}

}  // namespace cpsudoku::fd
