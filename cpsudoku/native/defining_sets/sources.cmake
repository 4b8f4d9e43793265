cpsudoku_unit(cpsudoku_cores defining_sets
  defining_sets/classic.cpp
  defining_sets/search.cpp
)
