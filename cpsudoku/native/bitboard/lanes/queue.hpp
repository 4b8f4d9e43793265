// Queues of grids beside the lanes, and the pass that exchanges grids between lanes and queues.
//
//     lanes       cell 0: │ a │ b │ c │ d │ …        still: a, c      solved: d      new: p, q
//     ready       cell 0: │ … │ p │ q │
//     stalled     cell 0: │ … │ a │ c │              and so for the other 80 cells
//     solved      cell 0: │ … │ d │
//     then lanes  cell 0: │ p │ b │ q │ d │ …        the rest of the lanes stays as it is
#pragma once

#include <array>

#include "bitboard/lanes/round.hpp"

namespace cpsudoku::bitboard {

// What belongs to a grid on its way.
struct LaneNode {
  std::uint64_t path;  // guesses from the root, first in the highest bit; 1: not the candidate
  std::uint32_t puzzle;
  std::uint32_t depth;
};

// Grids side by side: the set of cell c of grid r is cell[c][r].
template <LaneVector L>
struct alignas(64) GridQueue {
  static constexpr int kCapacity = 4 * L::kLanes;
  // An odd number of cache lines, so that a column is spread over all sets of the cache.
  static constexpr std::size_t kStride = (kCapacity * 2 / 64 | 1) * 32;
  // Ready and stalled grids together are at most 3·kLanes − 2: grids are added only where fewer than
  // kLanes of each are there, and a guess turns stalled into ready ones.  A vector of kLanes may be
  // read or written from the last of them on.
  static_assert(kCapacity >= 4 * L::kLanes,
                "a vector from the last grid on reaches beyond the queue");
  static_assert(kStride >= kCapacity, "the grids of one cell reach into those of the next");
  std::uint16_t cell[81][kStride];
  LaneNode node[kCapacity];
  int size;
};

// One exchange, of at most L::kMaxMove grids of a kind.
template <LaneVector L>
struct GridMove {
  using V = typename L::V;
  using Mask = typename L::Mask;

  Mask still;  // lanes that are put out, and where to in the queue
  std::uint16_t* to_still;
  Mask done;  // the same for those that are solved
  std::uint16_t* to_done;
  Mask in;  // lanes that are filled, and where from
  const std::uint16_t* source;

  // Returns the solved lanes that have a cell without a candidate: a box may have two hidden singles
  // in one cell and lose all of another cell in the same visit.
  Mask run(Grids<L>& lanes) const {
    if constexpr (L::kByWords) {
      return word_by_word(lanes);
    } else if constexpr (L::kMaxMove > 8) {
      // A store of a whole vector often lies across two cache lines, and then takes twice as long.
      const int stills = __builtin_popcount(still), dones = __builtin_popcount(done);
      const int out = stills > dones ? stills : dones, ins = __builtin_popcount(in);
      if (out > 16 || ins > 16) return run<L::kMaxMove, L::kMaxMove>(lanes);
      if (out > 8) return run<16, 16>(lanes);
      return run<8, 16>(lanes);
    } else {
      return run<8, 8>(lanes);
    }
  }

 private:
  // For at most this many grids out, of each kind, and in.
  template <int kOut, int kInto>
  Mask run(Grids<L>& lanes) const {
    if (still) {
      if (done) {
        return in ? pass<kOut, kInto, true, true, true>(lanes)
                  : pass<kOut, kInto, true, true, false>(lanes);
      }
      return in ? pass<kOut, kInto, true, false, true>(lanes)
                : pass<kOut, kInto, true, false, false>(lanes);
    }
    if (done) {
      return in ? pass<kOut, kInto, false, true, true>(lanes)
                : pass<kOut, kInto, false, true, false>(lanes);
    }
    return pass<kOut, kInto, false, false, true>(lanes);
  }

