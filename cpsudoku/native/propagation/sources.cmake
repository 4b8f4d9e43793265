cpsudoku_unit(cpsudoku_cores core
  propagation/groups.cpp
  propagation/locked.cpp
  propagation/probing.cpp
  propagation/singles.cpp
)
