// Steps as a page draws them: what follows, and what of it is lit.
#pragma once

#include "wasm/board.hpp"

namespace cpsudoku::wasm {

// Where a path stands: for each cell its digit, 0 for none, and the candidates that are left.
struct Standing {
  std::vector<std::uint8_t> digits;
  std::vector<logic::Mask> candidates;

  // Takes the candidates of open cells that a peer has as its digit.
  void sweep(const Board& board);
  void apply(const logic::Step& step, const Board& board);
};

// The step with the digits and the candidates before it.  Candidates have the roles that
// `cpsudoku.logic.documents` names.
Json step_json(const logic::Step& step, const Standing& before, const Board& board);

}  // namespace cpsudoku::wasm
