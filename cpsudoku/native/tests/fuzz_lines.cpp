// Coverage-guided fuzzing of the compiled readers of lines, tables and objects, by libFuzzer:
//
//     clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
//         -I cpsudoku/native cpsudoku/native/tests/fuzz_lines.cpp cpsudoku/native/lines/scan.cpp
//         cpsudoku/native/lines/columns.cpp cpsudoku/native/lines/objects.cpp -o fuzz_lines
//     ./fuzz_lines -max_total_time=600 corpus/lines
//
// Every input is read in all forms.  What was understood must lie within the text, in order.  Columns
// must have a value for each line.
#include <algorithm>
#include <cstdlib>

#include "lines/columns.hpp"
#include "lines/scan.hpp"

namespace {

using namespace cpsudoku::lines;

void expect(bool condition) {
  if (!condition) std::abort();
}

void scan(const char* text, std::size_t size) {
  const LineScan found = scan_lines(text, size);
  expect(found.end <= size);
  const char* before = text;
  for (const char* const puzzle : found.puzzles) {
    expect(puzzle >= before && puzzle + 81 <= text + found.end);
    before = puzzle + 81;
    std::uint8_t digits[81];
    read_cells(puzzle, digits);
    for (const auto digit : digits) expect(digit <= 9);
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
  scan(text.data(), size);
  const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  const std::size_t lines = ends + (size != 0 && text.back() != '\n');
  expect_columns(columns_of_objects(text.data(), size), lines);
  expect_columns(columns_of_rows(text.data(), size, ',', 2), lines);
  return 0;
}
