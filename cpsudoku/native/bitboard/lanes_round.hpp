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
    V full = L::all(0x1ff), empty = L::zero();
    V s0 = L::zero(), s1 = L::zero(), s2 = L::zero();
    box<0, 0>(g, s0, full, empty);
    box<1, 1>(g, s0, full, empty);
    box<2, 2>(g, s0, full, empty);
    box<0, 1>(g, s1, full, empty);
    box<1, 2>(g, s1, full, empty);
    box<2, 0>(g, s1, full, empty);
    box<0, 2>(g, s2, full, empty);
    box<1, 0>(g, s2, full, empty);
    box<2, 1>(g, s2, full, empty);
    RoundResult<L> result;
    result.dead = ~L::equal(full, L::all(0x1ff)) & L::kAllLanes;
    result.dead |= L::nonzero(L::and_(empty, L::all(0xfe00)));
#if 1
    result.still = L::equal(L::or3(L::xor_(s0, g.sum[0]), L::xor_(s1, g.sum[1]), L::xor_(s2, g.sum[2])), L::zero());
#else
    result.still = L::equal(L::or_(L::xor_(s1, g.sum[1]), L::xor_(s2, g.sum[2])), L::zero());
#endif
    result.solved = L::equal(L::add(s0, L::add(s1, s2)), L::all(9 * 0x1ff)) & ~result.dead;
    result.still &= ~(result.dead | result.solved);
    g.sum[0] = s0;
    g.sum[1] = s1;
    g.sum[2] = s2;
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
    for (int k = 0; k < 9; ++k) v[k] = L::restrict(v[k], hidden);
    V below[9], single[9];
    for (int k = 0; k < 9; ++k) {
      below[k] = L::add(v[k], L::all(-1));
      single[k] = L::if_single(v[k], below[k]);
    }
    const V taken = sum9(single);
    empty = L::or3(empty, or9(below), taken);
    for (int k = 0; k < 9; ++k) v[k] = L::and_unless(v[k], taken, single[k]);
    for (int k = 0; k < 9; ++k) cell[9 * (k / 3) + k % 3] = v[k];
    sum = L::add(sum, sum9(v));
    V r[3], c[3];
    for (int i = 0; i < 3; ++i) {
      r[i] = L::or3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
      c[i] = L::or3(v[i], v[i + 3], v[i + 6]);
    }
    full = L::and_(full, L::or3(r[0], r[1], r[2]));
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

  CPSUDOKU_INLINE V sum9(const V v[9]) {
    return L::add(L::add(L::add(v[0], v[1]), L::add(v[2], v[3])),
                  L::add(L::add(v[4], v[5]), L::add(L::add(v[6], v[7]), v[8])));
  }
  CPSUDOKU_INLINE V or9(const V v[9]) {
    return L::or3(L::or3(v[0], v[1], v[2]), L::or3(v[3], v[4], v[5]), L::or3(v[6], v[7], v[8]));
  }
};

}  // namespace cpsudoku::bitboard
