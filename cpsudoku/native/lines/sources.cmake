cpsudoku_unit(cpsudoku_cores lines
  lines/answers.cpp
  lines/fields.cpp
  lines/job.cpp
)
target_sources(cpsudoku_cores PRIVATE lines/scan.cpp)
