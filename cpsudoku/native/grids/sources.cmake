cpsudoku_unit(cpsudoku_seldom grids
  grids/pattern.cpp
  grids/sampling.cpp
)
