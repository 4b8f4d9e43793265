// Which cells are in one region, and which are not, before the regions have names.
//
// For each cell there are two rows of bits, the cells that are in its region for certain (`together`)
// and those that are not (`apart`).  Both are closed: cells that are together have the same rows, and
// a cell apart from one is apart from all.
//
//     a b c      a and b together, b and c apart:      together(a) = {a b}   apart(a) = {c}
//     . . .                                            together(b) = {a b}   apart(b) = {c}
//
// What names and digits say goes into the rows, and comes out of them again:
//
// - one name is together, names that exclude each other are apart; and the same digit is apart;
// - cells together share their names and differ in digits, and each digit that a region needs is in a
//   cell that is not apart from them;
// - cells together grow into one connected piece of the size of a region.  What is too far away, with
//   all that comes along on the way, is apart; what they cannot grow without is together with them;
// - a clue bounds how many cells are together with its first one; if these are few, by trying all ways
//   to choose them.
//
// Rows are remembered in the words of the store, and so is which were looked at since they changed.
#pragma once

#include "fd/store.hpp"

namespace cpsudoku::fd {

class Partition {
 public:
  virtual ~Partition() = default;
  virtual void claim(std::vector<Word>& words) = 0;
  virtual bool propagate(Store& store) const = 0;
};

std::unique_ptr<Partition> make_partition(const Regions& regions, int digits);

}  // namespace cpsudoku::fd
