target_sources(cpsudoku_cores PRIVATE
  generation/board.cpp
  generation/crossing.cpp
  generation/digger.cpp
  generation/filling.cpp
)
