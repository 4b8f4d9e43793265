// Where to guess: one cell and candidate for each of the stalled grids.
#pragma once

#include <cstdint>

namespace cpsudoku::bitboard {

template <class L>
class Guess {
  using V = typename L::V;
  using Mask = typename L::Mask;

 public:
  V cell;       // index of the chosen cell
  V candidate;  // the candidate to try first

  [[gnu::noinline]] explicit Guess(const V* grid) {
    V pair[81], count[81];
    for (int i = 0; i < 81; ++i) {
      count[i] = L::popcount(grid[i]);
      pair[i] = L::and_(grid[i], L::equal_v(count[i], L::all(2)));
    }
    V r0[9], r1[9], c0[9], c1[9];
    for (int u = 0; u < 9; ++u) {
      weigh(grid + 9 * u, pair + 9 * u, 1, r0[u], r1[u]);
      weigh(grid + u, pair + u, 9, c0[u], c1[u]);
    }
    V best = L::all(-1);
    for (int i = 0; i < 81; ++i) {
      const V x = grid[i];
      const int r = i / 9, c = i % 9;
      const V carry = L::and_(r0[r], c0[c]);
      const V w0 = L::and_(x, L::xor_(r0[r], c0[c]));
      const V w1 = L::and_(x, L::xor3(r1[r], c1[c], carry));
      const V w2 = L::and_(x, L::majority(r1[r], c1[c], carry));
      const V p1 = L::popcount(w1), p2 = L::popcount(w2);
      const V score = L::add(L::add(L::popcount(w0), L::add(p1, p1)), L::template shift_left<2>(p2));
      const V size = L::min(count[i], L::all(7));
      V key = L::sub(L::or_(L::template shift_left<13>(size), L::all(i | 63 << 7)),
                     L::template shift_left<7>(L::min(score, L::all(63))));
      key = L::or_(key, L::equal_v(L::min(size, L::all(1)), size));
      best = L::min(best, key);
    }
    cell = L::and_(best, L::all(0x7f));
    V chosen = L::zero();
    for (int i = 0; i < 81; ++i) {
      chosen = L::and_or(chosen, grid[i], L::equal_v(cell, L::all(i)));
    }
    candidate = L::and_(chosen, L::sub(L::zero(), chosen));
  }

 private:
  static void weigh(const V* grid, const V* pair, int step, V& w0, V& w1) {
    V once = L::zero(), twice = L::zero();
    V p1 = L::zero(), p2 = L::zero(), p3 = L::zero(), p4 = L::zero();
    for (int k = 0; k < 9; ++k) {
      const V y = pair[step * k], x = grid[step * k];
      twice = L::and_or(twice, once, y);
      once = L::or_(once, y);
      p4 = L::and_or(p4, p3, x);
      p3 = L::and_or(p3, p2, x);
      p2 = L::and_or(p2, p1, x);
      p1 = L::or_(p1, x);
    }
    // twice + p3 + p4 as a two-bit number for each digit
    w0 = L::xor3(twice, p3, p4);
    w1 = L::majority(twice, p3, p4);
  }
};

}  // namespace cpsudoku::bitboard