  // One pass over the vectors.
  template <int kOut, int kInto, bool kStill, bool kDone, bool kIn>
  [[gnu::noinline]] Mask pass(Grids<L>& lanes) const {
    const typename L::PackFew pack_still(still), pack_done(done);
    const typename L::SpreadFew spread(in);
    // The vectors may alias what `this` points to.
    std::uint16_t *const out_still = to_still, *const out_done = to_done;
    const std::uint16_t* const from = source;
    V empty = L::zero();
    for (int visit = 0; visit < 9; ++visit) {
      V v[9];
      for (int k = 0; k < 9; ++k) {
        const auto cell_index = static_cast<std::size_t>(Round<L>::cell_of(visit, k));
        const std::size_t at = GridQueue<L>::kStride * cell_index;
        V& cell = lanes.cell[9 * visit + k];
        v[k] = cell;
        if (kStill) pack_still.template pack<kOut>(out_still + at, v[k]);
        if (kDone) {
          pack_done.template pack<kOut>(out_done + at, v[k]);
          empty = L::or_(empty, L::add(v[k], L::all(-1)));
        }
        if (kIn) {
          v[k] = spread.template spread<kInto>(v[k], from + at);
          cell = v[k];
        }
      }
      if (!kIn) continue;
      put_triads(lanes, visit, v, spread);
    }
    // No round's sum is 0, so a new grid is not still after its first.
    if (kIn) lanes.sum = spread.keep_new(lanes.sum, L::zero());
    return kDone ? L::negative(empty) : 0;
  }

  // The triads of one box for the new grids; the others' may be less than their cells.
  [[gnu::always_inline]] static inline void put_triads(Grids<L>& lanes, int visit, const V* v,
                                                       const typename L::SpreadFew& spread) {
    V* row = lanes.row_triad + 9 * kVisits[visit].band + kVisits[visit].stack;
    V* column = lanes.column_triad + 9 * kVisits[visit].stack + kVisits[visit].band;
    for (int i = 0; i < 3; ++i) {
      row[3 * i] = spread.keep_new(row[3 * i], L::or3(v[3 * i], v[3 * i + 1], v[3 * i + 2]));
      column[3 * i] = spread.keep_new(column[3 * i], L::or3(v[i], v[i + 3], v[i + 6]));
    }
  }

  // Grid after grid, where vectors cannot be permuted.
  [[gnu::noinline]] Mask word_by_word(Grids<L>& lanes) const {
    V empty = L::zero();
    if (done) {
      for (const V& cell : lanes.cell) empty = L::or_(empty, L::add(cell, L::all(-1)));
    }
    const auto out = [&](Mask m, std::uint16_t* to) {
      for (; m; m &= m - 1, ++to) {
        const auto* word = L::words(lanes.cell[0]) + __builtin_ctz(m);
        for (std::size_t i = 0; i < 81; ++i) to[kPlace[i]] = word[L::kLanes * i];
      }
    };
    out(still, to_still);
    out(done, to_done);
    const std::uint16_t* from = source;
    for (Mask m = in; m; m &= m - 1, ++from) {
      auto* word = L::words(lanes.cell[0]) + __builtin_ctz(m);
      for (std::size_t i = 0; i < 81; ++i) word[L::kLanes * i] = from[kPlace[i]];
    }
    if (in) triads(lanes);
    return L::negative(empty);
  }

  void triads(Grids<L>& lanes) const {
    const typename L::SpreadFew spread(in);
    for (int visit = 0; visit < 9; ++visit)
      put_triads(lanes, visit, lanes.cell + 9 * visit, spread);
    lanes.sum = spread.keep_new(lanes.sum, L::zero());
  }

  // Where in a queue the cells of the lanes are, in their order.
  static constexpr auto kPlace = [] {
    std::array<std::size_t, 81> place{};
    for (int i = 0; i < 81; ++i) {
      place[i] = GridQueue<L>::kStride * static_cast<std::size_t>(Round<L>::cell_of(i / 9, i % 9));
    }
    return place;
  }();
};

}  // namespace cpsudoku::bitboard
