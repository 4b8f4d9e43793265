#include "bitboard/single.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>

namespace cpsudoku::bitboard {

namespace {

// Branches between two looks at the clock: some tenths of a millisecond.
constexpr std::uint64_t kBudget = 1024;

Advance advance_of(Width width) {
  switch (width) {
#if defined(CPSUDOKU_X86)
    case Width::avx512: return kAvx512Advance;
    case Width::avx2: return kAvx2Advance;
#else
    case Width::avx512:
    case Width::avx2: throw std::invalid_argument("this width was not built");
#endif
    case Width::portable: break;
  }
  return kPortableAdvance;
}

void set_root(SearchState& state, const Candidates& candidates) {
  std::copy(candidates.begin(), candidates.end(), state.root);
  std::fill(state.root + kCells, std::end(state.root), kAllDigits);
}

using Digits = std::uint8_t (*)[kCells];

}  // namespace

Single::Single(const Candidates& candidates, Width with) : width_(with) {
  set_root(state_, candidates);
}

std::uint64_t Single::run(std::uint64_t limit, Watch& watch, Grid* grids, std::size_t room) {
  std::uint64_t found = 0;
  while (found < limit && !exhausted() && !watch.expired()) {
    const bool more = found < room;
    found += run_briefly(limit - found, more ? grids + found : nullptr,
                         more ? room - static_cast<std::size_t>(found) : 0);
  }
  return found;
}

std::uint64_t Single::run_briefly(std::uint64_t limit, Grid* grids, std::size_t room) {
  return advance_of(width_)(state_, limit, kBudget, reinterpret_cast<Digits>(grids), room);
}

std::uint64_t count_up_to(const Candidates& candidates, std::uint64_t limit, Grid* first,
                          Width with) {
  SearchState state;
  set_root(state, candidates);
  return advance_of(with)(state, limit, std::numeric_limits<std::uint64_t>::max(),
                          reinterpret_cast<Digits>(first), first != nullptr ? 1 : 0);
}

}  // namespace cpsudoku::bitboard
