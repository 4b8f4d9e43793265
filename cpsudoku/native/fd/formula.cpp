#include "fd/formula.hpp"

#include <stdexcept>
#include <unordered_set>

namespace cpsudoku::fd {

Formula::Formula() = default;
Formula::Formula(const Formula& other) = default;
Formula::Formula(Formula&& other) noexcept = default;
Formula& Formula::operator=(Formula other) noexcept {
  what = std::move(other.what);
  return *this;
}
Formula::~Formula() = default;

namespace {

struct Scope {
  std::vector<Cell> operator()(const Pair& it) const { return {it.first, it.second}; }
  std::vector<Cell> operator()(const Element& it) const {
    auto cells = it.cells;
    cells.push_back(it.index);
    cells.push_back(it.value);
    return cells;
  }
  std::vector<Cell> operator()(const Ranks& it) const {
    std::vector<Cell> cells;
    for (const auto& side : it.sides) {
      for (const auto& line : side) cells.insert(cells.end(), line.begin(), line.end());
    }
    return cells;
  }
  std::vector<Cell> operator()(const Regions& it) const {
    auto cells = it.cells;
    for (const auto& names : it.names) cells.insert(cells.end(), names.begin(), names.end());
    for (const auto& clue : it.clues) cells.push_back(clue.control);
    return cells;
  }
  std::vector<Cell> operator()(const And& it) const { return joined(it.parts); }
  std::vector<Cell> operator()(const Or& it) const { return joined(it.parts); }
  template <class Other>
  std::vector<Cell> operator()(const Other& it) const {
    return it.cells;
  }

 private:
  static std::vector<Cell> joined(const std::vector<Formula>& parts) {
    std::vector<Cell> cells;
    for (const Formula& part : parts) {
      const auto more = scope_of(part);
      cells.insert(cells.end(), more.begin(), more.end());
    }
    return cells;
  }
};

struct Meaning {
  std::span<const int> digits;

  bool operator()(const AllDifferent& it) const {
    std::unordered_set<int> seen;
    return all_of(it.cells, [&](Cell cell) { return seen.insert(digits[cell]).second; });
  }
  bool operator()(const Pair& it) const {
    return it.allowed[digits[it.first]] >> digits[it.second] & 1;
  }
  bool operator()(const Linear& it) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < it.cells.size(); ++i) {
      sum += it.coefficients[i] * digits[it.cells[i]];
    }
    return compares(sum, it.relation, it.totals);
  }
  bool operator()(const Table& it) const {
    return contains(it.tuples, number(it.cells)) != it.forbidden;
  }
  bool operator()(const Regular& it) const {
    int state = it.automaton->start;
    for (const Cell cell : it.cells) {
      const auto row = it.automaton->row(static_cast<std::size_t>(state));
      state = row[digits[cell]];
      if (state < 0) return false;
    }
    return it.automaton->accepting[state];
  }
  bool operator()(const Count& it) const {
    const auto found = std::count_if(it.cells.begin(), it.cells.end(),
                                     [&](Cell cell) { return it.digits >> digits[cell] & 1; });
    return compares(found, it.relation, {it.number});
  }
  bool operator()(const Arrangements& it) const {
    return any_of(it.ways, [&](const std::vector<Mask>& way) {
      for (std::size_t i = 0; i < way.size(); ++i) {
        if ((way[i] >> digits[it.cells[i]] & 1) == 0) return false;
      }
      return true;
    });
  }
  bool operator()(const Element& it) const {
    const std::int64_t place = digits[it.index] + it.shift;
    return place >= 0 && place < static_cast<std::int64_t>(it.cells.size()) &&
           digits[it.cells[place]] == digits[it.value];
  }
  bool operator()(const Ranks& it) const {
    return all_of(it.clues, [&](const Ranks::Clue& clue) { return has_place(it, clue); });
  }
  bool operator()(const Regions& it) const {
    const auto region = number(it.names[0]);
    return is_cut(it, region) && hangs_together(it, region) &&
           all_of(it.names, [&](const auto& names) { return are_alike(region, number(names)); }) &&
           all_of(it.together,
                  [&](const auto& pair) { return region[pair.first] == region[pair.second]; }) &&
           all_of(it.apart,
                  [&](const auto& pair) { return region[pair.first] != region[pair.second]; }) &&
           all_of(it.clues, [&](const Regions::Clue& clue) {
             return digits[clue.control] + clue.shift == value_of(clue, region);
           });
  }
  bool operator()(const Connected& it) const {
    std::vector<bool> inside;
    for (const Cell cell : it.cells) inside.push_back(it.digits >> digits[cell] & 1);
    return is_region(it, inside) != it.negated;
  }
  bool operator()(const And& it) const {
    return all_of(it.parts, [this](const Formula& part) { return holds(part, digits); });
  }
  bool operator()(const Or& it) const {
    return any_of(it.parts, [this](const Formula& part) { return holds(part, digits); });
  }

