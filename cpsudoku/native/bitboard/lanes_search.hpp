// The search: which node is in which lane, and what happens to it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes_guess.hpp"
#include "lanes_job.hpp"
#include "lanes_round.hpp"

namespace cpsudoku::bitboard {

#ifndef LANES_THR
#define LANES_THR 4
#endif
#ifndef LANES_ACTIVE
#define LANES_ACTIVE 6
#endif

template <class L>
class LaneSearch {
  using V = typename L::V;
  using Mask = typename L::Mask;
  static constexpr int kLanes = L::kLanes;
  static constexpr int kExchangeAt = kLanes / LANES_THR;
  static constexpr int kSearched = LANES_ACTIVE * kLanes;  // puzzles begun and not decided

  static constexpr std::uint32_t kNobody = 0xffffffff;

  // What belongs to a grid on its way.
  struct Node {
    std::uint64_t path;    // guesses from the root, first in the highest bit; 1: not the candidate
    std::uint32_t puzzle;
    std::uint32_t depth;
  };

  // Grids side by side: the set of cell c of grid r is cell[c][r].
  struct alignas(64) Queue {
    static constexpr int kCapacity = 4 * kLanes;
    static constexpr std::size_t kStride = (kCapacity * 2 / 64 | 1) * 32;
    std::uint16_t cell[81][kStride];
    Node node[kCapacity];
    int size;
  };

  // A grid that waits, its cells in a row.
  struct alignas(64) Waiting {
    std::uint16_t cell[81];
    std::uint16_t depth;
    std::uint32_t below;  // the next of the same puzzle, or of the free ones
    std::uint64_t path;
    std::uint16_t unused[8];
  };
  static_assert(sizeof(Waiting) == 192);
  static constexpr std::uint32_t kSegment = 512;   // waiting grids per allocation
  static constexpr std::uint32_t kSegments = 2048;
  struct Segment {
    Waiting grid[kSegment];
    std::uint32_t free[kSegment];  // a part of the stack of all that are free
  };

 public:
  static Ended solve(Job& job, void* memory) {
    LaneSearch& s = *static_cast<LaneSearch*>(memory);
    return s.run(job);
  }

 private:
  Ended run(Job& job) {
    job_ = &job;
    job.malformed = job.size;
    next_ = 0;
    ready_.size = stalled_.size = solved_.size = 0;
    searched_ = dormant_size_ = 0;
    out_of_memory_ = false;
    if (!started_) {
      segments_ = free_ = 0;
      started_ = true;
    }
    for (V& v : lanes_.cell) v = L::zero();
    for (V& v : lanes_.row_triad) v = L::zero();
    for (V& v : lanes_.column_triad) v = L::zero();
    for (V& v : lanes_.sum) v = L::zero();
    idle_ = L::kAllLanes;
    dead_ = still_ = done_ = 0;
    std::uint32_t until_watch = 64;
    for (;;) {
      if (__builtin_popcount(idle_ | dead_ | still_ | done_) >= kExchangeAt) {
        exchange();
        if (out_of_memory_) return leave(Ended::kNoMemory);
      }
      if (idle_ == L::kAllLanes) {
        if (stalled_.size || ready_.size || searched_ || next_ < job.size) continue;
        break;
      }
      const RoundResult<L> r = Round<L>::run(lanes_);
      const Mask active = L::kAllLanes & ~(idle_ | dead_ | still_ | done_);
      ++job.effort.rounds;
      job.effort.lane_rounds += static_cast<std::uint64_t>(__builtin_popcount(active));
      dead_ |= r.dead & active;
      still_ |= r.still & active;
      done_ |= r.solved & active;
      if (--until_watch == 0) {
        until_watch = 64;
        if (job.expired(job.owner)) return leave(Ended::kExpired);
      }
    }
    flush();
    return job.malformed < job.size ? Ended::kMalformed : Ended::kDone;
  }

