# The cores of classic 9×9.  Each vector width is a translation unit with flags of its own; which one
# runs is decided when the program runs.
target_sources(cpsudoku_fast PRIVATE bitboard/lanes.cpp)
cpsudoku_unit(cpsudoku_fast bitboard
  bitboard/lanes/portable.cpp
  bitboard/many.cpp
  bitboard/single.cpp
  bitboard/single/portable.cpp
  bitboard/width.cpp
)
if(CPSUDOKU_X86)
  target_sources(cpsudoku_fast PRIVATE
    bitboard/lanes/avx2.cpp
    bitboard/lanes/avx512.cpp
    bitboard/single/avx2.cpp
    bitboard/single/avx512.cpp
  )
  set(avx2_flags -mavx2 -mbmi -mbmi2 -mpopcnt)
  set(avx512_flags ${avx2_flags} -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512vbmi2
      -mavx512bitalg)
  set_property(SOURCE bitboard/lanes/avx2.cpp bitboard/single/avx2.cpp
    APPEND PROPERTY COMPILE_OPTIONS ${avx2_flags})
  set_property(SOURCE bitboard/lanes/avx512.cpp bitboard/single/avx512.cpp
    APPEND PROPERTY COMPILE_OPTIONS ${avx512_flags})
  set_property(SOURCE bitboard/lanes/avx2.cpp bitboard/single/avx2.cpp bitboard/lanes/avx512.cpp
    bitboard/single/avx512.cpp PROPERTY SKIP_PRECOMPILE_HEADERS ON)
endif()
