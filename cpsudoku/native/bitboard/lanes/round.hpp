// One round of propagation, in all lanes at once.
//
// A lane is one 16-bit column through all the vectors below; it holds one grid.  A cell is the set
// of its candidates, bit d−1 for digit d, so that one logical operation between whole vectors
// treats nine digits of all the grids, and nothing is ever shifted or shuffled.
//
//      box 0    box 1    box 2          A *triad* is three cells of a box in one row, or one
//     ┌──────┬──────┬──────┐            column.  Its vector is the OR of its cells, or less:
//   0 │ a a a│ b b b│ c c c│ ┐          digits that are known not to be in it are left out.
//   1 │ d d d│ …    │      │ │ band 0
//   2 │ …    │      │      │ ┘          row_triad[9·band + 3·row in the band + stack]
//     ├──────┼──────┼──────┤            column_triad[9·stack + 3·column in the stack + band]
//
// A round visits the nine boxes, each seeing what was found in those before.  Two boxes that follow
// one another share no band and no stack, so that the processor can work on them side by side.  At
// a box:
//
//   1. *Matching*.  In a band a digit is in a different row in each of the three boxes.  This box
//      may have it in row 0 only if the others can have it in rows 1 and 2 in either order:
//          allowed₀ = a₁·b₂ | a₂·b₁        a, b: the other boxes' triads of this band
//      The same for columns.  It covers pointing, claiming and more, and it carries every placement
//      from a box into its rows and columns, so that the rules below look only at their box.
//   2. *Hidden singles*: digits that are in one cell of the box only.
//   3. *Naked singles*: cells with one candidate; their digits are taken from the other cells.
//   4. *Confined triads*: digits that a box has in one triad of a direction only.  Where these are
//      three, they fill the triad, and all others are struck from it at the next visit.
//
// Worked example.  Box 0 has 5 as a given in row 0.  When box 1 is visited, a₀ (the triad of box 0)
// has the 5 and a₁, a₂ have not, so allowed₀ has no 5: row 0 of box 1 loses it.  Likewise box 2.
// If a given of box 1 takes two of the other cells, 5 may be left in one cell there: a hidden
// single.
//
// A lane is dead when a cell has no candidate, a digit no place, or two cells of a box have the
// same single.  The last is found by adding singles instead of OR-ing them: if they are different,
// the sum is their OR.  If not, the sum has, for some digit that is not a single, a carry into its
// bit, which takes that digit from all cells of the box, or has a carry beyond the nine bits.  (For
// were all bits of the sum those of singles, the sum would be at most their OR, and it is greater.)
//
// A lane is *still* when the round has changed nothing in it.  Any change takes a digit from a
// triad, or makes a cell a single, so the sum of all triads less the singles gets smaller, and
// comparing that sum with the last round's shows it.  Solved is when it is at its least: every
// digit in one row triad and one column triad of every box, and all of them singles.
//
// The rules are monotone, so what is left when nothing changes any more does not depend on the
// order in which they were applied, and a grid has the same tree on every machine.
#pragma once

#include "bitboard/lanes/vector.hpp"

namespace cpsudoku::bitboard {

// The grids in the lanes.
template <LaneVector L>
struct alignas(64) Grids {
  typename L::V cell[81];  // box after box in the order of the visits, row after row in a box
  typename L::V row_triad[27];
  typename L::V column_triad[27];
  typename L::V sum;  // of the last round
};

// The box of each visit.
struct Visit {
  int band, stack;
};
inline constexpr Visit kVisits[9] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2},
                                     {2, 0}, {0, 2}, {1, 0}, {2, 1}};

template <LaneVector L>
class Round {
  using V = typename L::V;
  using Mask = typename L::Mask;

 public:
  // Index in a row-major grid of the k-th cell of a visit.
  static constexpr int cell_of(int visit, int k) {
    return 27 * kVisits[visit].band + 3 * kVisits[visit].stack + 9 * (k / 3) + k % 3;
  }

  // Lanes of which one round has found something out; each is in one set at most.
  struct Found {
    Mask dead, still, solved;
  };

