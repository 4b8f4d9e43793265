cpsudoku_unit(cpsudoku_fast exact_cover
  exact_cover/batch.cpp
  exact_cover/cells.cpp
  exact_cover/kernels.cpp
  exact_cover/links.cpp
  exact_cover/matrix.cpp
  exact_cover/packed.cpp
  exact_cover/problem.cpp
)
target_sources(cpsudoku_fast PRIVATE
  exact_cover/kernels_avx2.cpp
  exact_cover/kernels_avx512.cpp
  exact_cover/sparse.cpp
)
if(CPSUDOKU_X86)
  # Chosen at run time by what the processor has.
  set_source_files_properties(exact_cover/kernels_avx2.cpp PROPERTIES COMPILE_OPTIONS -mavx2)
  set_source_files_properties(exact_cover/kernels_avx512.cpp PROPERTIES
    COMPILE_OPTIONS "-mavx512f;-mavx512bw;-mavx512vl")
  set_source_files_properties(exact_cover/kernels_avx2.cpp exact_cover/kernels_avx512.cpp PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON)
endif()
