// Random final grids: `uniform_grid`, every one equally likely, and `random_grid`, faster.
//
// A grid is (a) for each band the digits in each column, without their order, and (b) for each band
// an arrangement of them (band.hpp).  (a) is easy to draw: in each stack of the first band the
// digits are dealt to the columns at random, and the bands below take what the columns still lack:
//
//     W = 2 (4×4)   all that is left;
//     W = 3         with C₁, C₂, C₃ the column sets of the first band in a stack of three columns,
//                   the second band's first column takes a digits of C₂ and H−a of C₃, its second
//                   a of C₃ and H−a of C₁, its third a of C₁ and H−a of C₂, and the third band the
//                   rest.  There are Σ C(H,a)³ ways (56 for 9×9, 10 for 6×6), whatever the Cᵢ.
//
// So every choice (a) is equally likely, and as many grids belong to it as the product of its bands'
// arrangements.  Drawing (a), keeping it with chance Π arrangements / most, and drawing the
// arrangements (b) at random gives every grid the same chance: exact rejection sampling (von
// Neumann, 1951), in integers, without any approximation.  To reject less, the first band of 9×9
// and 6×6 is drawn whole, each equally likely: the rows of its boxes are to each other as the
// columns of a stack above, and each row of a box can be ordered at will.  That leaves the factors
// of the other bands, 1 in 75 for 9×9.
//
// `random_grid` draws likewise, but keeps every choice, and takes for each band whatever
// arrangement some random choices lead to.  Every grid can come; those whose lower bands have few
// arrangements come more often.
#pragma once

#include "core/randomness.hpp"
#include "grids/band.hpp"

namespace cpsudoku::grids {

template <unsigned H, unsigned W>
using Cells = std::array<std::uint8_t, H * W * H * W>;  // digits 1 … H·W, row by row

// Templates are instantiated for 4×4 (2, 2), 6×6 (2, 3) and 9×9 (3, 3).
template <unsigned H, unsigned W>
Cells<H, W> uniform_grid(Randomness& chance);

Cells<3, 3> random_grid(Randomness& chance);

// The largest number of arrangements of any band, which `uniform_grid` relies on.
template <unsigned H, unsigned W>
constexpr std::uint32_t kMostArrangements = H == 3   ? 1728
                                            : W == 3 ? 8
                                                     : 4;

}  // namespace cpsudoku::grids
