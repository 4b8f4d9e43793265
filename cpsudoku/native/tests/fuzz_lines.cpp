// Coverage-guided fuzzing of the compiled readers of lines, tables and objects, by libFuzzer:
//
//     clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
//         -I cpsudoku/native cpsudoku/native/tests/fuzz_lines.cpp cpsudoku/native/lines/scan.cpp
//         cpsudoku/native/lines/columns.cpp cpsudoku/native/lines/fields.cpp
//         cpsudoku/native/lines/objects.cpp cpsudoku/native/core/watch.cpp -pthread -o fuzz_lines
//     ./fuzz_lines -max_total_time=600 corpus/lines
//
// Every input is read in all forms.  What was understood must lie within the text, in order, and be
// what one thread understands of it as well as three (of one text in 64).  Columns must have a value
// for each line.
#include <cstdlib>

#include "lines/columns.hpp"
#include "lines/scan.hpp"

namespace {

using namespace cpsudoku::lines;

void expect(bool condition) {
  if (!condition) std::abort();
}

void scan(const char* text, std::size_t size, bool final, const LineForm& form) {
  const LineScan one = scan_lines(text, size, final, 1, form);
  // Threads cost a hundred times what a short text does.
  const LineScan more = size % 64 ? one : scan_lines(text, size, final, 3, form);
  expect(one.end <= size && one.end == more.end && one.lines == more.lines);
  expect(one.stopped == more.stopped && one.puzzles.size() == more.puzzles.size());
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < one.puzzles.size(); ++i) {
    const LinePuzzle& puzzle = one.puzzles[i];
    expect(puzzle.offset == more.puzzles[i].offset && puzzle.line == more.puzzles[i].line);
    expect(puzzle.offset >= before && puzzle.offset + 81 <= one.end && puzzle.line < one.lines);
    before = puzzle.offset + 81;
    std::uint8_t digits[81];
    read_cells(text + puzzle.offset, digits);
    for (const auto digit : digits) expect(digit <= 9);
    if (puzzle.solution == kNowhere) continue;
    expect(puzzle.solution + 81 <= one.end);
    read_cells(text + puzzle.solution, digits);
    for (const auto digit : digits) expect(digit >= 1 && digit <= 9);
  }
}

void expect_columns(const std::optional<ValueColumns>& columns, std::size_t lines) {
  if (!columns) return;
  for (const ValueColumn& column : *columns) {
    const bool has_places = column.of == ValueColumn::Of::kText;
    expect(column.known.size() == lines || column.all_known);
    if (has_places) expect(column.places.size() == lines + 1);
    if (has_places) expect(column.places.back() == static_cast<std::int32_t>(column.data.size()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<char> text(data, data + size);  // so that what is beyond it is found out
  for (const bool final : {false, true}) {
    scan(text.data(), size, final, {});
    scan(text.data(), size, final, {LineForm::Of::kObjects, {}});
    scan(text.data(), size, final, {LineForm::Of::kTable, {',', 0, 1}});
    scan(text.data(), size, final, {LineForm::Of::kTable, {';', 1, {}}});
  }
  const std::size_t lines = line_places(text.data(), size).size() - 1;
  expect_columns(columns_of_objects(text.data(), size), lines);
  expect_columns(columns_of_rows(text.data(), size, ',', 2), lines);
  return 0;
}
