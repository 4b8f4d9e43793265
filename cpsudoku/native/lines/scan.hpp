// Finds the classic puzzles in a block of text, each line a puzzle, row or object.
//
// A reader of all notations has to try many readings of a line, but nearly all lines of a big file
// are 81 cells and nothing else.  This one knows only the lines that leave no doubt,
//
//     53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79⏎   puzzle
//     53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 1.2 easy␍⏎
//     ⏎                                                                                    blank
//     # a comment⏎                                                                         comment
//
// that is: 81 bytes out of 1 … 9 and the blanks . 0 * _, then the end of the line, or white space,
// a comma, colon, semicolon or # and anything; white space; and comments that cannot be directives.
// At any other line it stops, so that the reader of all notations can continue there.  A full grid
// after the cells is the given solution.  For rows and objects see lines/fields.hpp.
//
//     const LineScan found = scan_lines(text, size, /*final=*/true, threads);
//     // puzzle i is text[found.puzzles[i].offset …]; found.end == size if all lines were known
#pragma once

#include <vector>

#include "lines/fields.hpp"

namespace cpsudoku::lines {

inline constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

struct LinePuzzle {
  std::uint64_t offset;               // of its first cell in the text
  std::uint64_t line;                 // lines before its own
  std::uint64_t solution = kNowhere;  // the offset of the given one
  std::uint64_t names = 0;            // as in `Found`
};

// How the lines of a text are to be read.
struct LineForm {
  enum class Of { kLines, kTable, kObjects };

  Of of = Of::kLines;
  Columns columns{};  // of a table
};

struct LineScan {
  std::vector<LinePuzzle> puzzles;  // in order
  std::size_t end = 0;              // the bytes that were understood: whole lines
  std::uint64_t lines = 0;          // number of lines in that
  bool stopped = false;             // whether the line at `end` is of another kind
};

// The size of the whole lines at the beginning of a text.
std::size_t whole_lines(const char* text, std::size_t size);

// The place where the line after the byte `at` begins; the text's size if there is no such line.
std::size_t behind_line(const char* text, std::size_t at, std::size_t size);

// Scans whole lines from the beginning.  If the text is not `final`, a last line without its end is
// not read, since there may be more of it.
LineScan scan_lines(const char* text, std::size_t size, bool final, unsigned threads,
                    const LineForm& form = {});

// Writes the digits of 81 cells as numbers, 0 for a blank.
void read_cells(const char* cells, std::uint8_t* digits);

}  // namespace cpsudoku::lines
