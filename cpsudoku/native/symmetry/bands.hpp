// The 416 classes of bands: three rows of boxes, up to renaming digits and permuting rows, boxes and
// the columns within them.
//
// A band is *normal* if its first box is 123/456/789 and the columns of the others are in order: by
// their top digits within a box, and the two boxes by their first.  There are 36,288 normal bands:
//
//     1 2 3 | 4 5 7 | 6 8 9
//     4 5 6 | 8 9 1 | 7 2 3         a class has up to 108 of them, by 6 orders of the rows,
//     7 8 9 | 2 6 3 | 1 4 5         3 boxes that may be the first and 6 orders of its columns
//
// All are listed, those that become one another joined, and the classes numbered in the order of
// their smallest bands, read row by row with 123456789 as the first row: as those that a canonical
// grid begins with are ordered.  Then the class of any band is that of its normal form, one look-up.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "symmetry/transform.hpp"

namespace cpsudoku::symmetry {

class Bands {
 public:
  using Band = std::array<std::uint8_t, 27>;  // digits 1 … 9, row by row
  static constexpr unsigned kClasses = 416;

  Bands() {
    std::vector<Band> normal;
    Band band{1, 2, 3, 0, 0, 0, 0, 0, 0, 4, 5, 6, 0, 0, 0, 0, 0, 0, 7, 8, 9};
    list(band, 0, normal);
    std::vector<std::uint32_t> root(normal.size());
    std::iota(root.begin(), root.end(), 0u);
    std::map<std::uint64_t, std::uint32_t> number;
    for (std::uint32_t n = 0; n < normal.size(); ++n) number[key(normal[n], 0, 3, 6)] = n;
    const auto first = [&](std::uint32_t n) {
      while (root[n] != n) n = root[n] = root[root[n]];
      return n;
    };
    for (std::uint32_t n = 0; n < normal.size(); ++n) {
      for_images(normal[n], [&](const Band& image) {
        const auto one = first(n), other = first(number.at(key(image, 0, 3, 6)));
        root[std::max(one, other)] = std::min(one, other);
      });
    }
    std::vector<std::pair<Band, std::uint32_t>> smallest;
    for (std::uint32_t n = 0; n < normal.size(); ++n) {
      if (first(n) == n) smallest.emplace_back(smallest_of(normal[n]).first, n);
    }
    std::sort(smallest.begin(), smallest.end());
    std::map<std::uint32_t, std::uint16_t> rank;
    for (const auto& [form, n] : smallest) {
      rank[n] = static_cast<std::uint16_t>(forms_.size());
      forms_.push_back(form);
      automorphisms_.push_back(smallest_of(form).second);
    }
    table_.assign(kSlots, {});
    for (const auto& [code, n] : number) {
      auto slot = slot_of(code);
      while (table_[slot].first) slot = (slot + 1) % kSlots;
      table_[slot] = {code, rank[first(n)]};
    }
  }

  std::size_t size() const { return forms_.size(); }
  // The smallest band of a class, which begins with 123456789.
  const Band& form(unsigned number) const { return forms_[number]; }
  // How many permutations of rows, boxes and columns take it to itself, but for names.
  unsigned automorphisms(unsigned number) const { return automorphisms_[number]; }

  // The class of a band: three rows (or columns, `step` apart) of nine digits at these places.
  template <class Digits>
  unsigned number(const Digits& digits, unsigned one, unsigned two, unsigned three,
                  unsigned step = 1) const {
    const auto code = key(digits, one, two, three, step, true);
    auto slot = slot_of(code);
    while (table_[slot].first != code) slot = (slot + 1) % kSlots;
    return table_[slot].second;
  }

 private:
  static constexpr std::size_t kSlots = 1u << 17;

  static std::size_t slot_of(std::uint64_t code) {
    return static_cast<std::size_t>(code * 0x9e3779b97f4a7c15u >> 47);
  }

