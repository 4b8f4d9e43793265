// Many classic 9×9 puzzles at once: one node of a search tree in each lane of the vector registers.
//
//     std::vector<std::int64_t> counts(n);
//     std::vector<std::uint8_t> solutions(81 * n);
//     Watch watch(10.0);
//     search_lanes({text, Notation::kText, 82, n}, {.limit = 2}, watch,
//                  {counts.data(), solutions.data()});
//     // counts[i] == 1: puzzle i has the one solution solutions[81 * i …]
//
// What comes back depends only on the puzzles and the limit, not on the width or the number of
// threads (but for a deadline, of course): the tree of a puzzle is the same everywhere, and its
// first solution is the first in the order of the tree, whichever is found first in time.
#pragma once

#include <stdexcept>

#include "bitboard/lanes/job.hpp"
#include "core/watch.hpp"
#include "bitboard/width.hpp"

namespace cpsudoku::bitboard {

struct Puzzles {
  const void* rows;
  Notation notation = Notation::kNumbers;
  std::size_t stride = 81;                 // bytes from one puzzle to the next
  std::size_t size = 0;                    // number of puzzles
  const std::uint64_t* offsets = nullptr;  // where each begins, instead of a stride

  const std::uint8_t* row(std::size_t i) const {
    return static_cast<const std::uint8_t*>(rows) + (offsets ? offsets[i] : stride * i);
  }
};

struct LaneOptions {
  std::uint64_t limit = 2;  // stop a puzzle after this many solutions
  unsigned threads = 1;
  Width width = bitboard::width();
};

// Where the answers go; all but the counts may be null.
struct Answers {
  std::int64_t* counts;               // (size): solutions found, at most the limit
  std::uint8_t* solutions = nullptr;  // (size, 81): the first one; `zero` where none was found
  bool* unknown = nullptr;            // (size): whether time ran out before the count was certain
  std::uint8_t zero = 0;              // added to each digit: '0' makes text
};

// A byte that is neither a digit nor a blank, or a mask with bits beyond the nine digits'.
class MalformedPuzzle : public std::invalid_argument {
 public:
  MalformedPuzzle(std::size_t index, Notation notation);
  std::size_t index() const { return index_; }  // of the first puzzle that has one

 private:
  std::size_t index_;
};

// The memory that one thread searches in, some hundred kilobytes.  A caller that makes many short
// calls keeps it from one to the next: mapping and clearing it again took a tenth of the time of
// searching 3,000 puzzles.
class LaneSpace {
 public:
  explicit LaneSpace(Width width);

 private:
  friend class LaneWorker;
  struct Memory;
  std::unique_ptr<Memory, void (*)(Memory*)> memory_;
};

// Searches all the puzzles and returns what it cost.  Throws MalformedPuzzle, or std::bad_alloc.
// Text is read 16 bytes at a time, but never past a puzzle's 81 bytes.  A space is for the same width
// and for one call at a time; the calling thread works in it.
Effort search_lanes(const Puzzles& puzzles, const LaneOptions& options, Watch& watch,
                    const Answers& answers, LaneSpace* space = nullptr);

// Lanes of a width: how many puzzles are worked on at once.
int lanes_of(Width width);

}  // namespace cpsudoku::bitboard
