nanobind_add_module(_native NB_STATIC FREE_THREADED
  bindings/backtrack.cpp
  bindings/bitboard.cpp
  bindings/defining_sets.cpp
  bindings/exact_cover.cpp
  bindings/fd.cpp
  bindings/generation.cpp
  bindings/grids.cpp
  bindings/hitting_sets.cpp
  bindings/lanes.cpp
  bindings/lines.cpp
  bindings/logic.cpp
  bindings/module.cpp
  bindings/proofs.cpp
  bindings/propagation.cpp
  bindings/symmetry.cpp
  bindings/verify.cpp
)
