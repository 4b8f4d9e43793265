// A band of a final grid, given which digits stand in each of its columns.
//
// Problem.  A grid with boxes of H rows and W columns has W bands of H rows and H stacks of W
// columns.  Cut it into its bands and forget the order within each column: what is left of a band is
// the *set* of H digits in each of its H·W columns (the band's "gangster", as Red Ed called it on
// the Players' Forum).  Within a stack these sets are disjoint, since a box has no digit twice.
//
//             stack 0              stack 1              stack 2
//     {1,4,7} {2,5,8} {3,6,9} | {2,3,4} {5,6,7} {1,8,9} | …            H = W = 3
//
//     row 0:   1   2   3            4   5   8
//     row 1:   4   5   6            …                                  an *arrangement*
//     row 2:   7   8   9
//
// A band arises by ordering each column so that no row has a digit twice.  The rows of one box are
// its *row sets*; they determine the box, because row set ∩ column set is one digit.  So counting
// arrangements is choosing row sets, row by row, box by box:
//
// - `count()`: all arrangements.  The first column's order is fixed and counted H! times.
// - `pick(k)`: the k-th of them, so that a random k gives each with the same chance.
//
// This is the general form; band9.hpp does the same for 9×9 several times as fast.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace cpsudoku::grids {

using Set = std::uint16_t;  // bit d−1: digit d

// Of three.
inline constexpr std::array<std::array<std::uint8_t, 3>, 6> kOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

template <unsigned H, unsigned W>
class Band {
 public:
  static constexpr unsigned kSize = H * W;
  static constexpr Set kAll = (1u << kSize) - 1;
  using Columns = std::array<Set, kSize>;
  using Rows = std::array<Columns, H>;  // Rows[r][c]: one digit, as a set

  explicit Band(const Columns& columns) : columns_(columns) {}

  // Number of arrangements.
  std::uint32_t count() const { return walk(~0u).seen * factorial(H); }

  // The arrangement of a number below count().
  Rows pick(std::uint32_t number) const {
    Rows rows = walk(number / factorial(H)).rows;
    // The orders of the first column stand for the orders of the rows.
    unsigned rest = number % factorial(H);
    for (unsigned r = 0; r + 1 < H; ++r) {
      const unsigned left = H - r;
      std::swap(rows[r], rows[r + rest % left]);
      rest /= left;
    }
    return rows;
  }

 private:
  struct Walk {
    std::uint32_t seen = 0;
    Rows rows{};
  };

  static constexpr unsigned factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }

  // Walk over the arrangements whose first column is in ascending order, up to the wanted one.
  Walk walk(std::uint32_t wanted) const {
    State state{columns_, wanted, {}};
    row(state, 0);
    return state.walk;
  }

  struct State {
    Columns left;
    std::uint32_t wanted;
    Walk walk;
  };

  bool row(State& state, unsigned r) const {
    if (r == H) return state.walk.seen++ == state.wanted;
    const Set first = static_cast<Set>(state.left[0] & -state.left[0]);
    state.walk.rows[r][0] = first;
    state.left[0] ^= first;
    const bool found = cell(state, r, 1, first);
    state.left[0] ^= first;
    return found;
  }

  bool cell(State& state, unsigned r, unsigned c, Set used) const {
    if (c == kSize) return row(state, r + 1);
    if (c % W == 0 && !can_go_on(state.left, c, used)) return false;
    for (Set rest = static_cast<Set>(state.left[c] & ~used); rest; rest &= rest - 1) {
      const Set digit = static_cast<Set>(rest & -rest);
      state.walk.rows[r][c] = digit;
      state.left[c] ^= digit;
      const bool found = cell(state, r, c + 1, used | digit);
      state.left[c] ^= digit;
      if (found) return true;
    }
    return false;
  }

  // Whether the digits that a row still needs are there, W in each stack to come at the most.
  static bool can_go_on(const Columns& left, unsigned from, Set used) {
    Set there = used;
    for (unsigned c = from; c < kSize; ++c) there |= left[c];
    if (there != kAll) return false;
    // The last stack has no choice: each of its columns must have just one of the digits needed.
    if (from == kSize - W) {
      for (unsigned c = from; c < kSize; ++c) {
        if (!std::has_single_bit(static_cast<Set>(left[c] & ~used))) return false;
      }
    }
    return true;
  }

  Columns columns_;
};

}  // namespace cpsudoku::grids
