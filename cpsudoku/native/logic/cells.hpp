// Sets of cells, candidates of a cell, and one candidate.
//
// A set of cells is some words of 64 bits: two for boards of up to 128 cells (the 9×9 among them), ten
// for up to 640 (25×25).  All that depends on it is compiled twice, for narrow boards and, with
// CPSUDOKU_WIDE, for wide ones, in a namespace of its own; only engine.cpp knows of both.
#pragma once

#include "core/bit_set.hpp"
#include "core/ranges.hpp"

#ifdef CPSUDOKU_WIDE
#define CPSUDOKU_BOARDS wide
#else
#define CPSUDOKU_BOARDS narrow
#endif

namespace cpsudoku::logic {

inline constexpr int kNarrow = 2;
inline constexpr int kWide = 10;

using Cell = int;
using Digit = int;           // 0 … N−1 in this room; Python sees 1 … N
using Mask = std::uint32_t;  // digits of a cell, or positions in a group: at most 32
using GroupId = int;         // number of a group in the list that the rules give

struct Candidate {
  std::uint16_t cell;
  std::uint16_t digit;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

inline constexpr Mask bit(int i) { return Mask{1} << i; }
inline bool several(Mask mask) { return (mask & (mask - 1)) != 0; }
inline bool single(Mask mask) { return mask && !several(mask); }

inline int count(Mask mask) { return bit_count(mask); }
inline int count(std::uint64_t word) { return bit_count(word); }

inline namespace CPSUDOKU_BOARDS {

#ifdef CPSUDOKU_WIDE
constexpr int kWidth = kWide;
#else
constexpr int kWidth = kNarrow;
#endif
using CellSet = BitSet<kWidth>;

}  // namespace CPSUDOKU_BOARDS

}  // namespace cpsudoku::logic
