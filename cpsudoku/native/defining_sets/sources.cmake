cpsudoku_unit(cpsudoku_seldom generation
  defining_sets/classic.cpp
  defining_sets/search.cpp
)
