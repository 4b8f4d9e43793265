cpsudoku_unit(cpsudoku_fast core
  lines/columns.cpp
  lines/objects.cpp
  lines/scan.cpp
)
