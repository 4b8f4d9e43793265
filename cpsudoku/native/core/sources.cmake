cpsudoku_unit(cpsudoku_fast core
  core/ordering.cpp
  core/parallel.cpp
  core/processor.cpp
  core/verify.cpp
  core/watch.cpp
)
