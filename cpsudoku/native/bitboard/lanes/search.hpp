// The search of many puzzles: which node is in which lane, and what becomes of it.
//
//   puzzles ──parse──▶ ready ─────exchange────▶ lanes ──┬─ dead
//                        ▲ ▲                      ▲     ├─ solved ──▶ solved ──emit──▶ solutions
//      the candidate ────┘ │                      └round┴─ still ───▶ stalled
//        (positive child)  │                                            │ guess, a vector at a time
//                          └──resume── a stack for each puzzle ◀────────┘ all but the candidate
//                                                                           (negative child)
//
// `ready`, `stalled` and `solved` are queues of grids side by side, as in the lanes, so that a grid
// goes in and out by one permutation per vector.  When enough lanes are free (a quarter), one pass
// over the vectors puts out those that are still or solved and fills all of them.  Guesses are made
// for as many grids as there are lanes.
//
// A puzzle is searched *depth first*: the candidate first, and the negative child only when all
// beneath the candidate is done.  The lanes are kept full by having several times as many puzzles
// under way as there are lanes.  With one stack for all puzzles, whose last nodes were taken when
// lanes were empty, both children were searched at the same time, and puzzles with several
// solutions took 2.5 times the guesses.  Waiting grids have their 81 cells in a row, 192 bytes with
// what belongs to them, and get there by transposing a vector's worth of grids.
//
// Only when nothing else is left to fill the lanes are negative children searched ahead of time
// (`speculate`).  Which solution is found first then depends on chance, so each node has its
// *path*, one bit per guess, 0 for the candidate; read as a number it is the order of the tree.  A
// puzzle keeps the solution of the least path, and is finished with when there are enough solutions
// and no node with a lesser path.  That makes the answer independent of widths, threads and
// neighbours. (64 guesses are kept of a path.  Were the first solution of a puzzle deeper than
// that, one that shares its 64 first guesses might be given instead; no puzzle is known that comes
// near.)
//
// Bounds.  Nodes under way: `ready` grows by a vector only when it has less than that, and what a
// guess puts into it was taken from it before, so `ready` and `stalled` together never have more
// than three vectors' worth.  Waiting nodes: at most one for each guess on the path of a node under
// way or of a puzzle begun; 300 empty grids have some 4000.  They are allocated in segments, and
// when memory runs out the search ends with kNoMemory.
#pragma once

#include "bitboard/lanes/guess.hpp"
#include "bitboard/lanes/queue.hpp"
#include "bitboard/lanes/waiting.hpp"

namespace cpsudoku::bitboard {

template <LaneVector L>
class LaneSearch {
  using V = typename L::V;
  using Mask = typename L::Mask;
  static constexpr int kLanes = L::kLanes;
  static constexpr int kExchangeAt = kLanes / 4;
  static constexpr int kMostBegun = 6 * kLanes;     // puzzles begun and not decided
  static constexpr std::uint32_t kWatchEvery = 64;  // rounds, some ten microseconds
  static constexpr std::uint32_t kNobody = 0xffffffff;

  using Queue = GridQueue<L>;
  using Node = LaneNode;
  using Waiting = typename WaitingNodes<L>::Grid;

 public:
  // `memory` is of this class's size, and either zeroed or what the last call left.
  static Ended solve(Job& job, void* memory) { return static_cast<LaneSearch*>(memory)->run(job); }

 private:
  Ended run(Job& job) {
    job_ = &job;
    job.malformed = job.size;
    next_ = 0;
    ready_.size = stalled_.size = solved_.size = 0;
    begun_ = dormant_size_ = 0;
    out_of_memory_ = false;
    for (V& v : lanes_.cell) v = L::zero();
    for (V& v : lanes_.row_triad) v = L::zero();
    for (V& v : lanes_.column_triad) v = L::zero();
    lanes_.sum = L::zero();
    idle_ = L::kAllLanes;
    dead_ = still_ = done_ = 0;
    std::uint32_t until_watch = kWatchEvery;
    for (;;) {
      if (__builtin_popcount(idle_ | dead_ | still_ | done_) >= kExchangeAt) {
        exchange();
        if (out_of_memory_) return leave(Ended::kNoMemory);
      }
      if (idle_ == L::kAllLanes) {
        if (stalled_.size || ready_.size || begun_ || next_ < job.size) continue;
        break;
      }
      const auto r = Round<L>::run(lanes_);
      const Mask active = L::kAllLanes & ~(idle_ | dead_ | still_ | done_);
      ++job.effort.rounds;
      job.effort.lane_rounds += static_cast<std::uint64_t>(__builtin_popcount(active));
      dead_ |= r.dead & active;
      still_ |= r.still & active;
      done_ |= r.solved & active;
      if (--until_watch == 0) {
        until_watch = kWatchEvery;
        if (job.expired(job.owner)) return leave(Ended::kExpired);
      }
    }
    flush();
    return job.malformed < job.size ? Ended::kMalformed : Ended::kDone;
  }

