// What the three widths of the single-puzzle search and their caller share.  Plain data only,
// and functions that are each unit's own: a width is compiled with flags of its own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cpsudoku::bitboard {

inline constexpr int kPlanes = 9;   // cells of a box, row-major
inline constexpr int kStride = 32;  // words of a plane: 24 in use, 32 to fill the widest register

// Calls `use` for each cell, row by row, with its plane and where that has node A of its box; node B is
// four words on.
template <class Use>
static inline void each_cell(const Use& use) {
  for (int band = 0; band < 3; ++band) {
    for (int row = 0; row < 3; ++row) {
      for (int stack = 0; stack < 3; ++stack) {
        for (int column = 0; column < 3; ++column) use(3 * row + column, 8 * band + stack);
      }
    }
  }
}

// Node A is always searched before B, so a node waits only while one is searched in which a digit
// of some box was confined to one triad where it had several: at most 9 boxes · 9 digits · 2
// directions times along a path.  The last two may wait when a search pauses, and the root once.
inline constexpr int kMostWaiting = 9 * 9 * 2 + 3;

struct Node {
  alignas(64) std::uint16_t planes[kPlanes][kStride];
};

struct SearchState {
  // The puzzle: 81 masks, row-major, and padding that a wide load may read.
  alignas(64) std::uint16_t root[96];
  bool fresh = true;           // the root has not been taken up yet
  Node waiting[kMostWaiting];  // both nodes of a pair; `half` says which one waits
  std::uint8_t half[kMostWaiting];
  int depth = 0;
  bool has_spare = false;  // a solution that was found beyond the limit
  std::uint8_t spare[81];
  std::uint64_t branches = 0;
};

static inline bool none_left(const SearchState& state) {
  return !state.fresh && state.depth == 0 && !state.has_spare;
}

// Searches until `limit` solutions are found, none is left, or `budget` more branches are made;
// returns the number of solutions.  Writes the first `room` of them.
using Advance = std::uint64_t (*)(SearchState& state, std::uint64_t limit, std::uint64_t budget,
                                  std::uint8_t (*grids)[81], std::size_t room);

extern const Advance kPortableAdvance, kAvx2Advance, kAvx512Advance;

}  // namespace cpsudoku::bitboard
