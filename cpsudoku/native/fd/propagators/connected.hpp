// Cells with certain digits that form one region, each reached from each.
//
// A cell is inside for certain, outside for certain, or open.  Where some cell is inside, the region
// lies in what can be reached from there without crossing the outside:
//
//     # . a    #  inside for certain        from the left # everything but b is reached, so b is
//     . x .    x  outside                   outside; without c the right # is cut off, so c is
//     # c #    a  open, as is b elsewhere   inside, as is whatever else parts two that are inside
//
// Cells that cut others off are those of an articulation (Hopcroft and Tarjan, Algorithm 447, CACM
// 1973), found in one walk in depth.  Of a region of k cells, n of them inside, an open cell is
// outside if it takes more than k − n further ones to join it with some of those inside, and one
// without which fewer than k are left is inside.
#pragma once

#include <memory>

#include "fd/propagator.hpp"

namespace cpsudoku::fd {

// require: there are neighbours for each cell, by their places, and both know each other.
std::unique_ptr<Propagator> make_connected(const Connected& connected);

}  // namespace cpsudoku::fd
