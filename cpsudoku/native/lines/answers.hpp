// Solves the puzzles of some lines and writes the answers in their order.
//
//     text ──scan_lines──▶ offsets ──search_lanes──▶ counts, solutions ──▶ verified ──▶ lines
//
// The puzzles are read in place in the text.  For a puzzle with an unusual answer nothing is
// written: it leaves a gap, which the caller fills with its own words:
//
//     file:1: unique⏎
//                         gap {at: 15, line: 2, offset: 82}
//     file:3: unique⏎
//
// A puzzle beside a wrong solution leaves a gap too, if the verdict is asked for.  With words all
// puzzles leave gaps that these do not hold of.
#pragma once

#include <string>

#include "bitboard/lanes.hpp"
#include "lines/scan.hpp"
#include "core/verify.hpp"

namespace cpsudoku::lines {

enum class Wording {
  kVerdict,   // "SOURCE:LINE: unique", or "multiple: ONE and OTHER differ in CELLS"
  kSolution,  // the 81 digits of the solution, or of the first in the search of one puzzle
  kWords,     // "SOURCE:LINE: WORDS" of a puzzle with one solution
  kSolvable,  // the same of a puzzle with any number of solutions
};

struct LineQuestion {
  Wording wording;
  std::string source;  // where it is in the answer
  bitboard::Width width;
  std::string words{};  // with kWords and kSolvable
  LineForm form{};
};

struct Gap {
  std::size_t at;                     // where in the answer
  std::uint64_t line;                 // the number of the puzzle's line
  std::uint64_t offset;               // of the puzzle in the text
  std::uint64_t solution = kNowhere;  // of the given one
};

struct LineAnswers {
  std::string text;
  std::vector<Gap> gaps;
  std::uint64_t usual = 0;     // puzzles with one solution, or with kSolution and kSolvable any
  std::uint64_t multiple = 0;  // with kVerdict: those with several solutions, which are written too
  std::uint64_t none = 0;      // with kVerdict: those without a solution and without a clash
};

// The memory of one thread, kept from one text to the next.
struct LineSpace {
  explicit LineSpace(bitboard::Width width) : lanes(width) {}

  bitboard::LaneSpace lanes;
  std::vector<std::uint64_t> offsets{};
  std::vector<std::int64_t> counts{};
  std::vector<std::uint8_t> solutions{};  // digits, as numbers
};

// Answers the puzzles that a scan of the text has found.  Its first line has the number
// `first_line`.  Require: `groups` are the houses of the classic grid.  Throws std::logic_error if
// a solution is wrong.  Its result is meaningless if the watch has expired.
LineAnswers answer_lines(const char* text, const LineScan& scan, std::uint64_t first_line,
                         const LineQuestion& question, const Groups& groups, Watch& watch,
                         LineSpace& space);

}  // namespace cpsudoku::lines
