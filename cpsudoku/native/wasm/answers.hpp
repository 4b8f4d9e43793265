// The questions that a page may ask, and their answers, both as JSON.
//
// Every question names itself and gives for each cell the digits that it may have, as a mask; cells
// that have one are filled.  `seconds` says when to give up.
//
//     question    more                                    answer
//     ────────    ────────────────────────────────────    ──────────────────────────────────────────
//     solve       limit                                   verdict, solutions
//     count       limit                                   count, complete
//     candidates                                          complete, candidates (masks)
//     conflict    givens (cells)                          verdict, givens, minimal
//     redundant   givens (cells)                          verdict, givens, minimal
//     rate        order                                   end, hardest, technique, first, total, …
//     steps       order, most; digits, at_first           steps, end
//     steps       order, now; digits, at_first            steps that can all be made now, end
//     generate    seed, first, clues; order and hardest   puzzle, solution, first, hardest
//     canonical                                           puzzle, automorphisms
//
// An order is {"finders": […], "numbers": {…}, "options": {…}}, as `cpsudoku.logic.orders` has them.
// A verdict is unique, multiple, none, solved or unknown, and never says "none" of what was cut short.
// What cannot be answered is {"error": a word, "message": why}.
#pragma once

#include <string>
#include <string_view>

namespace cpsudoku::wasm {

// Never throws but std::bad_alloc.  The rules of the last call are kept: asked again about the same
// board, nothing is built again.
std::string answer(std::string_view board, std::string_view question);

}  // namespace cpsudoku::wasm