  Ended leave(Ended how) {
    flush();
    for (std::uint32_t p = 0; p < job_->size; ++p) {
      Progress& x = job_->progress[p];
      x.open = p >= next_ || ((x.active || x.waiting) && x.count < job_->limit);
      while (x.waiting) pop(x);
    }
    return how;
  }

  bool finished(const Progress& p, std::uint64_t path) const {
    return p.count >= job_->limit && path > p.best;
  }

  // Empty the lanes that are done with their node and fill all that are free.
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
      const Mask hollow = move(out_still, out_done, in, from);
      for (Mask m = out_still; m; m &= m - 1) stalled_.node[stalled_.size++] = lane_node_[__builtin_ctz(m)];
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

  void refill(int free) {
    while (stalled_.size >= kLanes && !out_of_memory_) guess();
    while (ready_.size < free && !out_of_memory_) {
      const bool fresh = next_ < job_->size && searched_ < kSearched;
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

  static Mask few(Mask m, int n) {
    if (__builtin_popcount(m) <= n) return m;
    Mask rest = m;
    for (; n; --n) rest &= rest - 1;
    return m & ~rest;
  }

  Mask move(Mask out_still, Mask out_done, Mask in, int from) {
    if (out_still) {
      if (out_done) {
        return in ? move<true, true, true>(out_still, out_done, in, from)
                  : move<true, true, false>(out_still, out_done, in, from);
      }
      return in ? move<true, false, true>(out_still, out_done, in, from)
                : move<true, false, false>(out_still, out_done, in, from);
    }
    if (out_done) {
      return in ? move<false, true, true>(out_still, out_done, in, from)
                : move<false, true, false>(out_still, out_done, in, from);
    }
    return move<false, false, true>(out_still, out_done, in, from);
  }

  template <bool kStill, bool kDone, bool kIn>
  [[gnu::noinline]] Mask move(Mask out_still, Mask out_done, Mask in, int from) {
    const typename L::PackFew pack_still(out_still), pack_done(out_done);
    const typename L::SpreadFew spread(in);
    std::uint16_t* to_still = stalled_.cell[0] + stalled_.size;
    std::uint16_t* to_done = solved_.cell[0] + solved_.size;
    const std::uint16_t* source = ready_.cell[0] + from;
    V empty = L::zero();
    for (int b = 0; b < 3; ++b) {
      for (int s = 0; s < 3; ++s) {
        V v[9];
        for (int k = 0; k < 9; ++k) {
          const int i = 27 * b + 3 * s + 9 * (k / 3) + k % 3;
          v[k] = lanes_.cell[i];
          if (kStill) pack_still(to_still + Queue::kStride * i, v[k]);
          if (kDone) {
            pack_done(to_done + Queue::kStride * i, v[k]);
            empty = L::or_(empty, L::add(v[k], L::all(-1)));
          }
          if (kIn) {
            v[k] = spread(v[k], source + Queue::kStride * i);
            lanes_.cell[i] = v[k];
          }
        }
        if (kIn) {
          V* row = lanes_.row_triad + 9 * b + s;
          V* column = lanes_.column_triad + 9 * s + b;
          for (int i = 0; i < 3; ++i) {
            row[3 * i] = spread.keep_new(row[3 * i], L::or3(v[3 * i], v[3 * i + 1], v[3 * i + 2]));
            column[3 * i] = spread.keep_new(column[3 * i], L::or3(v[i], v[i + 3], v[i + 6]));
          }
        }
      }
    }
    if (kIn) {
      for (V& v : lanes_.sum) v = spread.keep_new(v, L::zero());
    }
    return kDone ? L::negative(empty) : 0;
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
    if (job_->notation == Notation::kCandidates) {
      for (int l = 0; l < kLanes; ++l) {
        for (std::size_t c = 0; c < 81; ++c) {
          std::uint16_t mask;
          __builtin_memcpy(&mask, rows[l] + 2 * c, 2);
          to[Queue::kStride * c + static_cast<std::size_t>(l)] = mask & 0x1ff;
        }
      }
    } else if (const Mask bad = L::parse(rows, job_->notation, to, Queue::kStride)) {
      const std::uint32_t first = next_ + static_cast<std::uint32_t>(__builtin_ctz(bad));
      if (first < job_->malformed) job_->malformed = first;
    }
    ready_.size += n;
    searched_ += n;
    next_ += static_cast<std::uint32_t>(n);
    job_->effort.nodes += static_cast<std::uint64_t>(n);
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
      while (x.waiting && finished(x, waiting(x.waiting).path)) pop(x);
      if (!x.waiting) continue;
      take(lane_node_[l].puzzle, x, grids[n], node[n]);
      ++n;
    }
    gather(grids, n);
    return n;
  }

  void take(std::uint32_t p, Progress& x, const Waiting*& grid, Node& node) {
    const Waiting& w = waiting(x.waiting);
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

  // A node is dead.
  void retire(const Node& node) {
    Progress& x = job_->progress[node.puzzle];
    if (--x.active) return;
    while (x.waiting && finished(x, waiting(x.waiting).path)) pop(x);
    if (x.waiting) {
      const char* next = reinterpret_cast<const char*>(&waiting(x.waiting));
      __builtin_prefetch(next);
      __builtin_prefetch(next + 64);
      __builtin_prefetch(next + 128);
      dormant_[dormant_size_++] = node.puzzle;
    } else {
      --searched_;
    }
  }

  Waiting& waiting(std::uint32_t index) {
    return segment_[index / kSegment]->grid[index % kSegment];
  }
  std::uint32_t& free(std::uint32_t n) { return segment_[n / kSegment]->free[n % kSegment]; }
  void pop(Progress& x) {
    free(free_++) = x.waiting;
    x.waiting = waiting(x.waiting).below;
  }
  bool grow() {
    void* memory = segments_ < kSegments ? job_->allocate(job_->owner, sizeof(Segment)) : nullptr;
    if (!memory) {
      out_of_memory_ = true;
      return false;
    }
    segment_[segments_] = static_cast<Segment*>(memory);
    for (std::uint32_t i = kSegment; i-- > 0;) {
      const std::uint32_t index = segments_ * kSegment + i;
      if (index) segment_[free_ / kSegment]->free[free_ % kSegment] = index, ++free_;  // 0 is nobody
    }
    ++segments_;
    return true;
  }

  // Split stalled nodes in two each.
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
      if (!free_ && !grow()) return;
      const int l = __builtin_ctz(m);
      index[l] = free(--free_);
      to[l] = &waiting(index[l]);
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
    const std::uint64_t waiting = std::uint64_t{segments_} * kSegment - 1 - free_;
    if (waiting > job_->effort.peak_waiting) job_->effort.peak_waiting = waiting;
  }

  // A lane held a solution; its grid is the last in solved_.
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

  [[gnu::noinline]] void flush() {
    if (job_->solutions) {
      for (int base = 0; base < solved_.size; base += kLanes) {
        std::uint8_t* rows[kLanes];
        for (int l = 0; l < kLanes; ++l) {
          rows[l] = nowhere_bytes_;
          if (base + l >= solved_.size || solved_.node[base + l].puzzle == kNobody) continue;
          const Node& node = solved_.node[base + l];
          if (node.path == job_->progress[node.puzzle].best) rows[l] = job_->solutions + std::size_t{81} * node.puzzle;
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
  std::uint32_t next_;
  int searched_, dormant_size_;
  std::uint32_t dormant_[kSearched + 2 * kLanes];
  Segment* segment_[kSegments];
  std::uint32_t segments_, free_;
  bool started_, out_of_memory_;
  Waiting nowhere_;
  std::uint8_t nowhere_bytes_[96];
};

}  // namespace cpsudoku::bitboard
