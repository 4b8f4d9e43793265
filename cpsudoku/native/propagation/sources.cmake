cpsudoku_unit(cpsudoku_cores propagation
  propagation/groups.cpp
  propagation/locked.cpp
  propagation/probing.cpp
  propagation/singles.cpp
)