 private:
  std::vector<int> number(const std::vector<Cell>& line) const {
    std::vector<int> found;
    for (const Cell cell : line) found.push_back(digits[cell]);
    return found;
  }
  // Whether each region has its size, with different digits.
  bool is_cut(const Regions& it, const std::vector<int>& region) const {
    std::vector<Mask> had(it.count, 0);
    for (std::size_t i = 0; i < it.cells.size(); ++i) {
      const auto name = static_cast<std::size_t>(region[i]);
      const Mask digit = Mask{1} << digits[it.cells[i]];
      if (name >= it.count || (had[name] & digit) != 0) return false;
      had[name] |= digit;
    }
    return all_of(had,
                  [&](Mask mask) { return static_cast<std::size_t>(bit_count(mask)) == it.size; });
  }
  static bool hangs_together(const Regions& it, const std::vector<int>& region) {
    const Connected whole{it.cells, it.neighbours, 0, it.size, false};
    for (int name = 0; !it.neighbours.empty() && name < static_cast<int>(it.count); ++name) {
      std::vector<bool> inside;
      for (const int other : region) inside.push_back(other == name);
      if (!is_region(whole, inside)) return false;
    }
    return true;
  }
  // Whether the same are equal in both.
  static bool are_alike(const std::vector<int>& one, const std::vector<int>& other) {
    for (std::size_t i = 0; i < one.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if ((one[i] == one[j]) != (other[i] == other[j])) return false;
      }
    }
    return true;
  }
  static std::int64_t value_of(const Regions::Clue& clue, const std::vector<int>& region) {
    const auto own = region[clue.arms[0][0]];
    std::int64_t seen = clue.kind == Regions::Kind::run ? 1 : 0;
    std::vector<int> met;
    for (const auto& arm : clue.arms) {
      for (std::size_t i = 0; i < arm.size(); ++i) {
        const int name = region[arm[i]];
        if (clue.kind == Regions::Kind::count) seen += name == own;
        if (clue.kind == Regions::Kind::run && name != own) break;
        if (clue.kind == Regions::Kind::run && i > 0) ++seen;
        if (clue.kind != Regions::Kind::distinct) continue;
        seen += !contains(met, name);
        met.push_back(name);
      }
    }
    return seen;
  }
  bool has_place(const Ranks& it, const Ranks::Clue& clue) const {
    const auto own = number(it.sides[clue.side][clue.line]);
    std::size_t below = 0, same = 0;
    for (std::size_t side = 0; side < it.sides.size(); ++side) {
      for (const auto& line : it.sides[side]) {
        const auto other = number(line);
        if (side == clue.side || other[0] != it.digit) continue;
        below += other < own;
        same += other == own;
      }
    }
    return own[0] == it.digit && below <= clue.place && clue.place <= below + same &&
           (clue.ties || same == 0);
  }
};

}  // namespace

bool compares(std::int64_t number, Relation relation, const std::vector<std::int64_t>& others) {
  const bool is_one = contains(others, number);
  switch (relation) {
    case Relation::equal: return is_one;
    case Relation::unequal: return !is_one;
    case Relation::at_most: return number <= others.front();
    case Relation::at_least: return number >= others.front();
  }
  return false;
}

