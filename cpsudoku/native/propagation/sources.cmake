target_sources(cpsudoku_cores PRIVATE
  propagation/groups.cpp
  propagation/locked.cpp
  propagation/probing.cpp
  propagation/singles.cpp
)
