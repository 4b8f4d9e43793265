cpsudoku_unit(cpsudoku_cores core
  core/processor.cpp
  core/verify.cpp
  core/watch.cpp
)
