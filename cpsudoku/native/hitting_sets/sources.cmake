cpsudoku_unit(cpsudoku_cores core
  hitting_sets/search.cpp
)
