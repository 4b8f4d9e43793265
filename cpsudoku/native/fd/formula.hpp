// What has to hold, as data: a tree of primitives over numbered cells.
//
// A formula says nothing of how it is propagated; `Network` makes propagators of it.  Digits are
// 0 … n−1 here, and bit d of a mask is digit d; the caller that hands a formula in has shifted
// sums, tables and automata by what the lowest digit is worth.
//
//     one of (r1c1 = 3, r1c2 + r1c3 ≤ 7)   Or ── Table {r1c1} {(3)}
//                                            └─── Linear {r1c2 r1c3} {1 1} ≤ {7}
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "core/bits.hpp"
#include "core/ranges.hpp"

namespace cpsudoku::fd {

using Cell = std::uint32_t;
using Mask = std::uint64_t;  // a set of digits

inline constexpr int kMaxDigits = 64;
inline constexpr std::size_t kMaxCells = 8192;
inline constexpr std::size_t kMaxPlaces = 256;              // of `Regions` that hang together
inline constexpr std::int64_t kMostNumber = 1'000'000'000;  // of coefficients and totals

enum class Relation { equal, unequal, at_most, at_least };

struct Formula;

struct AllDifferent {
  std::vector<Cell> cells;
};

// `allowed[a]` are the digits that `second` may have where `first` has digit a.
struct Pair {
  Cell first, second;
  std::vector<Mask> allowed;
};

// The sum of coefficient · digit compared with the totals: one of them (equal), none (unequal), or
// the only one (at_most, at_least).
struct Linear {
  std::vector<Cell> cells;
  std::vector<std::int64_t> coefficients;
  Relation relation;
  std::vector<std::int64_t> totals;
};

// The cells have the digits of one of the tuples; of none where it is `forbidden`.
struct Table {
  std::vector<Cell> cells;
  std::vector<std::vector<int>> tuples;
  bool forbidden = false;
};

// A deterministic automaton; `next[state * digits + digit]` is where it goes, −1 where it refuses.
struct Automaton {
  int digits;
  std::vector<int> next;
  int start;
  std::vector<bool> accepting;

  std::size_t states() const { return accepting.size(); }
  // Where each digit leads from a state.
  std::span<const int> row(std::size_t state) const {
    const auto width = static_cast<std::size_t>(digits);
    return {next.data() + state * width, width};
  }
};

// The automaton, which many formulas may share, accepts the digits read.
struct Regular {
  std::vector<Cell> cells;
  std::shared_ptr<const Automaton> automaton;
};

// In one of the ways each cell has a digit of its set; `ways[i]` has a set for each cell.
struct Arrangements {
  std::vector<Cell> cells;
  std::vector<std::vector<Mask>> ways;
};

// How many of the cells have one of the digits, compared with a number.
struct Count {
  std::vector<Cell> cells;
  Mask digits;
  Relation relation;
  std::int64_t number;
};

// `value` has the digit of the cell of the list at place `index`; digit d of the index stands for
// place d + shift, and place 0 is the first.
struct Element {
  std::vector<Cell> cells;
  Cell index, value;
  std::int64_t shift;
};

// Of the four lines that begin with a digit, one on each side, some have a known place: this many of the
// others are below it, cell by cell from the first.  With ties, equal ones are counted as either.
// It is what `propagators/ranks.cpp` draws; it has no contrary.
struct Ranks {
  struct Clue {
    std::size_t side, line;  // which line of which side
    std::size_t place;       // 0 … 3
    bool ties;
  };

  std::vector<std::vector<std::vector<Cell>>> sides;
  int digit;
  std::vector<Clue> clues;
};

// The cells with one of the digits are one region, not empty, of `size` cells where that is not 0;
// `neighbours[i]` are the places in `cells` of those that touch cell i.  Where `negated` they are not.
struct Connected {
  std::vector<Cell> cells;
  std::vector<std::vector<std::uint32_t>> neighbours;
  Mask digits;
  std::size_t size = 0;
  bool negated = false;
};

// Cell i is in the region that `names[0][i]` names, 0 … count − 1: each region has `size` cells, with
// different digits, and hangs together if there are `neighbours`, which are places in `cells`, like
// those of `Connected`.  There may be other names of the same regions; each of `names` is a list of
// cells. Cells whose places are `together` are in one region, those `apart` are not.  Clues say of
// the digit of a cell, to which `shift` is added,
//
//     run       how many cells, the first once, are in its region along some arms until it ends;
//               each arm begins with the same place
//     count     how many of the places of the one arm are in the region of its first
//     distinct  in how many regions the places of the one arm are
//
// It is what `propagators/regions.cpp` draws; it has no contrary.
struct Regions {
  enum class Kind { run, count, distinct };
  struct Clue {
    Kind kind;
    Cell control;
    std::int64_t shift;
    std::vector<std::vector<std::uint32_t>> arms;
  };

  std::vector<Cell> cells;
  std::vector<std::vector<Cell>> names;
  std::size_t count, size;
  std::vector<std::vector<std::uint32_t>> neighbours = {};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> together = {}, apart = {};
  std::vector<Clue> clues = {};
};

struct And {
  std::vector<Formula> parts;
};

struct Or {
  std::vector<Formula> parts;
};

struct Formula {
  // What visits the variant is in formula.cpp: it would take compilers seconds in each unit.
  Formula();
  template <class Primitive>
  Formula(Primitive primitive) : what(std::move(primitive)) {}
  Formula(const Formula& other);
  Formula(Formula&& other) noexcept;
  Formula& operator=(Formula other) noexcept;
  ~Formula();

  std::variant<AllDifferent, Pair, Linear, Table, Regular, Arrangements, Count, Element, Connected,
               Ranks, Regions, And, Or>
      what;
};

// As many of some cells have some digits as of others others.
Formula as_many(const std::vector<Cell>& cells, Mask digits, const std::vector<Cell>& others,
                Mask other_digits);

// The neighbours of each of some places, given as pairs.  Throws std::invalid_argument: no such place.
std::vector<std::vector<std::uint32_t>> beside(
    std::size_t places, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges);

// `Connected` with the neighbours given as pairs of cells.
// Throws std::invalid_argument: a neighbour is not among the cells.
Formula connected(const std::vector<Cell>& cells,
                  const std::vector<std::pair<Cell, Cell>>& neighbours, Mask digits,
                  std::size_t size);

// A formula that holds just where another does not.  Negation is pushed to the leaves, so nothing
// that comes out needs it.
// require: digits is the number of digits; there are no `Ranks` and no `Regions`.
// Throws std::invalid_argument.
Formula negated(const Formula& formula, int digits);

std::vector<Cell> scope_of(const Formula& formula);

// Whether it holds of full cells: the plain meaning, which the propagators are held against.
// require: digits has a digit for each cell of the formula.
bool holds(const Formula& formula, std::span<const int> digits);

// Throw std::invalid_argument unless a formula is about cells below `cells` and digits below
// `digits`, each cell once where it has to be, and its numbers are within kMostNumber.
void check(const Formula& formula, int digits, std::size_t cells);

// Whether cells inside, by their places, are one region of the size of `it`; `negated` is passed over.
bool is_region(const Connected& it, const std::vector<bool>& inside);

bool compares(std::int64_t number, Relation relation, const std::vector<std::int64_t>& others);

inline Mask all_digits(int digits) {
  return digits == kMaxDigits ? ~Mask{0} : (Mask{1} << digits) - 1;
}

}  // namespace cpsudoku::fd