  // Ends before the end: what is under way is not known.
  Ended leave(Ended how) {
    flush();
    for (std::uint32_t p = 0; p < next_; ++p) {
      Progress& x = job_->progress[p];
      x.open = (x.active || x.waiting) && x.count < job_->limit;
      while (x.waiting) pop(x);
    }
    for (std::uint32_t p = next_; p < job_->size; ++p) job_->progress[p] = {0, 0, 0, 0, true};
    return how;
  }

  // Whether a node of this path can add nothing to what is known of its puzzle.
  bool finished(const Progress& p, std::uint64_t path) const {
    return p.count >= job_->limit && path > p.best;
  }

  // Empties the lanes that are done with their node and fills all that are free.
  void exchange() {
    for (Mask m = dead_; m; m &= m - 1) retire(lane_node_[__builtin_ctz(m)]);
    idle_ |= dead_;
    dead_ = 0;
    refill(__builtin_popcount(idle_ | still_ | done_));
    if (out_of_memory_ || !(still_ | done_ | static_cast<Mask>(ready_.size))) return;
    ++job_->effort.exchanges;
    do {
      const Mask out_still = few(still_, L::kMaxMove);
      const Mask out_done = few(done_, L::kMaxMove);
      still_ &= ~out_still;
      done_ &= ~out_done;
      idle_ |= out_still | out_done;
      const Mask in = few(idle_, ready_.size < L::kMaxMove ? ready_.size : L::kMaxMove);
      const int from = ready_.size - __builtin_popcount(in);
      const Mask hollow = GridMove<L>{out_still, stalled_.cell[0] + stalled_.size,
                                      out_done,  solved_.cell[0] + solved_.size,
                                      in,        ready_.cell[0] + from}
                              .run(lanes_);
      for (Mask m = out_still; m; m &= m - 1) {
        stalled_.node[stalled_.size++] = lane_node_[__builtin_ctz(m)];
      }
      for (Mask m = out_done; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        solution(lane_node_[lane], hollow >> lane & 1);
      }
      ready_.size = from;
      int k = from;
      for (Mask m = in; m; m &= m - 1) lane_node_[__builtin_ctz(m)] = ready_.node[k++];
      idle_ &= ~in;
      if (solved_.size >= kLanes) flush();
    } while ((still_ | done_) || (idle_ && ready_.size));
  }

  // Gets enough nodes ready, if there are any.
  void refill(int free) {
    while (stalled_.size >= kLanes && !out_of_memory_) guess();
    while (ready_.size < free && !out_of_memory_) {
      const bool fresh = next_ < job_->size && begun_ < kMostBegun;
      if (dormant_size_ >= kLanes || (dormant_size_ && !fresh)) {
        resume();
      } else if (fresh) {
        parse();
      } else if (stalled_.size) {
        guess();
      } else if (!speculate()) {
        break;
      }
    }
  }

  // At most n lanes of a mask.
  static Mask few(Mask m, int n) {
    if (__builtin_popcount(m) <= n) return m;
    Mask rest = m;
    for (; n; --n) rest &= rest - 1;
    return m & ~rest;
  }