bool is_region(const Connected& it, const std::vector<bool>& inside) {
  const auto first = std::find(inside.begin(), inside.end(), true);
  if (first == inside.end()) return false;
  std::vector<bool> left = inside;
  std::vector<std::size_t> waiting{static_cast<std::size_t>(first - inside.begin())};
  left[waiting.front()] = false;
  std::size_t reached = 0;
  while (!waiting.empty()) {
    const std::size_t place = waiting.back();
    waiting.pop_back();
    ++reached;
    for (const auto neighbour : it.neighbours[place]) {
      if (!left[neighbour]) continue;
      left[neighbour] = false;
      waiting.push_back(neighbour);
    }
  }
  const auto number = static_cast<std::size_t>(std::count(inside.begin(), inside.end(), true));
  return reached == number && (it.size == 0 || it.size == number);
}

Formula as_many(const std::vector<Cell>& cells, Mask digits, const std::vector<Cell>& others,
                Mask other_digits) {
  Or some;
  for (std::size_t k = 0; k <= std::min(cells.size(), others.size()); ++k) {
    const auto number = static_cast<std::int64_t>(k);
    And both;
    both.parts.push_back({Count{cells, digits, Relation::equal, number}});
    both.parts.push_back({Count{others, other_digits, Relation::equal, number}});
    some.parts.push_back({std::move(both)});
  }
  return {std::move(some)};
}

std::vector<std::vector<std::uint32_t>> beside(
    std::size_t places, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  std::vector<std::vector<std::uint32_t>> neighbours(places);
  for (const auto& [one, other] : edges) {
    if (std::max(one, other) >= places) throw std::invalid_argument("no such place");
    neighbours[one].push_back(other);
    neighbours[other].push_back(one);
  }
  return neighbours;
}

Formula connected(const std::vector<Cell>& cells,
                  const std::vector<std::pair<Cell, Cell>>& neighbours, Mask digits,
                  std::size_t size) {
  Connected it{cells, {}, digits, size};
  it.neighbours.resize(cells.size());
  const auto place_of = [&cells](Cell cell) {
    const auto found = std::find(cells.begin(), cells.end(), cell);
    if (found == cells.end()) throw std::invalid_argument("a neighbour is not among the cells");
    return static_cast<std::uint32_t>(found - cells.begin());
  };
  for (const auto& [one, other] : neighbours) {
    const auto a = place_of(one), b = place_of(other);
    it.neighbours[a].push_back(b);
    it.neighbours[b].push_back(a);
  }
  return {std::move(it)};
}

std::vector<Cell> scope_of(const Formula& formula) {
  auto cells = std::visit(Scope{}, formula.what);
  sort_each_once(cells);
  return cells;
}

bool holds(const Formula& formula, std::span<const int> digits) {
  return std::visit(Meaning{digits}, formula.what);
}

namespace {

void require(bool condition, const char* what) {
  if (!condition) throw std::invalid_argument(what);
}

void require_number(std::int64_t number) {
  require(number >= -kMostNumber && number <= kMostNumber, "a number too great for a sum");
}

struct Check {
  int digits;
  std::size_t cells;

