// Where to guess: one cell in each of the stalled grids.
//
// A cell with two candidates is best (a *pair*), then one with three.  Among pairs, that one is
// taken whose two digits will do most in its row and column.  A digit counts 1 in a house where it
// is in two pairs or more, or has three places or more; and 3 where both are so.  The first makes a
// chain of placements, the second takes many candidates at once.
#pragma once

#include "bitboard/lanes/vector.hpp"

namespace cpsudoku::bitboard {

template <LaneVector L>
class Guess {
  using V = typename L::V;

 public:
  // Writes the index of the chosen cell of each grid.
  [[gnu::noinline]] static void cells(const V grid[81], std::uint16_t chosen[L::kLanes]) {
    // The least key is chosen: size class, then the score from above, then the index.
    V pair[81], key[81];
    V index = L::all(48 << 8);
    const V one = L::all(1);
#pragma GCC unroll 3
    for (int i = 0; i < 81; ++i) {
      key[i] = L::add(L::size_class(grid[i], pair[i]), index);
      index = L::add(index, one);
    }
    V row_any[9], row_all[9], column_any[9], column_all[9];
    for (int u = 0; u < 9; ++u) {
      weigh<1>(grid + 9 * u, pair + 9 * u, row_any[u], row_all[u]);
      weigh<9>(grid + u, pair + u, column_any[u], column_all[u]);
    }
    V best = L::all(-1);
    for (int r = 0; r < 9; ++r) {
      const V any_r = row_any[r], all_r = row_all[r];
#pragma GCC unroll 9
      for (int c = 0; c < 9; ++c) {
        const int i = 9 * r + c;
        const V x = pair[i];
        const V any = L::add(L::pair_count(x, any_r), L::pair_count(x, column_any[c]));
        const V all = L::add(L::pair_count(x, all_r), L::pair_count(x, column_all[c]));
        const V score = L::add(any, L::add(all, all));
        best = L::min(best, L::sub(key[i], L::template shift_left<8>(score)));
      }
    }
    L::store(chosen, L::and_(best, L::all(0x7f)));
  }

 private:
  // Digits of a house that are in two pairs, or have three places; and those of which both is true.
  template <int kStep>
  [[gnu::always_inline]] static inline void weigh(const V* grid, const V* pair, V& any, V& all) {
    V one[3], two[3], sum[3], carry[4];
    for (int i = 0; i < 3; ++i) {
      const V a = pair[3 * i * kStep], b = pair[(3 * i + 1) * kStep], c = pair[(3 * i + 2) * kStep];
      one[i] = L::or3(a, b, c);
      two[i] = L::majority(a, b, c);
      const V x = grid[3 * i * kStep], y = grid[(3 * i + 1) * kStep], z = grid[(3 * i + 2) * kStep];
      sum[i] = L::xor3(x, y, z);
      carry[i] = L::majority(x, y, z);
    }
    const V two_pairs = L::or_(L::or3(two[0], two[1], two[2]), L::majority(one[0], one[1], one[2]));
    // Places are counted by adders: the units are `odd`, the twos are four carries.
    carry[3] = L::majority(sum[0], sum[1], sum[2]);
    const V odd = L::xor3(sum[0], sum[1], sum[2]);
    const V carries = L::or3(carry[0], carry[1], carry[2]);
    const V four = L::and_or(L::majority(carry[0], carry[1], carry[2]), carry[3], carries);
    const V three = L::and_or(four, L::or_(carries, carry[3]), odd);
    any = L::or_(two_pairs, three);
    all = L::and_(two_pairs, three);
  }
};

}  // namespace cpsudoku::bitboard
