cpsudoku_unit(cpsudoku_fast core
  links/lz_string.cpp
)
