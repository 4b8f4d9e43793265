cpsudoku_unit(cpsudoku_cores lines
  links/lz_string.cpp
)
