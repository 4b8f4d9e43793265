// The classes of classic grids, listed in order: each by its canonical form, the smallest of its
// grids, without any being kept to be compared with.
//
// A canonical grid begins with the smallest band of a class (bands.hpp), and no other of its six
// bands and stacks is of a class before that.  So for each of the 416 first bands:
//
//     first band   its columns leave six digits each; three of them are the second band's,
//                  in 56 ways for each stack; the first row has the smallest digit of its column
//     second band  some 33 orders of these columns, of which those are left out whose class is
//     third band   before that of the first; and as many of the others, in any combination
//
// and a grid whose stacks are not before it either is canonical if none of the five is *of* that
// class and the first band has no automorphisms: that is the usual case and costs three look-ups.
// Otherwise the canonical form says it (canonical.hpp).  This is orderly generation (Read,
// Every One a Winner, 1978): what is not canonical is seen by itself.
#pragma once

#include "grids/band9.hpp"
#include "symmetry/bands.hpp"
#include "symmetry/canonical.hpp"

namespace cpsudoku::symmetry {

class Listing {
 public:
  // The choices of columns for the second band: every class with that first band is in one.
  static constexpr unsigned kParts = 28 * 56 * 56;

  // Canonical grids and, of all grids of their classes, how many have other digits or lines:
  // the sum of 3,359,232 / |automorphisms|, which times 9! is the number of grids.
  struct Found {
    std::uint64_t tried = 0, classes = 0, images = 0;
  };

  Listing(const Bands& bands, unsigned first) : bands_(bands), first_(first) {
    const auto& form = bands.form(first);
    std::copy(form.begin(), form.end(), grid_.begin());
    for (unsigned stack = 0; stack < 3; ++stack) {
      std::array<grids::Set, 3> left;
      for (unsigned c = 0; c < 3; ++c) {
        left[c] = grids::Band<3, 3>::kAll;
        for (unsigned r = 0; r < 3; ++r)
          left[c] &= static_cast<grids::Set>(~bit(form[9 * r + 3 * stack + c]));
      }
      for (grids::Set a = 0; a < 512; ++a) {
        if (std::popcount(a) != 3 || (a & ~left[0])) continue;
        for (grids::Set b = 0; b < 512; ++b) {
          const auto c = static_cast<grids::Set>(511 & ~(a | b));
          if (std::popcount(b) != 3 || (a & b) || (b & ~left[1]) || (c & ~left[2])) continue;
          // The smallest digit that the first column leaves is in the second band.
          if (stack == 0 && !(a & left[0] & -left[0])) continue;
          choices_[stack].push_back(
              {{a, b, c},
               {static_cast<grids::Set>(left[0] & ~a), static_cast<grids::Set>(left[1] & ~b),
                static_cast<grids::Set>(left[2] & ~c)}});
        }
      }
    }
  }

  unsigned parts() const {
    return static_cast<unsigned>(choices_[0].size() * choices_[1].size() * choices_[2].size());
  }

  using Columns = grids::Band<3, 3>::Columns;

  // The digits in each column of the second and of the third band, in a part.
  std::pair<Columns, Columns> columns(unsigned part) const {
    std::pair<Columns, Columns> found{};
    for (unsigned at = 0; at < 9; at += 3) {
      const auto& choices = choices_[at / 3];
      const auto& [above, below] = choices[part % choices.size()];
      part /= static_cast<unsigned>(choices.size());
      for (unsigned c = 0; c < 3; ++c)
        found.first[at + c] = above[c], found.second[at + c] = below[c];
    }
    return found;
  }

  // Call with each canonical grid of a part and the number of its automorphisms.
  template <class Call>
  Found list(unsigned part, const Call& call) {
    const auto [second, third] = columns(part);
    Found found;
    const auto lower = arranged(third);
    if (lower.empty()) return found;
    for (const auto& upper : arranged(second)) {
      std::copy(upper.digits.begin(), upper.digits.end(), grid_.begin() + 27);
      for (const auto& last : lower) {
        ++found.tried;
        std::copy(last.digits.begin(), last.digits.end(), grid_.begin() + 54);
        if (const auto own = automorphisms(upper.alike || last.alike)) {
          ++found.classes;
          found.images += 3'359'232 / own;
          call(grid_, own);
        }
      }
    }
    return found;
  }

 private:
  struct Arranged {
    Bands::Band digits;
    bool alike;  // of the class of the first band
  };
  struct Choice {
    std::array<grids::Set, 3> above, below;
  };

  static grids::Set bit(unsigned digit) { return static_cast<grids::Set>(1u << (digit - 1)); }

  // The bands with these columns whose rows are in order and whose class is not before the first's.
  std::vector<Arranged> arranged(const Columns& columns) const {
    std::vector<Arranged> found;
    const grids::Band9 band(columns);
    for (std::uint32_t n = 0, count = band.count(); n < count; n += 6) {
      auto rows = band.pick(n);
      std::sort(rows.begin(), rows.end());
      Arranged one;
      for (unsigned cell = 0; cell < 27; ++cell) {
        one.digits[cell] =
            static_cast<std::uint8_t>(std::countr_zero(rows[cell / 9][cell % 9]) + 1);
      }
      const unsigned number = bands_.number(one.digits, 0, 9, 18);
      one.alike = number == first_;
      if (number >= first_) found.push_back(one);
    }
    return found;
  }

  // The number of automorphisms of the grid if it is canonical, else 0.
  unsigned automorphisms(bool alike) const {
    for (unsigned stack = 0; stack < 9; stack += 3) {
      const unsigned number = bands_.number(grid_, stack, stack + 1, stack + 2, 9);
      if (number < first_) return 0;
      alike = alike || number == first_;
    }
    if (!alike && bands_.automorphisms(first_) == 1) return 1;
    const Canonical found = canonical_grid(grid_);
    return found.grid == grid_ ? static_cast<unsigned>(found.transforms.size()) : 0;
  }

  const Bands& bands_;
  unsigned first_;
  Grid grid_{};
  std::array<std::vector<Choice>, 3> choices_;
};

}  // namespace cpsudoku::symmetry
