target_sources(cpsudoku_fast PRIVATE
  symmetry/canonical_grid.cpp
  symmetry/canonical_puzzle.cpp
)
