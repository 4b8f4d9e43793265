// Without a solution to lean on, all 2 · 1296 orders of the columns are tried.  For each the rows are
// chosen one after another, always the one that reads smallest under the names given so far; ties
// branch, and a row greater than the best grid's ends the branch.  Most orders end at the first row,
// which is decided only by the pattern of its blanks.
//
// Digits that do not occur can be named in any way; they are left out of the search and counted by
// a factorial.
#include "symmetry/canonical.hpp"

#include <algorithm>
#include <cstring>

namespace cpsudoku::symmetry {

namespace {

using Lines = std::array<std::uint8_t, 9>;
using Names = std::array<std::uint8_t, 10>;

class FormSearch {
 public:
  explicit FormSearch(const Grid& puzzle) : puzzle_(puzzle) { best_.grid.fill(10); }

  CanonicalPuzzle run() {
    for (const bool transpose : {false, true}) {
      for (unsigned r = 0; r < 9; ++r) {
        for (unsigned c = 0; c < 9; ++c) cell_[r][c] = puzzle_[transpose ? 9 * c + r : 9 * r + c];
      }
      trial_.transpose = transpose;
      for (unsigned order = 0; order < 1296; ++order) {
        const auto& stacks = kPermutations[order / 216];
        const std::array<unsigned, 3> inner{order / 36 % 6, order / 6 % 6, order % 6};
        for (unsigned place = 0; place < 9; ++place) {
          trial_.column[place] = static_cast<std::uint8_t>(
              3 * stacks[place / 3] + kPermutations[inner[place / 3]][place % 3]);
        }
        descend(0, 0, Names{}, 0, false);
      }
    }
    name_absent_digits();
    return best_;
  }

 private:
  struct Choice {
    std::uint8_t row;
    Lines reading;
    Names names;
    std::uint8_t named;
  };

  Choice read(std::uint8_t row, const Names& names, std::uint8_t named) const {
    Choice choice{row, {}, names, named};
    for (unsigned place = 0; place < 9; ++place) {
      const std::uint8_t digit = cell_[row][trial_.column[place]];
      if (!digit) continue;
      if (!choice.names[digit]) choice.names[digit] = ++choice.named;
      choice.reading[place] = choice.names[digit];
    }
    return choice;
  }

  // `used`: the rows placed, as bits.  `smaller`: the rows so far are smaller than the best grid's.
  void descend(unsigned depth, unsigned used, const Names& names, std::uint8_t named,
               bool smaller) {
    if (depth == 9) return leaf(names, smaller);
    std::array<Choice, 9> choices;
    std::size_t n = 0;
    for (std::uint8_t row = 0; row < 9; ++row) {
      const unsigned band = used >> (row / 3 * 3) & 7u;
      const bool in_place = depth % 3 == 0 ? band == 0 : band != 0 && band != 7u;
      if (used >> row & 1u || !in_place) continue;
      const Choice choice = read(row, names, named);
      const int sign = n == 0 ? -1 : compare(choice.reading, choices[0].reading);
      if (sign > 0) continue;
      if (sign < 0) n = 0;
      choices[n++] = choice;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const Choice& choice = choices[i];
      // The best grid may have become this branch's own since it was last compared.
      if (smaller) smaller = std::memcmp(rows_.data(), best_.grid.data(), 9 * depth) != 0;
      const int sign = smaller ? -1 : std::memcmp(choice.reading.data(), &best_.grid[9 * depth], 9);
      if (sign > 0) return;
      std::copy(choice.reading.begin(), choice.reading.end(), &rows_[9 * depth]);
      trial_.row[depth] = choice.row;
      descend(depth + 1, used | 1u << choice.row, choice.names, choice.named, sign < 0);
    }
  }

  static int compare(const Lines& one, const Lines& other) {
    return std::memcmp(one.data(), other.data(), 9);
  }

  void leaf(const Names& names, bool smaller) {
    if (smaller) {
      best_.grid = rows_;
      best_.transform = trial_;
      best_.transform.name = names;
      best_.automorphisms = 0;
    }
    ++best_.automorphisms;
  }

  void name_absent_digits() {
    auto& names = best_.transform.name;
    std::uint8_t next = *std::max_element(names.begin(), names.end());
    for (unsigned digit = 1, absent = 0; digit <= 9; ++digit) {
      if (names[digit]) continue;
      names[digit] = ++next;
      best_.automorphisms *= ++absent;
    }
  }

  const Grid& puzzle_;
  std::array<Lines, 9> cell_{};
  Transform trial_;
  Grid rows_{};
  CanonicalPuzzle best_;
};

}  // namespace

CanonicalPuzzle canonical_with_solution(const Grid& puzzle, const Grid& solution) {
  CanonicalPuzzle best;
  best.grid.fill(10);
  for (const Transform& transform : canonical_grid(solution).transforms) {
    const Grid moved = transform.apply(puzzle);
    if (moved == best.grid) {
      ++best.automorphisms;
    } else if (moved < best.grid) {
      best = {moved, transform, 1};
    }
  }
  return best;
}

CanonicalPuzzle canonical_without_solution(const Grid& puzzle) { return FormSearch(puzzle).run(); }

}  // namespace cpsudoku::symmetry
