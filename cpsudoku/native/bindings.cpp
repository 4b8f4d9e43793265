#include "bindings.hpp"

NB_MODULE(_native, m) {
  m.doc() = "Compiled cores of cpsudoku; use them through cpsudoku.backends.";
  cpsudoku::bind_backtrack(m);
  cpsudoku::bind_exact_cover(m);
  cpsudoku::bind_bitboard(m);
  cpsudoku::bind_grids(m);
  cpsudoku::bind_symmetry(m);
  cpsudoku::bind_lanes(m);
  cpsudoku::bind_verify(m);
}
