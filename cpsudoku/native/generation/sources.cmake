cpsudoku_unit(cpsudoku_cores generation
  generation/board.cpp
  generation/crossing.cpp
  generation/digger.cpp
  generation/filling.cpp
)
