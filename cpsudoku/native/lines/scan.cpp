#include "lines/scan.hpp"

#include "core/parallel.hpp"
#include "lines/cells.hpp"
#include "lines/objects.hpp"

namespace cpsudoku::lines {

namespace {

bool separates(char byte) {
  return is_space(byte) || byte == ',' || byte == ':' || byte == ';' || byte == '#';
}

bool ends_field(char byte) { return separates(byte) || byte == '"' || byte == '\'' || byte == '|'; }

// Looks for a field of 81 digits after a puzzle: the first is its solution.  False if other readers
// might see the end of a field that this one does not see.
bool find_solution(const char* at, const char* end, const char*& solution) {
  while (end - at >= static_cast<std::ptrdiff_t>(kCells)) {
    const char* const stop = std::find_if(at, end, ends_field);
    if (stop - at == static_cast<std::ptrdiff_t>(kCells) && are_digits(at)) {
      solution = at;
      return true;
    }
    const bool plain = std::all_of(at, stop, [](char byte) { return byte > ' ' && byte <= '~'; });
    if (!plain && stop - at > static_cast<std::ptrdiff_t>(kCells)) return false;
    at = stop == end ? end : stop + 1;
  }
  return true;
}

// The kind of a line; `end` is where its text ends.
Kind read_line(const char* at, const char* end, Found& found) {
  if (end != at && end[-1] == '\r') --end;
  const auto size = static_cast<std::size_t>(end - at);
  if (size < kCells || !are_sure_cells(at)) return kind_of_nothing(at, end);
  found.puzzle = at;
  if (size == kCells) return Kind::kPuzzle;
  const bool known = separates(at[kCells]) && !is_odd(at + kCells, end) &&
                     find_solution(at + kCells, end, found.solution);
  return known ? Kind::kPuzzle : Kind::kOther;
}

Kind read_as(const LineForm& form, ObjectReader& objects, const char* at, const char* end,
             Found& found) {
  switch (form.of) {
    case LineForm::Of::kTable: return read_row(at, end, form.columns, found);
    case LineForm::Of::kObjects: return objects.read(at, end, found);
    default: return read_line(at, end, found);
  }
}

// Whether a line is nothing but the cells of a puzzle, as most lines are.
bool is_bare_puzzle(const char* at, const char* end) {
  return end - at > static_cast<std::ptrdiff_t>(kCells) && at[kCells] == '\n' && are_sure_cells(at);
}

// Scans the whole lines from `from` to `to`.  Offsets count from the beginning of the text, lines
// from that of the part.
LineScan scan_part(const char* text, std::size_t from, std::size_t to, const LineForm& form) {
  const auto offset = [text](const char* place) {
    return place ? static_cast<std::uint64_t>(place - text) : kNowhere;
  };
  const bool bare = form.of == LineForm::Of::kLines;
  ObjectReader objects;
  LineScan found;
  found.puzzles.reserve((to - from) / (kCells + 1) + 1);
  const char* at = text + from;
  const char* const end = text + to;
  while (at != end) {
    if (bare && is_bare_puzzle(at, end)) {
      found.puzzles.push_back({offset(at), found.lines++});
      at += kCells + 1;
      continue;
    }
    const char* const stop = end_of_line(at, end);
    Found cells;
    const Kind kind = read_as(form, objects, at, stop, cells);
    if (kind == Kind::kOther) {
      found.stopped = true;
      break;
    }
    if (kind == Kind::kPuzzle) {
      found.puzzles.push_back(
          {offset(cells.puzzle), found.lines, offset(cells.solution), cells.names});
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

LineScan scan_lines(const char* text, std::size_t size, bool final, unsigned threads,
                    const LineForm& form) {
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
      scans[part] = scan_part(text, begins[part], begins[part + 1], form);
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
      all.puzzles.push_back(puzzle);
      all.puzzles.back().line += all.lines;
    }
    all.lines += scan.lines;
    all.end = scan.end;
    all.stopped = scan.stopped;
    if (scan.stopped) break;
  }
  return all;
}

}  // namespace cpsudoku::lines
