target_sources(cpsudoku_cores PRIVATE
  search/backtrack.cpp
  search/estimate.cpp
  search/exhaustive.cpp
)
