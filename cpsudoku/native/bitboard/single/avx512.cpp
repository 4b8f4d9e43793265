#include "bitboard/single/words/avx512.hpp"
//
#include "bitboard/single/search.hpp"

namespace cpsudoku::bitboard {

std::uint64_t advance_avx512(SearchState& state, std::uint64_t limit, std::uint64_t budget,
                             std::uint8_t (*grids)[81], std::size_t room) {
  return advance(state, limit, budget, grids, room);
}

}  // namespace cpsudoku::bitboard
