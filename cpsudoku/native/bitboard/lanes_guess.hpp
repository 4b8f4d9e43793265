// Where to guess: one cell and candidate for each of the stalled grids.
#pragma once

#include <cstdint>

namespace cpsudoku::bitboard {

template <class L>
class Guess {
  using V = typename L::V;

 public:
  // Writes the index of the chosen cell of each grid.
  [[gnu::noinline]] static void cells(const V grid[81], std::uint16_t chosen[L::kLanes]) {
    V pair[81], base[81];
    for (int i = 0; i < 81; ++i) base[i] = L::add(L::size_class(grid[i], pair[i]), L::all(i | 63 << 8));
    V row_any[9], row_all[9], column_any[9], column_all[9];
    for (int u = 0; u < 9; ++u) {
      weigh<1>(grid + 9 * u, pair + 9 * u, row_any[u], row_all[u]);
      weigh<9>(grid + u, pair + u, column_any[u], column_all[u]);
    }
    V best[3] = {L::all(-1), L::all(-1), L::all(-1)};
    for (int r = 0; r < 9; ++r) {
      for (int c = 0; c < 9; ++c) {
        const int i = 9 * r + c;
        const V once = L::add(L::pair_count(pair[i], row_any[r]), L::pair_count(pair[i], column_any[c]));
        const V twice = L::add(L::pair_count(pair[i], row_all[r]), L::pair_count(pair[i], column_all[c]));
        const V score = L::add(once, L::add(twice, twice));
        best[c % 3] = L::min(best[c % 3], L::sub(base[i], L::template shift_left<8>(score)));
      }
    }
    L::store(chosen, L::and_(L::min(best[0], L::min(best[1], best[2])), L::all(0x7f)));
  }

 private:
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
    const V g = L::or_(L::or3(two[0], two[1], two[2]), L::majority(one[0], one[1], one[2]));
    carry[3] = L::majority(sum[0], sum[1], sum[2]);
    const V s = L::xor3(sum[0], sum[1], sum[2]);
    const V carries = L::or3(carry[0], carry[1], carry[2]);
    const V p = L::and_or(L::and_or(L::majority(carry[0], carry[1], carry[2]), carry[3], carries),
                          L::or_(carries, carry[3]), s);
    any = L::or_(g, p);
    all = L::and_(g, p);
  }
};

}  // namespace cpsudoku::bitboard
