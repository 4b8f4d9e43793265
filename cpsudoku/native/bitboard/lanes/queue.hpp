// Queues of grids beside the lanes, and the pass that exchanges grids between lanes and queues.
//
//     lanes       cell 0: │ a │ b │ c │ d │ …        still: a, c      solved: d      new: p, q
//     ready       cell 0: │ … │ p │ q │
//     stalled     cell 0: │ … │ a │ c │              and so for the other 80 cells
//     solved      cell 0: │ … │ d │
//     then lanes  cell 0: │ p │ b │ q │ d │ …        the rest of the lanes stays as it is
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitboard/lanes/round.hpp"
#include "bitboard/lanes/vector.hpp"

namespace cpsudoku::bitboard {

// What belongs to a grid on its way.
struct LaneNode {
  std::uint64_t path;    // guesses from the root, first in the highest bit; 1: not the candidate
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
  static_assert(kCapacity >= 4 * L::kLanes, "a vector from the last grid on reaches behind the queue");
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
  Mask done;   // the same for those that are solved
  std::uint16_t* to_done;
  Mask in;     // lanes that are filled, and where from
  const std::uint16_t* source;

  // Returns the solved lanes that have a cell without a candidate: a box may have two hidden singles
  // in one cell and lose all of another cell in the same visit.
  Mask run(Grids<L>& lanes) const {
    if (still) {
      if (done) return in ? pass<true, true, true>(lanes) : pass<true, true, false>(lanes);
      return in ? pass<true, false, true>(lanes) : pass<true, false, false>(lanes);
    }
    if (done) return in ? pass<false, true, true>(lanes) : pass<false, true, false>(lanes);
    return pass<false, false, true>(lanes);
  }

 private:
  // One pass over the vectors.
  template <bool kStill, bool kDone, bool kIn>
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
        if (kStill) pack_still(out_still + at, v[k]);
        if (kDone) {
          pack_done(out_done + at, v[k]);
          empty = L::or_(empty, L::add(v[k], L::all(-1)));
        }
        if (kIn) {
          v[k] = spread(v[k], from + at);
          cell = v[k];
        }
      }
      if (!kIn) continue;
      V* row = lanes.row_triad + 9 * kVisits[visit].band + kVisits[visit].stack;
      V* column = lanes.column_triad + 9 * kVisits[visit].stack + kVisits[visit].band;
      for (int i = 0; i < 3; ++i) {
        row[3 * i] = spread.keep_new(row[3 * i], L::or3(v[3 * i], v[3 * i + 1], v[3 * i + 2]));
        column[3 * i] = spread.keep_new(column[3 * i], L::or3(v[i], v[i + 3], v[i + 6]));
      }
    }
    // No round's sum is 0, so a new grid is not still after its first.
    if (kIn) lanes.sum = spread.keep_new(lanes.sum, L::zero());
    return kDone ? L::negative(empty) : 0;
  }
};

}  // namespace cpsudoku::bitboard
