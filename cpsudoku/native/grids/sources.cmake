cpsudoku_unit(cpsudoku_seldom generation
  grids/pattern.cpp
  grids/sampling.cpp
)
