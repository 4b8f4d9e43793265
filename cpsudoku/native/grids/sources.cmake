cpsudoku_unit(cpsudoku_cores grids
  grids/pattern.cpp
  grids/sampling.cpp
)
