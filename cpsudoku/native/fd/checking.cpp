#include <stdexcept>

#include "fd/formula.hpp"

namespace cpsudoku::fd {

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

}  // namespace cpsudoku::fd
