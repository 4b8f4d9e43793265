// Grids that wait to be searched, each on the stack of its puzzle.
#pragma once

#include "bitboard/lanes/job.hpp"

namespace cpsudoku::bitboard {

// A template only so that each width has a copy of its own; see lanes/job.hpp.
template <class L>
class WaitingNodes {
 public:
  // Index of no grid.
  static constexpr std::uint32_t kNone = 0;

  // Three cache lines: the cells in a row, and what belongs to them.
  struct alignas(64) Grid {
    std::uint16_t cell[81];
    std::uint16_t depth;
    std::uint32_t below;  // the next of the same puzzle
    std::uint64_t path;
    std::uint16_t unused[8];
  };
  static_assert(sizeof(Grid) == 192);

  Grid& operator[](std::uint32_t index) { return segment_[index / kSize]->grid[index % kSize]; }

  void prefetch(std::uint32_t index) {
    const char* lines = reinterpret_cast<const char*>(&(*this)[index]);
    for (int line = 0; line < 3; ++line) __builtin_prefetch(lines + 64 * line);
  }

  // Require: available(job).
  std::uint32_t take() { return free(--free_); }
  void give_back(std::uint32_t index) { free(free_++) = index; }

  // Whether there is a free one, if need be by allocating.
  bool available(const Job& job) { return free_ || grow(job); }

  std::uint64_t used() const {
    return segments_ ? std::uint64_t{segments_} * kSize - 1 - free_ : 0;
  }

 private:
  static constexpr std::uint32_t kSize = 512;       // grids of a segment
  static constexpr std::uint32_t kSegments = 2048;  // 200 MB; 300 empty grids need 10
  struct Segment {
    Grid grid[kSize];
    // Its part of one long stack of the free indices.  A list linked through the grids themselves
    // would wait for memory at each step, which took 40 % of the time of a guess.
    std::uint32_t free[kSize];
  };

  std::uint32_t& free(std::uint32_t n) { return segment_[n / kSize]->free[n % kSize]; }

  bool grow(const Job& job) {
    void* memory = segments_ < kSegments ? job.allocate(job.owner, sizeof(Segment)) : nullptr;
    if (!memory) return false;
    segment_[segments_] = static_cast<Segment*>(memory);
    for (std::uint32_t i = kSize; i-- > 0;) {
      const std::uint32_t index = segments_ * kSize + i;
      if (index != kNone) give_back(index);
    }
    ++segments_;
    return true;
  }

  Segment* segment_[kSegments];
  std::uint32_t segments_, free_;
};

}  // namespace cpsudoku::bitboard