  void operator()(const AllDifferent& it) const {
    distinct(it.cells);
    require(it.cells.size() <= static_cast<std::size_t>(digits),
            "more different cells than digits");
  }
  void operator()(const Pair& it) const {
    distinct({it.first, it.second});
    require(it.allowed.size() == static_cast<std::size_t>(digits), "expected a mask a digit");
    for (const Mask mask : it.allowed) known(mask);
  }
  void operator()(const Linear& it) const {
    distinct(it.cells);
    require(it.coefficients.size() == it.cells.size(), "expected a coefficient a cell");
    const bool is_bound = it.relation == Relation::at_most || it.relation == Relation::at_least;
    require(!is_bound || it.totals.size() == 1, "expected one total");
    for (const auto factor : it.coefficients) require_number(factor);
    for (const auto total : it.totals) require_number(total);
    require(!contains(it.coefficients, 0), "a coefficient 0");
  }
  void operator()(const Table& it) const {
    distinct(it.cells);
    for (const auto& tuple : it.tuples) {
      require(tuple.size() == it.cells.size(), "expected a digit a cell");
      for (const int digit : tuple) require(digit >= 0 && digit < digits, "no such digit");
    }
  }
  void operator()(const Regular& it) const {
    for (const Cell cell : it.cells) require(cell < cells, "no such cell");
    require(it.automaton != nullptr && it.automaton->digits == digits, "expected a state a digit");
  }
  void operator()(const Arrangements& it) const {
    distinct(it.cells);
    for (const auto& way : it.ways) {
      require(way.size() == it.cells.size(), "expected a set a cell");
      for (const Mask mask : way) known(mask);
    }
  }
  void operator()(const Count& it) const {
    distinct(it.cells);
    known(it.digits);
    require_number(it.number);
  }
  void operator()(const Element& it) const {
    distinct(it.cells);
    require(it.index < cells && it.value < cells, "no such cell");
    require_number(it.shift);
  }
  void operator()(const Ranks& it) const {
    require(it.sides.size() == 4, "expected four sides");
    require(it.digit >= 0 && it.digit < digits, "no such digit");
    for (const auto& side : it.sides) {
      require(side.size() == static_cast<std::size_t>(digits), "expected a line a digit");
      for (const auto& line : side) {
        distinct(line);
        require(line.size() == side.size(), "expected a cell a digit");
      }
    }
    for (const Ranks::Clue& clue : it.clues) {
      require(clue.side < 4 && clue.line < it.sides[clue.side].size(), "no such line");
      require(clue.place < 4, "expected a place 0 to 3");
    }
  }
  void operator()(const Regions& it) const {
    auto all = it.cells;
    require(!it.names.empty(), "expected names of regions");
    for (const auto& names : it.names) {
      require(names.size() == it.cells.size(), "expected a region a cell");
      all.insert(all.end(), names.begin(), names.end());
    }
    distinct(all);
    const std::size_t n = it.cells.size();
    const auto fit = [n](const std::vector<std::uint32_t>& places) {
      for (const auto place : places) require(place < n, "no such place");
    };
    require(n > 0 && n <= kMaxPlaces, "expected 1 to 256 cells in regions");
    require(it.count <= static_cast<std::size_t>(digits), "more regions than digits");
    require(it.size <= static_cast<std::size_t>(digits), "more cells in a region than digits");
    require(it.neighbours.empty() || it.neighbours.size() == n,
            "expected neighbours for each cell");
    for (const auto& places : it.neighbours) fit(places);
    for (const auto& [one, other] : it.together) fit({one, other});
    for (const auto& [one, other] : it.apart) fit({one, other});
    require(it.clues.empty() || it.size < 64, "regions too large for clues");
    for (const Regions::Clue& clue : it.clues) {
      require(clue.control < cells, "no such cell");
      require_number(clue.shift);
      require(!clue.arms.empty(), "a clue without cells");
      std::vector<std::uint32_t> read{clue.arms[0].empty() ? 0 : clue.arms[0][0]};
      for (const auto& arm : clue.arms) {
        fit(arm);
        require(!arm.empty() && arm[0] == read[0], "expected arms that begin with one cell");
        read.insert(read.end(), arm.begin() + 1, arm.end());
      }
      std::sort(read.begin(), read.end());
      require(std::adjacent_find(read.begin(), read.end()) == read.end(), "a cell twice");
      require(clue.kind == Regions::Kind::run || clue.arms.size() == 1, "expected one arm");
    }
  }
  void operator()(const Connected& it) const {
    distinct(it.cells);
    known(it.digits);
    require(it.neighbours.size() == it.cells.size(), "expected neighbours for each cell");
    for (const auto& places : it.neighbours) {
      for (const auto place : places) require(place < it.cells.size(), "no such neighbour");
    }
  }
  void operator()(const And& it) const { each(it.parts); }
  void operator()(const Or& it) const { each(it.parts); }

 private:
  void distinct(std::vector<Cell> list) const {
    std::sort(list.begin(), list.end());
    require(list.empty() || list.back() < cells, "no such cell");
    require(std::adjacent_find(list.begin(), list.end()) == list.end(), "a cell twice");
  }
  void known(Mask mask) const { require((mask & ~all_digits(digits)) == 0, "no such digit"); }
  void each(const std::vector<Formula>& parts) const {
    for (const Formula& part : parts) check(part, digits, cells);
  }
};

}  // namespace

void check(const Formula& formula, int digits, std::size_t cells) {
  std::visit(Check{digits, cells}, formula.what);
}

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
