cpsudoku_unit_with("${CPSUDOKU_SELDOM}" "" grids
  grids/pattern.cpp
  grids/sampling.cpp
)
