cpsudoku_unit(cpsudoku_fast core
  propagation/groups.cpp
  propagation/locked.cpp
  propagation/probing.cpp
  propagation/singles.cpp
)
