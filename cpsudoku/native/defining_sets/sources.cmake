target_sources(cpsudoku_cores PRIVATE
  defining_sets/classic.cpp
  defining_sets/search.cpp
)
