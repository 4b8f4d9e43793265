nanobind_add_module(_native NB_STATIC FREE_THREADED)
cpsudoku_unit(_native searches
  bindings/backtrack.cpp
  bindings/defining_sets.cpp
  bindings/exact_cover.cpp
  bindings/grids.cpp
  bindings/hitting_sets.cpp
  bindings/logic.cpp
  bindings/module.cpp
)
cpsudoku_unit(_native checks
  bindings/bitboard.cpp
  bindings/fd.cpp
  bindings/lines.cpp
  bindings/links.cpp
  bindings/proofs.cpp
  bindings/verify.cpp
)
cpsudoku_unit(_native generation
  bindings/generation.cpp
  bindings/lanes.cpp
  bindings/propagation.cpp
  bindings/symmetry.cpp
)
