target_sources(cpsudoku_cores PRIVATE
  symmetry/canonical_grid.cpp
  symmetry/canonical_puzzle.cpp
)
