cpsudoku_unit(cpsudoku_fast core
  core/ordering.cpp
  core/parallel.cpp
  core/processor.cpp
  core/verify.cpp
  core/watch.cpp
)
if(CPSUDOKU_X86)
  cpsudoku_unit(cpsudoku_avx512 kernels core/verify_avx512.cpp)
endif()
