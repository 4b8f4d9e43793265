cpsudoku_unit(cpsudoku_seldom defining_sets
  defining_sets/classic.cpp
  defining_sets/search.cpp
)
