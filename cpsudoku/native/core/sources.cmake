target_sources(cpsudoku_cores PRIVATE
  core/verify.cpp
  core/watch.cpp
)
