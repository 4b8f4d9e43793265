# The C interface as one WebAssembly file without a module of JavaScript beside it: what it asks of its
# host is a clock and a place for messages.
add_library(cpsudoku_answers STATIC wasm/answers.cpp wasm/board.cpp wasm/json.cpp wasm/steps.cpp)
target_link_libraries(cpsudoku_answers PUBLIC cpsudoku_cores)
target_compile_options(cpsudoku_answers PRIVATE ${CPSUDOKU_WARNINGS})
if(EMSCRIPTEN)
  add_executable(cpsudoku wasm/interface.cpp)
  target_link_libraries(cpsudoku PRIVATE cpsudoku_answers)
  # (TOTAL_STACK is what all versions call the size of the stack.)
  target_link_options(cpsudoku PRIVATE --no-entry -O3 -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH=1
    -sTOTAL_STACK=4194304 -sMAXIMUM_MEMORY=1073741824)
  set_target_properties(cpsudoku PROPERTIES SUFFIX .wasm
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/../web/core)
endif()
