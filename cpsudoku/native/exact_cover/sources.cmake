cpsudoku_unit(cpsudoku_fast exact_cover
  exact_cover/batch.cpp
  exact_cover/cells.cpp
  exact_cover/kernels.cpp
  exact_cover/links.cpp
  exact_cover/matrix.cpp
  exact_cover/packed.cpp
  exact_cover/problem.cpp
  exact_cover/sparse.cpp
)
if(CPSUDOKU_X86)
  cpsudoku_unit(cpsudoku_avx2 kernels exact_cover/kernels_avx2.cpp)
  cpsudoku_unit(cpsudoku_avx512 kernels exact_cover/kernels_avx512.cpp)
endif()
