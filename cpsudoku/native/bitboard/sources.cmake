# The cores of classic 9×9.  Which width of vectors runs is decided when the program runs.
cpsudoku_unit(cpsudoku_fast bitboard
  bitboard/lanes.cpp
  bitboard/lanes/portable.cpp
  bitboard/many.cpp
  bitboard/single.cpp
  bitboard/single/portable.cpp
  bitboard/width.cpp
)
if(CPSUDOKU_X86)
  cpsudoku_unit(cpsudoku_avx2 kernels bitboard/lanes/avx2.cpp bitboard/single/avx2.cpp)
  cpsudoku_unit(cpsudoku_avx512_more kernels bitboard/lanes/avx512.cpp bitboard/single/avx512.cpp)
endif()
