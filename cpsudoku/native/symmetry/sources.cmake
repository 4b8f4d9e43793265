cpsudoku_unit(cpsudoku_fast core
  symmetry/canonical_grid.cpp
  symmetry/canonical_puzzle.cpp
)