  // Fresh puzzles.
  [[gnu::noinline]] void parse() {
    const std::uint32_t left = job_->size - next_;
    const int n = left < kLanes ? static_cast<int>(left) : kLanes;
    const std::uint8_t* rows[kLanes];
    Node* node = ready_.node + ready_.size;
    for (int l = 0; l < kLanes; ++l) {
      const std::uint32_t p = next_ + static_cast<std::uint32_t>(l < n ? l : n - 1);
      rows[l] = job_->rows + (job_->offsets ? job_->offsets[p] : job_->stride * p);
      if (l < n) {
        node[l] = Node{0, p, 0};
        job_->progress[p] = Progress{0, 0, 1, 0, false};
      }
    }
    std::uint16_t* to = ready_.cell[0] + ready_.size;
    const bool masks = job_->notation == Notation::kCandidates;
    if (const Mask bad =
            masks ? copy_masks(rows, to) : L::parse(rows, job_->notation, to, Queue::kStride)) {
      const std::uint32_t first = next_ + static_cast<std::uint32_t>(__builtin_ctz(bad));
      if (first < job_->malformed) job_->malformed = first;
    }
    ready_.size += n;
    begun_ += n;
    next_ += static_cast<std::uint32_t>(n);
    job_->effort.nodes += static_cast<std::uint64_t>(n);
  }

  // Puzzles of candidates; returns those with a mask that has bits beyond the nine digits'.
  static Mask copy_masks(const std::uint8_t* const rows[kLanes], std::uint16_t* to) {
    Mask bad = 0;
    for (int l = 0; l < kLanes; ++l) {
      unsigned all = 0;
      for (std::size_t c = 0; c < 81; ++c) {
        std::uint16_t mask;
        __builtin_memcpy(&mask, rows[l] + 2 * c, 2);
        all |= mask;
        to[Queue::kStride * c + static_cast<std::size_t>(l)] = mask & 0x1ff;
      }
      if (all > 0x1ff) bad |= Mask{1} << l;
    }
    return bad;
  }

  // The last waiting nodes of puzzles that have none in the lanes.
  void resume() {
    Node* node = ready_.node + ready_.size;
    const Waiting* grids[kLanes];
    int n = 0;
    while (n < kLanes && dormant_size_) {
      const std::uint32_t p = dormant_[--dormant_size_];
      Progress& x = job_->progress[p];
      take(p, x, grids[n], node[n]);
      ++n;
    }
    gather(grids, n);
  }

  // No puzzle sleeps and none is fresh: take more nodes of those that are being searched.
  bool speculate() {
    Node* node = ready_.node + ready_.size;
    const Waiting* grids[kLanes];
    int n = 0;
    for (int l = 0; l < kLanes && n < kLanes; ++l) {
      if (idle_ >> l & 1) continue;
      Progress& x = job_->progress[lane_node_[l].puzzle];
      while (x.waiting && finished(x, waiting_[x.waiting].path)) pop(x);
      if (!x.waiting) continue;
      take(lane_node_[l].puzzle, x, grids[n], node[n]);
      ++n;
    }
    gather(grids, n);
    return n;
  }

  void take(std::uint32_t p, Progress& x, const Waiting*& grid, Node& node) {
    const Waiting& w = waiting_[x.waiting];
    grid = &w;
    node = Node{w.path, p, w.depth};
    ++x.active;
    pop(x);
  }

  [[gnu::noinline]] void gather(const Waiting* grids[kLanes], int n) {
    if (!n) return;
    for (int l = n; l < kLanes; ++l) grids[l] = grids[0];
    const std::uint16_t* rows[kLanes];
    for (int l = 0; l < kLanes; ++l) rows[l] = grids[l]->cell;
    L::gather(rows, ready_.cell[0] + ready_.size, Queue::kStride);
    ready_.size += n;
  }

  // A node is done with.
  void retire(const Node& node) {
    Progress& x = job_->progress[node.puzzle];
    if (--x.active) return;
    if (x.count >= job_->limit) {
      while (x.waiting && waiting_[x.waiting].path > x.best) pop(x);
    }
    if (x.waiting) {
      waiting_.prefetch(x.waiting);
      dormant_[dormant_size_++] = node.puzzle;
    } else {
      --begun_;
    }
  }

  void pop(Progress& x) {
    const std::uint32_t index = x.waiting;
    x.waiting = waiting_[index].below;
    waiting_.give_back(index);
  }

