cpsudoku_unit(cpsudoku_fast core
  core/processor.cpp
  core/verify.cpp
  core/watch.cpp
)
