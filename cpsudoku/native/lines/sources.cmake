cpsudoku_unit(cpsudoku_cores lines
  lines/answers.cpp
  lines/fields.cpp
  lines/job.cpp
  lines/scan.cpp
)
