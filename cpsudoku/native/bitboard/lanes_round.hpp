// One round of propagation in all lanes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cpsudoku::bitboard {

#define CPSUDOKU_INLINE [[gnu::always_inline]] static inline

#ifndef LANES_D
#define LANES_D 1
#endif

// The grids in the lanes of the vectors.
template <class L>
struct alignas(64) Grids {
  using V = typename L::V;
  V cell[81];
  V row_triad[27];     // [9 * band + 3 * row in it + stack]
  V column_triad[27];  // [9 * stack + 3 * column in it + band]
  V sum[3];            // of the cells in each third of the last round
};

template <class L>
struct RoundResult {
  typename L::Mask dead, still, solved;
};

template <class L>
class Round {
  using V = typename L::V;
  using Mask = typename L::Mask;

 public:
  [[gnu::noinline]] static RoundResult<L> run(Grids<L>& g) {
    V full = L::all(0x1ff), empty = L::zero(), sum[3] = {L::zero(), L::zero(), L::zero()};
    box<0, 0>(g, sum[0], full, empty);
    box<1, 1>(g, sum[0], full, empty);
    box<2, 2>(g, sum[0], full, empty);
    box<0, 1>(g, sum[1], full, empty);
    box<1, 2>(g, sum[1], full, empty);
    box<2, 0>(g, sum[1], full, empty);
    box<0, 2>(g, sum[2], full, empty);
    box<1, 0>(g, sum[2], full, empty);
    box<2, 1>(g, sum[2], full, empty);
    const V changed = L::or3(L::xor_(sum[0], g.sum[0]), L::xor_(sum[1], g.sum[1]),
                             L::xor_(sum[2], g.sum[2]));
    const V wrong = L::or_(L::xor_(full, L::all(0x1ff)), L::and_(empty, L::all(0xfe00)));
    const V total = L::add(sum[0], L::add(sum[1], sum[2]));
    RoundResult<L> result;
    result.dead = L::nonzero(wrong);
    result.solved = L::equal(total, L::all(9 * 0x1ff)) & ~result.dead;
    result.still = L::equal(changed, L::zero()) & ~(result.dead | result.solved);
    for (int i = 0; i < 3; ++i) g.sum[i] = sum[i];
    return result;
  }

 private:
  template <int kBand, int kStack>
  CPSUDOKU_INLINE void box(Grids<L>& g, V& sum, V& full, V& empty) {
    V* row = g.row_triad + 9 * kBand;
    V* column = g.column_triad + 9 * kStack;
    V in_row[3], in_column[3];
    allowed<kStack>(row, in_row);
    allowed<kBand>(column, in_column);
    constexpr bool kR = LANES_D == 1 || (LANES_D == 2 && (kBand + kStack) % 2 == 0) || (LANES_D == 3) || (LANES_D==5 && (kBand+kStack)%3==0)|| (LANES_D==6 && (kBand+kStack)%3!=0);
    constexpr bool kC = LANES_D == 1 || (LANES_D == 2 && (kBand + kStack) % 2 == 1) || (LANES_D == 4) || (LANES_D==5 && (kBand+kStack)%3==0)|| (LANES_D==6 && (kBand+kStack)%3!=0);
    if (kR) {
      for (int i = 0; i < 3; ++i) in_row[i] = L::and_(in_row[i], row[3 * i + kStack]);
    }
    if (kC) {
      for (int i = 0; i < 3; ++i) in_column[i] = L::and_(in_column[i], column[3 * i + kBand]);
    }
    V* cell = g.cell + 27 * kBand + 3 * kStack;
    V v[9];
    for (int k = 0; k < 9; ++k) {
      v[k] = L::and3(cell[9 * (k / 3) + k % 3], in_row[k / 3], in_column[k % 3]);
    }
    const V hidden = L::once(v);
    V last = L::zero();
    V forced[9], single[9], taken = L::zero();
    for (int k = 0; k < 9; ++k) {
      forced[k] = L::and_(v[k], hidden);
      const V below = L::add(v[k], L::all(-1));
      single[k] = L::if_single(v[k], below);
      taken = k ? L::add(taken, single[k]) : single[k];
      if (k % 2) empty = L::or3(empty, last, below); else last = below;
    }
    empty = L::or3(empty, last, taken);
    taken = L::or_(taken, hidden);
    V r[3], c[3];
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const int k = 3 * i + j;
        v[k] = L::prefer(forced[k], L::and_unless(v[k], taken, single[k]));
        cell[9 * i + j] = v[k];
      }
      r[i] = L::or3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
    }
    for (int j = 0; j < 3; ++j) c[j] = L::or3(v[j], v[j + 3], v[j + 6]);
    full = L::and_(full, L::or3(r[0], r[1], r[2]));
    sum = L::add(sum, L::add(L::add(L::add(r[0], r[1]), L::add(r[2], c[0])), L::sub(L::add(c[1], c[2]), taken)));
    if (kR) confine(r);
    if (kC) confine(c);
    for (int i = 0; i < 3; ++i) {
      row[3 * i + kStack] = r[i];
      column[3 * i + kBand] = c[i];
    }
  }

  template <int kOwn>
  CPSUDOKU_INLINE void allowed(const V* triad, V out[3]) {
    constexpr int kA = (kOwn + 1) % 3, kB = (kOwn + 2) % 3;
    const V a0 = triad[kA], a1 = triad[3 + kA], a2 = triad[6 + kA];
    const V b0 = triad[kB], b1 = triad[3 + kB], b2 = triad[6 + kB];
    out[0] = L::two_pairs(a1, b2, a2, b1);
    out[1] = L::two_pairs(a0, b2, a2, b0);
    out[2] = L::two_pairs(a0, b1, a1, b0);
  }

  CPSUDOKU_INLINE void confine(V t[3]) {
    const V d0 = L::and_neither(t[0], t[1], t[2]);
    const V d1 = L::and_neither(t[1], t[0], t[2]);
    const V d2 = L::and_neither(t[2], t[0], t[1]);
    t[0] = L::if_three(d0, t[0]);
    t[1] = L::if_three(d1, t[1]);
    t[2] = L::if_three(d2, t[2]);
  }
};

}  // namespace cpsudoku::bitboard
