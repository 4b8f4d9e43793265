cpsudoku_unit(cpsudoku_cores core
  core/verify.cpp
  core/watch.cpp
)