  [[gnu::noinline]] static Found run(Grids<L>& g) {
    Sums s{L::all(0x1ff), L::zero(), L::zero()};
    // A loop, not nine copies: those would not fit the processor's cache of decoded instructions.
    for (int visit = 0; visit < 9; ++visit) {
      const Visit at = kVisits[visit];
      box(g.cell + 9 * visit, g.row_triad + 9 * at.band, at.stack, g.column_triad + 9 * at.stack,
          at.band, s);
    }
    // A sum of singles is below 2¹² and a non-empty set less one below 2⁹.
    const V wrong = L::or_(L::xor_(s.full, L::all(0x1ff)), L::and_(s.high, L::all(0xfe00)));
    Found found;
    found.dead = L::nonzero(wrong);
    found.solved = L::equal(s.sum, L::all(9 * 0x1ff)) & ~found.dead;
    found.still = L::equal(s.sum, g.sum) & ~(found.dead | found.solved);
    g.sum = s.sum;
    return found;
  }

 private:
  struct Sums {
    V full;  // digits that have a place in every box
    V high;  // bits above the ninth: something is wrong
    V sum;
  };

  [[gnu::always_inline]] static inline void box(V* cell, V* row, int stack, V* column, int band,
                                                Sums& s) {
    V in_row[3], in_column[3], v[9];
    allowed(row, stack, in_row);
    allowed(column, band, in_column);
    for (int k = 0; k < 9; ++k) v[k] = L::and3(cell[k], in_row[k / 3], in_column[k % 3]);

    const V hidden = L::once(v);
    V forced[9], single[9], taken = L::zero(), last = L::zero();
    for (int k = 0; k < 9; ++k) {
      forced[k] = L::and_(v[k], hidden);
      const V less_one = L::add(v[k], L::all(-1));
      single[k] = L::if_single(v[k], less_one);
      taken = L::add(taken, single[k]);
      if (k % 2) {
        s.high = L::or3(s.high, last, less_one);
      } else {
        last = less_one;
      }
    }
    s.high = L::or3(s.high, last, taken);
    taken = L::or_(taken, hidden);
    for (int k = 0; k < 9; ++k) {
      v[k] = L::prefer(forced[k], L::and_unless(v[k], taken, single[k]));
      cell[k] = v[k];
    }

    V r[3], c[3];
    for (int i = 0; i < 3; ++i) {
      r[i] = L::or3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
      c[i] = L::or3(v[i], v[i + 3], v[i + 6]);
    }
    s.full = L::and_(s.full, L::or3(r[0], r[1], r[2]));
    const V triads = L::add(L::add(L::add(r[0], r[1]), L::add(r[2], c[0])), L::add(c[1], c[2]));
    s.sum = L::add(s.sum, L::sub(triads, taken));
    confine(r);
    confine(c);
    for (int i = 0; i < 3; ++i) {
      row[3 * i + stack] = r[i];
      column[3 * i + band] = c[i];
    }
  }

  // What the triads of a band allow in the rows of box `own` of it; likewise of a stack.
  [[gnu::always_inline]] static inline void allowed(const V* triad, int own, V out[3]) {
    const V* a = triad + (own + 1) % 3;
    const V* b = triad + (own + 2) % 3;
    out[0] = L::and_(L::two_pairs(a[3], b[6], a[6], b[3]), triad[own]);
    out[1] = L::and_(L::two_pairs(a[0], b[6], a[6], b[0]), triad[3 + own]);
    out[2] = L::and_(L::two_pairs(a[0], b[3], a[3], b[0]), triad[6 + own]);
  }

  [[gnu::always_inline]] static inline void confine(V t[3]) {
    const V only[3] = {L::and_neither(t[0], t[1], t[2]), L::and_neither(t[1], t[0], t[2]),
                       L::and_neither(t[2], t[0], t[1])};
    for (int i = 0; i < 3; ++i) t[i] = L::if_three(only[i], t[i]);
  }
};

}  // namespace cpsudoku::bitboard
