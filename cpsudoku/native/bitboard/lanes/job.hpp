// What the driver (lanes.cpp) and the widths (lanes/avx512.cpp, …) exchange.
//
// Plain data and function pointers only.  Each width is compiled with its own processor flags; an
// inline function shared between them could be taken by the linker from the file with the most
// demanding flags and then crash on an older processor, so there are none here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cpsudoku::bitboard {

// How the 81 values of a puzzle are written.
enum class Notation {
  kText,        // bytes '1'…'9'; '.', '0', '*' or '_' for a blank
  kNumbers,     // bytes 1…9, 0 for a blank
  kCandidates,  // 16-bit masks of candidates: bit d−1 stands for digit d
};

// What is known of one puzzle of a chunk while it is searched.
struct Progress {
  std::uint64_t count;    // solutions found, at most the limit
  std::uint64_t best;     // path to the first of them in the order of the tree
  std::uint32_t active;   // nodes in lanes or on their way to or from them
  std::uint32_t waiting;  // the last of its nodes that wait; 0: none
  bool open;              // out: the search ended before this puzzle was decided
};

// What a search has cost; the same for every width and number of threads where every puzzle was
// searched to its end with no more solutions than the limit.
struct Effort {
  std::uint64_t nodes = 0;         // puzzles and children of guesses that were propagated
  std::uint64_t guesses = 0;       // nodes that were split into two
  std::uint64_t rounds = 0;        // propagation rounds over all lanes
  std::uint64_t lane_rounds = 0;   // of them, in lanes that held a node
  std::uint64_t exchanges = 0;     // times that lanes were emptied and filled
  std::uint64_t peak_waiting = 0;  // most nodes that waited at a time
};

// One chunk of puzzles for one width.
struct Job {
  const std::uint8_t* rows;  // puzzle i begins at rows + offsets[i], or rows + i * stride
  const std::uint64_t* offsets;
  std::size_t stride;
  std::uint32_t size;  // number of puzzles
  Notation notation;
  std::uint64_t limit;      // stop a puzzle after this many solutions
  Progress* progress;       // (size)
  std::uint8_t* solutions;  // (size, 81), or null; the first solution, written as digit + zero
  std::uint8_t zero;
  void* owner;                                        // passed to the functions below
  bool (*expired)(void* owner);                       // asked every few dozen microseconds
  void* (*allocate)(void* owner, std::size_t bytes);  // 64-byte aligned; null if memory is short
  std::uint32_t malformed;  // out: the first puzzle with a byte that has no meaning, or size
  Effort effort;            // in and out: added to
};

enum class Ended { kDone, kExpired, kMalformed, kNoMemory };

// One width's search, and how much 64-byte aligned, zeroed memory it works in.
struct Lanes {
  int count;
  std::size_t memory;
  Ended (*solve)(Job& job, void* memory);
};

extern const Lanes kPortableLanes;
extern const Lanes kAvx2Lanes;
extern const Lanes kAvx512Lanes;

}  // namespace cpsudoku::bitboard
