cpsudoku_unit_with("${CPSUDOKU_SELDOM}" "" defining_sets
  defining_sets/classic.cpp
  defining_sets/search.cpp
)
