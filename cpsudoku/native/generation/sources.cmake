cpsudoku_unit(cpsudoku_seldom generation
  generation/board.cpp
  generation/crossing.cpp
  generation/digger.cpp
  generation/filling.cpp
)
