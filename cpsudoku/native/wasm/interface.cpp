// What a host calls: memory for its texts, questions as JSON, and many classic puzzles at once.
//
//     at = cpsudoku_take(bytes)               room for a text that the host writes
//     at = cpsudoku_answer(board, question)   both end with a zero; so does the answer, which stays
//                                             until the next one
//     cpsudoku_give(at)
//     cpsudoku_solve_many(rows, stride, size, limit, counts, solutions)
//
// `rows` are 81 characters each, `stride` bytes from one to the next; `counts` has room for 8 bytes,
// `solutions` for 81 a puzzle.  Returns 0, or the number of the first that is not a puzzle, from 1.
#include <cstdlib>

#include "bitboard/many.hpp"
#include "wasm/answers.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else
#define EMSCRIPTEN_KEEPALIVE
#endif

extern "C" {

EMSCRIPTEN_KEEPALIVE void* cpsudoku_take(std::size_t bytes) { return std::malloc(bytes); }

EMSCRIPTEN_KEEPALIVE void cpsudoku_give(void* memory) { std::free(memory); }

EMSCRIPTEN_KEEPALIVE const char* cpsudoku_answer(const char* board, const char* question) {
  static std::string kept;
  kept = cpsudoku::wasm::answer(board, question);
  return kept.c_str();
}

EMSCRIPTEN_KEEPALIVE std::size_t cpsudoku_solve_many(const char* rows, std::size_t stride,
                                                     std::size_t size, std::uint32_t limit,
                                                     std::int64_t* counts, char* solutions) {
  namespace bitboard = cpsudoku::bitboard;
  bitboard::Puzzles puzzles;
  puzzles.rows = rows;
  puzzles.notation = bitboard::Notation::kText;
  puzzles.stride = stride;
  puzzles.size = size;
  bitboard::LaneOptions options;
  options.limit = limit;
  bitboard::Answers answers{counts};
  answers.solutions = reinterpret_cast<std::uint8_t*>(solutions);
  answers.zero = '0';
  cpsudoku::Watch watch;
  try {
    bitboard::search_many(puzzles, options, watch, answers);
  } catch (const bitboard::MalformedPuzzle& error) { return error.index() + 1; }
  return 0;
}

}  // extern "C"
