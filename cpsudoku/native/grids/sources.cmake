target_sources(cpsudoku_cores PRIVATE
  grids/pattern.cpp
  grids/sampling.cpp
)
