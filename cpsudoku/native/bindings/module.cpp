#include "bindings/shared.hpp"

NB_MODULE(_native, m) {
  using namespace cpsudoku::bindings;
  // Caches of engines live until the interpreter ends, when nobody is left to be warned of them.
  nb::set_leak_warnings(false);
  m.doc() = "Compiled cores of cpsudoku; use them through cpsudoku.backends.";
  for (const auto bind :
       {bind_backtrack, bind_defining_sets, bind_exact_cover, bind_fd, bind_generation,
        bind_bitboard, bind_grids, bind_hitting_sets, bind_symmetry, bind_lanes, bind_lines,
        bind_links, bind_logic, bind_propagation, bind_proofs, bind_verify}) {
    bind(m);
  }
}
