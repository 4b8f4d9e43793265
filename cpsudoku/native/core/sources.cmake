cpsudoku_unit(cpsudoku_fast core
  core/verify.cpp
  core/watch.cpp
)
