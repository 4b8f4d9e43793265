cpsudoku_unit(cpsudoku_cores search
  search/backtrack.cpp
  search/estimate.cpp
  search/exhaustive.cpp
)
