cpsudoku_unit(cpsudoku_fast core
  propagation/locked.cpp
  propagation/probing.cpp
  propagation/singles.cpp
)
cpsudoku_unit(cpsudoku_seldom generation propagation/groups.cpp)
