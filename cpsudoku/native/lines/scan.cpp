#include "lines/scan.hpp"

#include <algorithm>

#include "lines/cells.hpp"

namespace cpsudoku::lines {

namespace {

bool separates(char byte) {
  return is_space(byte) || byte == ',' || byte == ':' || byte == ';' || byte == '#';
}

bool ends_field(char byte) { return separates(byte) || byte == '"' || byte == '\'' || byte == '|'; }

// Whether what stands after a puzzle cannot hide its solution: a field of 81 digits is found, or no
// other reader sees the end of a field that this one does not see.
bool is_clear(const char* at, const char* end) {
  while (end - at >= static_cast<std::ptrdiff_t>(kCells)) {
    const char* const stop = std::find_if(at, end, ends_field);
    if (stop - at == static_cast<std::ptrdiff_t>(kCells) && are_digits(at)) return true;
    const bool plain = std::all_of(at, stop, [](char byte) { return byte > ' ' && byte <= '~'; });
    if (!plain && stop - at > static_cast<std::ptrdiff_t>(kCells)) return false;
    at = stop == end ? end : stop + 1;
  }
  return true;
}

// Whether a line is a puzzle; `end` is where its text ends.
bool is_puzzle(const char* at, const char* end) {
  if (end != at && end[-1] == '\r') --end;
  const auto size = static_cast<std::size_t>(end - at);
  if (size < kCells || !are_sure_cells(at)) return false;
  if (size == kCells) return true;
  return separates(at[kCells]) && !is_odd(at + kCells, end) && is_clear(at + kCells, end);
}

}  // namespace

void read_cells(const char* cells, std::uint8_t* digits) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const auto digit = static_cast<std::uint8_t>(cells[cell] - '0');
    digits[cell] = digit < 10 ? digit : 0;
  }
}

LineScan scan_lines(const char* text, std::size_t size) {
  LineScan found;
  found.puzzles.reserve(size / (kCells + 1) + 1);
  const char* at = text;
  const char* const end = text + size;
  while (at != end) {
    const char* const stop = end_of_line(at, end);
    if (!is_puzzle(at, stop)) break;
    found.puzzles.push_back(at);
    at = stop == end ? end : stop + 1;
  }
  found.end = static_cast<std::size_t>(at - text);
  return found;
}

}  // namespace cpsudoku::lines
