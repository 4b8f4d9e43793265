cpsudoku_unit(cpsudoku_cores core
  search/backtrack.cpp
  search/estimate.cpp
  search/exhaustive.cpp
)
