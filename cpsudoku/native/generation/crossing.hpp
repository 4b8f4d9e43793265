// Random final grids of the classic rules: a band and a stack are drawn, the rest is a small search.
//
// Box 1, the two boxes beside it and the two below it have no conflict but with box 1 itself, so they
// are drawn directly: there are 9! boxes, and for each 56 · 6⁶ ways to complete its band, and as many
// to complete its stack, all equally likely here.  In the other four boxes every digit has 16 ways.
// The digit with the fewest ways left gets one of them, each equally likely; if that leads nowhere it
// gets another.  Every final grid can come out, though not all are equally likely.  The tests hold it
// against a twin in Python (tests/plain_grids.py).  Some half a microsecond a grid.
//
// What is left after band 1 and stack 1 is an exact cover: nine digits, of each one of 16 ways, each
// way four of the 36 cells of boxes 5, 6, 8 and 9.
//
//     way    bit 3   bit 2   bit 1   bit 0        each bit: the lower or the higher of the two
//            stack 3 stack 2 band 3  band 2       rows (columns) that the digit has free there
//
//     needing[digit][cell]   the ways of the digit that need the cell, as 16 bits
//     left[digit]            its ways that no chosen way collides with
//
// Choosing a way takes needing[d][c] from left[d] for its four cells c and every digit d.
//
// Worked example.  Digit 5 is in box 4 at row 1 of band 2, in box 2 at column 0 of stack 2.  In box 5
// it has rows 0 and 2 and columns 1 and 2; ways with bits 0 and 2 clear put it at row 0, column 1.
#pragma once

#include "core/randomness.hpp"

namespace cpsudoku::generation {

using ClassicGrid = std::array<std::uint8_t, 81>;  // row-major, digits 1 … 9

ClassicGrid classic_grid(Randomness& chance);

}  // namespace cpsudoku::generation
