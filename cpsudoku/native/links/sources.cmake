cpsudoku_unit(cpsudoku_cores core
  links/lz_string.cpp
)
