// The values of rows, or of objects of JSON, by columns.
//
//     {"puzzle": "53…79", "id": 7, "note": "easy"}⏎        kText   53…798…2   0 81 162
//     {"puzzle": "8…2", "id": 12, "note": null}⏎     ──▶    kWhole  7 12
//                                                           kText   easy       0 4 4     known: 1 0
//
// Texts follow one another without separators, with the place of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cpsudoku::lines {

struct ValueColumn {
  // The type of all values that are not null.
  enum class Of : char {
    kNothing = 'n',
    kText = 't',
    kFraction = 'f',  // numbers with a point or an exponent, as texts
    kWhole = 'i',     // std::int64_t
    kTruth = 'b',     // a byte each
  };

  Of of = Of::kNothing;
  std::string data{};
  std::vector<std::int32_t> places{0};  // of texts in the data, and where the last one ends
  std::vector<std::uint8_t> known{};    // 1 for a value, 0 for null
  bool all_known = true;
};

using ValueColumns = std::vector<ValueColumn>;

// The columns of objects, a line each, with the same names in the same order; nothing if names
// differ, a text has escapes, a value is a list, an object or too great, or the values of a column
// differ in type.
std::optional<ValueColumns> columns_of_objects(const char* text, std::size_t size);

// The columns of rows, a line each, which are texts; nothing if a row has another number of fields
// or may be a comment, or a field is in quotes.
std::optional<ValueColumns> columns_of_rows(const char* text, std::size_t size, char separator,
                                            std::size_t count);

// A part of each row of a text: the same one, the values of a column of texts or whole numbers, or
// grids of 81 digits each.
struct RowPart {
  ValueColumn::Of of = ValueColumn::Of::kNothing;  // for the same text in all rows, or grids
  std::string_view data{};
  const std::int32_t* places = nullptr;
  std::int64_t first = 0;  // of whole numbers without data: each row has one more than the last
  char blank = '\0';       // of grids: what stands for 0
};

// How many bytes the rows take at most, and exactly if none of their parts is a number.
std::size_t size_of_rows(const std::vector<RowPart>& parts, std::size_t count);

// Writes rows, the parts of each in sequence, without separators; returns where they end.
char* write_rows(const std::vector<RowPart>& parts, std::size_t count, char* to);

}  // namespace cpsudoku::lines
