target_sources(cpsudoku_cores PRIVATE
  lines/answers.cpp
  lines/fields.cpp
  lines/job.cpp
  lines/scan.cpp
)
