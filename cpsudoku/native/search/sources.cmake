cpsudoku_unit(cpsudoku_fast core
  search/backtrack.cpp
  search/estimate.cpp
  search/exhaustive.cpp
)