  // Splits stalled nodes in two each.
  [[gnu::noinline]] void guess() {
    const int n = stalled_.size < kLanes ? stalled_.size : kLanes;
    stalled_.size -= n;
    const int base = stalled_.size;
    Mask live = 0;
    for (int i = 0; i < n; ++i) {
      const Node& node = stalled_.node[base + i];
      if (finished(job_->progress[node.puzzle], node.path)) {
        retire(node);
      } else {
        live |= Mask{1} << i;
      }
    }
    if (!live) return;
    Waiting* to[kLanes];
    for (int l = 0; l < kLanes; ++l) to[l] = &nowhere_;
    std::uint32_t index[kLanes];
    for (Mask m = live; m; m &= m - 1) {
      if (!waiting_.available(*job_)) {
        out_of_memory_ = true;
        return;
      }
      const int l = __builtin_ctz(m);
      index[l] = waiting_.take();
      to[l] = &waiting_[index[l]];
    }
    V grid[81];
    if (live == L::kAllLanes) {
      for (int i = 0; i < 81; ++i) {
        grid[i] = L::load(stalled_.cell[i] + base);
        L::store(ready_.cell[i] + ready_.size, grid[i]);
      }
    } else {
      const typename L::Pack pack(live);
      for (int i = 0; i < 81; ++i) {
        grid[i] = L::load(stalled_.cell[i] + base);
        pack(ready_.cell[i] + ready_.size, grid[i]);
      }
    }
    alignas(64) std::uint16_t chosen[kLanes];
    Guess<L>::cells(grid, chosen);
    std::uint16_t* rows[kLanes];
    for (int l = 0; l < kLanes; ++l) rows[l] = to[l]->cell;
    L::scatter(grid, rows);
    int k = 0;
    for (Mask m = live; m; m &= m - 1, ++k) {
      const int l = __builtin_ctz(m);
      Node& node = ready_.node[ready_.size + k];
      node = stalled_.node[base + l];
      ++node.depth;
      Waiting& w = *to[l];
      const unsigned candidates = w.cell[chosen[l]], first = candidates & -candidates;
      ready_.cell[chosen[l]][ready_.size + k] = static_cast<std::uint16_t>(first);
      w.cell[chosen[l]] = static_cast<std::uint16_t>(candidates & ~first);
      Progress& x = job_->progress[node.puzzle];
      w.path = node.depth <= 64 ? node.path | std::uint64_t{1} << (64 - node.depth) : node.path;
      w.depth = static_cast<std::uint16_t>(node.depth);
      w.below = x.waiting;
      x.waiting = index[l];
    }
    ready_.size += k;
    job_->effort.guesses += static_cast<std::uint64_t>(k);
    job_->effort.nodes += 2 * static_cast<std::uint64_t>(k);
    if (waiting_.used() > job_->effort.peak_waiting) job_->effort.peak_waiting = waiting_.used();
  }

  // A lane held a solution, unless it is hollow; its grid is the next in solved_.
  void solution(const Node& node, bool hollow) {
    Node& kept = solved_.node[solved_.size++];
    kept = node;
    if (hollow) {
      kept.puzzle = kNobody;
    } else {
      Progress& x = job_->progress[node.puzzle];
      if (x.count == 0 || node.path < x.best) x.best = node.path;
      if (x.count < job_->limit) ++x.count;
    }
    retire(node);
  }

  // Writes those solutions that are the first of their puzzle so far.
  [[gnu::noinline]] void flush() {
    if (job_->solutions) {
      for (int base = 0; base < solved_.size; base += kLanes) {
        std::uint8_t* rows[kLanes];
        for (int l = 0; l < kLanes; ++l) {
          rows[l] = nowhere_bytes_;
          if (base + l >= solved_.size) continue;
          const Node& node = solved_.node[base + l];
          if (node.puzzle != kNobody && node.path == job_->progress[node.puzzle].best) {
            rows[l] = job_->solutions + std::size_t{81} * node.puzzle;
          }
        }
        L::emit(solved_.cell[0] + base, Queue::kStride, rows, job_->zero);
      }
    }
    solved_.size = 0;
  }

  Grids<L> lanes_;
  Node lane_node_[kLanes];
  Mask idle_, dead_, still_, done_;
  Queue ready_, stalled_, solved_;
  Job* job_;
  std::uint32_t next_;  // the first puzzle that is not begun
  int begun_, dormant_size_;
  std::uint32_t dormant_[kMostBegun + kLanes];  // puzzles with waiting nodes and none under way
  WaitingNodes<L> waiting_;
  bool out_of_memory_;
  Waiting nowhere_;  // where vectors' unused lanes go
  std::uint8_t nowhere_bytes_[96];
};

}  // namespace cpsudoku::bitboard