  // Six columns of a normal band, ten bits each; never 0.
  template <class Digits>
  static std::uint64_t key(const Digits& digits, unsigned one, unsigned two, unsigned three,
                           unsigned step = 1, bool whole = false) {
    if (!whole) one *= 3, two *= 3, three *= 3;
    std::array<std::uint32_t, 10> name{};
    for (unsigned c = 0; c < 3; ++c) {
      name[digits[one + step * c]] = c;
      name[digits[two + step * c]] = 3 + c;
      name[digits[three + step * c]] = 6 + c;
    }
    std::array<std::uint64_t, 2> boxes;
    for (unsigned box = 0; box < 2; ++box) {
      std::array<std::uint32_t, 3> code;
      for (unsigned c = 0; c < 3; ++c) {
        const unsigned at = step * (3 * box + 3 + c);
        code[c] =
            81 * name[digits[one + at]] + 9 * name[digits[two + at]] + name[digits[three + at]];
      }
      if (code[0] > code[1]) std::swap(code[0], code[1]);
      if (code[1] > code[2]) std::swap(code[1], code[2]);
      if (code[0] > code[1]) std::swap(code[0], code[1]);
      boxes[box] = std::uint64_t{code[0]} << 20 | code[1] << 10 | code[2];
    }
    return std::min(boxes[0], boxes[1]) << 30 | std::max(boxes[0], boxes[1]);
  }

  // Every normal band, from a cell on of those outside of the first box.
  static void list(Band& band, unsigned cell, std::vector<Band>& found) {
    if (cell == 18) {
      found.push_back(band);
      return;
    }
    const unsigned row = cell / 6, column = 3 + cell % 6, box = column / 3 * 3;
    for (std::uint8_t digit = 1; digit <= 9; ++digit) {
      bool fits = true;
      for (unsigned c = 0; c < column && fits; ++c) fits = band[9 * row + c] != digit;
      for (unsigned r = 0; r < row && fits; ++r) {
        for (unsigned c = box; c < box + 3 && fits; ++c) fits = band[9 * r + c] != digit;
      }
      if (row == 0 && column % 3) fits = fits && digit > band[column - 1];
      if (cell == 3) fits = fits && digit > band[3];
      if (!fits) continue;
      band[9 * row + column] = digit;
      list(band, cell + 1, found);
      band[9 * row + column] = 0;
    }
  }

  // Call with each order of rows, each box as the first and each order of its columns.
  template <class Call>
  static void for_images(const Band& band, const Call& call) {
    for (const auto& rows : kPermutations) {
      for (unsigned box = 0; box < 3; ++box) {
        for (const auto& columns : kPermutations) {
          Band image;
          for (unsigned r = 0; r < 3; ++r) {
            for (unsigned c = 0; c < 9; ++c) {
              const unsigned inner = c < 3 ? columns[c] : c % 3;
              image[9 * r + c] = band[9 * rows[r] + (c / 3 + box) % 3 * 3 + inner];
            }
          }
          call(image);
        }
      }
    }
  }

  // The smallest of all images, named by their first rows, and how many images are that.
  static std::pair<Band, unsigned> smallest_of(const Band& band) {
    std::pair<Band, unsigned> found{};
    found.first.fill(9);
    for_images(band, [&](const Band& image) {
      for (unsigned order = 0; order < 72; ++order) {
        Band named;
        std::array<std::uint8_t, 10> name{};
        for (unsigned c = 0; c < 27; ++c) {
          unsigned from = c % 9;
          if (from >= 3) {
            const unsigned box = order % 2 ? 3 - from / 3 : from / 3;
            from = 3 * box + kPermutations[box == 1 ? order / 2 % 6 : order / 12][from % 3];
          }
          auto& own = name[image[c / 9 * 9 + from]];
          if (c < 9) own = static_cast<std::uint8_t>(c + 1);
          named[c] = own;
        }
        if (named < found.first) found = {named, 0};
        if (named == found.first) ++found.second;
      }
    });
    return found;
  }

  std::vector<Band> forms_;
  std::vector<unsigned> automorphisms_;
  std::vector<std::pair<std::uint64_t, std::uint16_t>> table_;
};

}  // namespace cpsudoku::symmetry
