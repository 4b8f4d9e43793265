// Reads the classic puzzles at the beginning of a text, each in a line of its own.
//
// A reader of all notations has to try many readings of a line, but nearly all lines of a big file
// are 81 cells and nothing else.  This one knows only the lines that leave no doubt,
//
//     53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79⏎
//     53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 1.2 easy␍⏎
//
// that is: 81 bytes out of 1 … 9 and the blanks . 0 * _, then the end of the line, or white space,
// a comma, colon, semicolon or # and anything.  At any other line it stops, so that the reader of
// all notations can continue there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cpsudoku::lines {

struct LineScan {
  std::vector<const char*> puzzles;  // the 81 cells of each line, in order
  std::size_t end = 0;               // the bytes of these lines
};

LineScan scan_lines(const char* text, std::size_t size);

// Writes the digits of 81 cells as numbers, 0 for a blank.
void read_cells(const char* cells, std::uint8_t* digits);

}  // namespace cpsudoku::lines
