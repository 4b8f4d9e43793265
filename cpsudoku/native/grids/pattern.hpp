// Final grids by a pattern: one row, permuted, shifted and reordered.
//
// Nine shifts of one row by 0 3 6 | 1 4 7 | 2 5 8 make a grid:
//
//     a b c d e f g h i
//     d e f g h i a b c      Rows may be swapped within a band.  The first row stays, so that
//     g h i a b c d e f      different (permutation, row order) pairs give different grids:
//     b c d e f g h i a      9! permutations, or 8! when the corner digit is fixed, times
//     …                      2!·3!·3! = 72 row orders, 26,127,360 or 2,903,040 in all.
//
// Grid number i has row order i mod 72, and permutation i / 72 in lexicographic order.
//
// As text a shifted row is a slice of the row written twice, so a grid is nine copies of 18 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cpsudoku::grids {

enum class TextLayout {
  line,    // 81 digits and a newline
  spaced,  // nine lines of nine digits with spaces between, a blank line between boards
};

class Pattern {
 public:
  // Require: corner is 0 for any, or 1 … 9.
  explicit Pattern(unsigned corner) : corner_(corner) {}

  // How many different grids there are.
  std::uint64_t count() const { return corner_ ? 2'903'040 : 26'127'360; }

  // Write grids first … first + n − 1 after each other.
  // Require: first + n ≤ count().
  void digits(std::uint64_t first, std::size_t n, std::uint8_t* cells) const;

  // Append the text of grids first … first + n − 1.  Grid 0 has no blank line before it.
  void text(std::uint64_t first, std::size_t n, TextLayout layout, std::string& out) const;

 private:
  unsigned corner_;
};

// Append the text of n grids of digits 1 … 9; `first` says whether a blank line goes before.
void text_of(const std::uint8_t* cells, std::size_t n, TextLayout layout, bool first,
             std::string& out);

}  // namespace cpsudoku::grids
