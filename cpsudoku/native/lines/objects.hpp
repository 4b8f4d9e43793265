// Finds the values in the JSON objects of a file, one on each line.
//
//     {"id": 7, "puzzle": "53..7....6..1…79", "note": "easy"}⏎
//     ├──────┤ ├────────────┤               ├──────────┤   ├┤   what all objects of a program share
//            7 "53..7…79"                              "easy"    its values
//
// The first object is read letter by letter.  If the text between its values is found in the next
// one as well, only the values of that are read; otherwise it is read like the first.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace cpsudoku::lines {

struct Found {
  const char* puzzle = nullptr;    // its 81 cells
  const char* solution = nullptr;  // 81 digits; null if none is given
  std::uint64_t names = 0;  // equal for objects whose members have the same names in the same order
};

class ObjectReader {
 public:
  // Whether a line is the object of a classic puzzle without a doubt: a grid of 81 cells in quotes,
  // no escapes, and no rules or candidates beside it (RFC 8259, and a value's last name counts only
  // if it is the only one).  The text must not change until the last line is read.
  bool read(const char* at, const char* end, Found& found);

  // The values of the last object that was a puzzle, in order; texts with their quotes.
  const std::vector<std::string_view>& values() const { return values_; }

 private:
  bool read_alike(const char* at, const char* end, Found& found);
  bool read_whole(const char* at, const char* end, Found& found);
  void learn(const char* at, const char* end, const Found& found);

  static constexpr std::size_t kNone = ~std::size_t{0};

  std::vector<std::string_view> values_{};
  // Of the object that was read letter by letter: the text before each value and after the last
  // one, which values are the grids, and `names` of `Found`.
  std::vector<std::string_view> between_{};
  std::size_t puzzle_ = kNone, solution_ = kNone;
  std::uint64_t names_ = 0;
};

}  // namespace cpsudoku::lines
