target_sources(cpsudoku_cores PRIVATE
  lines/answers.cpp
  lines/job.cpp
  lines/scan.cpp
)
