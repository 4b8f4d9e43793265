cpsudoku_unit(cpsudoku_cores hitting_sets
  hitting_sets/search.cpp
)
