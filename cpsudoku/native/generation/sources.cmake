cpsudoku_unit_with("${CPSUDOKU_SELDOM}" "" generation
  generation/board.cpp
  generation/crossing.cpp
  generation/digger.cpp
  generation/filling.cpp
)
