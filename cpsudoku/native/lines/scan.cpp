#include "lines/scan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "core/parallel.hpp"

namespace cpsudoku {

namespace {

constexpr std::size_t kCells = 81;

// Sixteen bytes as one vector, whatever the processor calls it.
using Bytes = std::uint8_t __attribute__((vector_size(16)));

// 0xFF where a byte is no cell.
Bytes bad_cells(const char* text) {
  Bytes bytes;
  std::memcpy(&bytes, text, sizeof bytes);
  const auto blank = (bytes == '.') | (bytes == '*') | (bytes == '_');
  return reinterpret_cast<Bytes>(~(blank | ((bytes - '0') < 10)));
}

// Whether all of 81 bytes are cells.  The plain loop over bytes becomes a chain of bit tests with
// g++ 12, which took a tenth of the time of a whole run.
bool are_cells(const char* text) {
  constexpr std::size_t kStep = sizeof(Bytes);
  Bytes bad = bad_cells(text + kCells - kStep);
  for (std::size_t i = 0; i + kStep <= kCells; i += kStep) bad |= bad_cells(text + i);
  std::array<std::uint64_t, 2> words;
  std::memcpy(&words, &bad, sizeof bad);
  return (words[0] | words[1]) == 0;
}

bool is_space(char byte) { return byte == ' ' || byte == '\t'; }

bool separates(char byte) {
  return is_space(byte) || byte == ',' || byte == ':' || byte == ';' || byte == '#';
}

// Whether a text has a byte that ends a line elsewhere, or none that a text can have.
bool is_odd(const char* from, const char* to) {
  const auto size = static_cast<std::size_t>(to - from);
  return size != 0 && (std::memchr(from, '\r', size) || std::memchr(from, '\0', size));
}

enum class Kind { kPuzzle, kNothing, kOther };

// White space, or a comment.  Its first word must be plain ASCII and not begin as "rules:" does.
Kind kind_of_nothing(const char* at, const char* end) {
  at = std::find_if_not(at, end, is_space);
  if (at == end) return Kind::kNothing;
  if (*at != '#' || is_odd(at, end)) return Kind::kOther;
  at = std::find_if(at, end, [](char byte) { return byte != '#'; });
  at = std::find_if_not(at, end, is_space);
  if (at == end) return Kind::kNothing;
  const bool plain = *at > ' ' && *at < '\x7f' && *at != 'r' && *at != 'R';
  return plain ? Kind::kNothing : Kind::kOther;
}

// What a line is; `end` is where its text ends.
Kind kind_of(const char* at, const char* end) {
  if (end != at && end[-1] == '\r') --end;
  const auto size = static_cast<std::size_t>(end - at);
  if (size < kCells || !are_cells(at)) return kind_of_nothing(at, end);
  if (size == kCells) return Kind::kPuzzle;
  return separates(at[kCells]) && !is_odd(at + kCells, end) ? Kind::kPuzzle : Kind::kOther;
}

const char* end_of_line(const char* at, const char* end) {
  if (at == end) return end;
  const void* found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
  return found ? static_cast<const char*>(found) : end;
}

// Whether the cells of a puzzle and the end of its line are all that there is: most lines.
bool is_bare_puzzle(const char* at, const char* end) {
  return end - at > static_cast<std::ptrdiff_t>(kCells) && at[kCells] == '\n' && are_cells(at);
}

// Scans the whole lines from `from` to `to`.  Offsets count from the beginning of the text, lines
// from that of the part.
LineScan scan_part(const char* text, std::size_t from, std::size_t to) {
  LineScan found;
  found.puzzles.reserve((to - from) / (kCells + 1) + 1);
  const char* at = text + from;
  const char* const end = text + to;
  while (at != end) {
    if (is_bare_puzzle(at, end)) {
      found.puzzles.push_back({static_cast<std::uint64_t>(at - text), found.lines++});
      at += kCells + 1;
      continue;
    }
    const char* const stop = end_of_line(at, end);
    const Kind kind = kind_of(at, stop);
    if (kind == Kind::kOther) {
      found.stopped = true;
      break;
    }
    if (kind == Kind::kPuzzle) {
      found.puzzles.push_back({static_cast<std::uint64_t>(at - text), found.lines});
    }
    ++found.lines;
    at = stop == end ? end : stop + 1;
  }
  found.end = static_cast<std::size_t>(at - text);
  return found;
}

}  // namespace

void read_cells(const char* cells, std::uint8_t* digits) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const auto digit = static_cast<std::uint8_t>(cells[cell] - '0');
    digits[cell] = digit < 10 ? digit : 0;
  }
}

std::size_t whole_lines(const char* text, std::size_t size) {
  while (size != 0 && text[size - 1] != '\n') --size;
  return size;
}

std::size_t behind_line(const char* text, std::size_t at, std::size_t size) {
  const char* const end = end_of_line(text + std::min(at, size), text + size);
  return std::min(size, static_cast<std::size_t>(end - text) + 1);
}

LineScan scan_lines(const char* text, std::size_t size, bool final, unsigned threads) {
  constexpr std::size_t kLeastPart = std::size_t{1} << 17;
  if (!final) size = whole_lines(text, size);
  const std::size_t parts = std::clamp<std::size_t>(size / kLeastPart, 1, 4 * std::size_t{threads});
  std::vector<std::size_t> begins(parts + 1, size);
  begins[0] = 0;
  for (std::size_t part = 1; part < parts; ++part) {
    begins[part] = behind_line(text, size * part / parts, size);
  }
  std::vector<LineScan> scans(parts);
  in_parallel(threads, parts, [&](std::size_t part) {
    if (begins[part] < begins[part + 1]) {
      scans[part] = scan_part(text, begins[part], begins[part + 1]);
    } else {
      scans[part].end = begins[part + 1];
    }
  });
  LineScan all;
  std::size_t puzzles = 0;
  for (const LineScan& scan : scans) puzzles += scan.puzzles.size();
  all.puzzles.reserve(puzzles);
  for (const LineScan& scan : scans) {
    for (const LinePuzzle& puzzle : scan.puzzles) {
      all.puzzles.push_back({puzzle.offset, puzzle.line + all.lines});
    }
    all.lines += scan.lines;
    all.end = scan.end;
    all.stopped = scan.stopped;
    if (scan.stopped) break;
  }
  return all;
}

}  // namespace cpsudoku
