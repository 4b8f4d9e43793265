// Sums: cages, arrows, little killers, innies and outies, all in one propagator.
//
// The cells are split into *groups* whose cells have one coefficient and are all different; a cell
// that differs from no other is a group by itself.  A group can only have certain sets of digits:
//
//     cage of 3 cells, total 7:    {1,2,4} alone, of 84 sets of three of nine digits
//
// A set is left while each of its digits is somewhere in the group, it has the group's fixed digits,
// and each cell has one of its digits.  Which are left is remembered as bits.  The sets left give
// the sums that the group can have; over all groups these are put together as bits again:
//
//     group a: 3 or 5, group b: 1, 2 or 4, a + b = 7 or more:     bit s stands for lowest sum + s
//       before a   1                              sums of nothing: 0
//       before b   1 | 1 << 2        = 0b101      a above its least, 3
//       after b   targets           = 0b111000   7, 8, 9 above the least of all, 3 + 1
//       b = 4, so 3 above its least: (0b101 << 3) & 0b111000 ≠ 0: possible
//       b = 1, so 0 above its least: (0b101 << 0) & 0b111000 = 0: impossible
//
// This takes away every sum of a group that no sums of the others complete, whatever the totals are
// (one, several, all but some).  Bits are counted from the lowest sum or from the highest, whichever
// is nearer to the totals: 64 bits are enough for all but long sums with great factors, and these
// keep to bounds until their domains are smaller.
//
// Below the root a sum is left alone while it has *play*: its totals are so far from the least and the
// greatest that its cells could make, even alike ones, that none of them is bound by the others.  It
// hardly ever takes anything away then; of hard killers a node costs a fifth less, and the hardest
// take an eighth less time, extreme ones a seventh, with a tenth more nodes.
//
// What the sets left have in common is taken from the cells that see the whole group, and a digit
// that they all have and one cell alone can have is placed.  A group by itself, a cage or a line of
// digits near one another, has few sets, which are tried one by one instead.
#pragma once

#include <functional>
#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

// Cells of one coefficient that are all different.
struct SumGroup {
  std::vector<Cell> cells;
  std::int64_t coefficient;
  std::vector<Cell> seers;  // other cells that differ from all of them
  std::vector<Word> sees;   // for each of the cells those that differ from it, as bits
};

// Compares a sum with its totals.
// require: no cell is in two groups; a group of several cells has no more than `most_sets` says.
std::unique_ptr<Propagator> make_sum(std::vector<SumGroup> groups, Relation relation,
                                     std::vector<std::int64_t> totals, int digits);

// Whether a total is near the least or the greatest sum of the groups: within a sixth of what is
// between them.
bool is_tight(const std::vector<SumGroup>& groups, std::int64_t total, int digits);

// A group whose digits go together: digit d only with those of `related[d]`, and they with it.
std::unique_ptr<Propagator> make_sets(SumGroup group, const std::vector<Mask>& related);

// Whether `make_sets` leaves no digit that one relation of each two cells would take away: the sets
// are few enough to be tried one by one.
bool told_by_sets(std::size_t size, const std::vector<Mask>& related);

// The same of cells that differ and have a total.
bool told_by_sets(std::size_t size, std::int64_t total, int digits);

// How many cells a group may have, for a number of digits: so many that their sets are some hundred.
std::size_t largest_group(int digits);

}  // namespace cpsudoku::fd
