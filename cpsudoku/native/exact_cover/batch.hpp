// Many grids against one exact-cover solver, in as many threads as asked for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exact_cover/problem.hpp"

namespace cpsudoku::exact_cover {

struct CoverBatch {
  const std::uint8_t* grids;  // `count` grids of `cells` digits 1 … size, 0 for a blank
  std::size_t count;
  std::size_t cells;
  std::size_t size;           // option cell·size + digit − 1 puts a digit into a cell
  std::uint64_t limit;        // stop after this many solutions of each; 0: count all
  std::int64_t* counts;       // out: solutions found for each
  std::uint8_t* solutions;    // out: the first one for each, zeros where there is none
  bool* unknown;              // out: whether time ran out before the count was certain
};

// Throws std::invalid_argument: a digit above `size`; names the grid and the cell.
void solve_batch(const CoverSolver& solver, const CoverBatch& batch, unsigned threads,
                 Watch& watch);

}  // namespace cpsudoku::exact_cover
