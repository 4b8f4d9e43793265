cpsudoku_unit(cpsudoku_fast core
  hitting_sets/search.cpp
)
