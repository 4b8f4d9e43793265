#include "bindings/shared.hpp"

NB_MODULE(_native, m) {
  // Caches of engines live until the interpreter ends, when nobody is left to be warned of them.
  nanobind::set_leak_warnings(false);
  m.doc() = "Compiled cores of cpsudoku; use them through cpsudoku.backends.";
  cpsudoku::bind_backtrack(m);
  cpsudoku::bind_defining_sets(m);
  cpsudoku::bind_exact_cover(m);
  cpsudoku::bind_fd(m);
  cpsudoku::bind_generation(m);
  cpsudoku::bind_bitboard(m);
  cpsudoku::bind_grids(m);
  cpsudoku::bind_symmetry(m);
  cpsudoku::bind_lanes(m);
  cpsudoku::bind_lines(m);
  cpsudoku::bind_logic(m);
  cpsudoku::bind_propagation(m);
  cpsudoku::bind_proofs(m);
  cpsudoku::bind_verify(m);
}
