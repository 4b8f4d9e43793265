cpsudoku_unit(cpsudoku_fast core
  lines/answers.cpp
  lines/columns.cpp
  lines/fields.cpp
  lines/job.cpp
  lines/objects.cpp
  lines/scan.cpp
)
