// Are these grids solutions of these puzzles?  Knows no solver and no encoding.
//
// A grid of a board with digits 1 … N is a byte for each cell, N·N of them where it is square; a
// puzzle the same with 0 for a blank.  A group is a set of cells whose digits are all different.  A grid is a solution if its digits are in range, it
// agrees with the givens, and the digits of every group are different, that is: the OR of their
// bits has as many ones as the group has cells.
//
//     Groups groups(9, {{0,1,2,3,4,5,6,7,8}, ...});
//     first_fault(groups, puzzles, grids, n, counts) == n        // all good
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cpsudoku {

class Groups {
 public:
  // Require: size ≤ 64 digits, every cell < cells.
  Groups(std::size_t size, std::size_t cells,
         const std::vector<std::vector<std::uint16_t>>& groups);
  // A square board: N·N cells.
  Groups(std::size_t size, const std::vector<std::vector<std::uint16_t>>& groups)
      : Groups(size, size * size, groups) {}

  std::size_t size() const { return size_; }
  std::size_t cells() const { return cells_; }
  // Whether these are the rows, columns and boxes of 9×9.
  bool classic() const { return classic_; }

  bool hold(const std::uint8_t* puzzle, const std::uint8_t* grid) const;

  // The same for a puzzle of candidates: a mask for each cell, bit d−1 for digit d.
  bool hold(const std::uint64_t* candidates, const std::uint8_t* grid) const;

  // Whether a puzzle contradicts itself at first sight: a cell without a candidate, or two cells of
  // a group that can only be the same digit.
  bool clash(const std::uint64_t* candidates) const;

 private:
  bool all_different(const std::uint8_t* grid) const;
  template <class BitsOf>
  bool repeats(const BitsOf& bits_of) const;

  std::size_t size_;
  std::size_t cells_;
  bool classic_;
  std::vector<std::uint16_t> members_;  // all groups' cells, one after another
  std::vector<std::uint32_t> lengths_;  // cells of each group, which may be all 65,536
};

#if defined(CPSUDOKU_X86)
// Whether a classic grid solves a puzzle.  require: the processor has avx512vbmi.
bool hold_classic_wide(const std::uint8_t* puzzle, const std::uint8_t* grid);
#endif

// Rows, columns and boxes of 9×9, as cells.
template <class Cell>
std::vector<std::vector<Cell>> classic_groups() {
  std::vector<std::vector<Cell>> groups(27);
  for (Cell cell = 0; cell < 81; ++cell) {
    groups[cell / 9].push_back(cell);
    groups[9 + cell % 9].push_back(cell);
    groups[18 + cell / 27 * 3 + cell % 9 / 3].push_back(cell);
  }
  return groups;
}

const Groups& classic_houses();

// Index of the first of n grids that is not a solution of its puzzle, or n.  A grid whose count is
// 0 must be all zeros: nothing was found, so nothing may be claimed.
std::size_t first_fault(const Groups& groups, const std::uint8_t* puzzles,
                        const std::uint8_t* grids, const std::int64_t* counts, std::size_t n,
                        unsigned threads);

}  // namespace cpsudoku
