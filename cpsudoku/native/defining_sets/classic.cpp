#include "defining_sets/classic.hpp"

#include <algorithm>

#include "core/randomness.hpp"

namespace cpsudoku::defining_sets {

using bitboard::Candidates;
using bitboard::Grid;
using bitboard::Single;

namespace {

// Solutions that are drawn from a part of the tree with fewer than kPart of them: neighbours in the
// order of the search have most cells in common.
constexpr std::size_t kPart = 64;
constexpr std::size_t kDrawn = 4;
constexpr unsigned kInVain = 1000;

bool is_open(std::uint16_t mask) { return (mask & (mask - 1)) != 0; }

std::uint16_t bit(std::uint32_t digit) { return static_cast<std::uint16_t>(1U << (digit - 1)); }

std::size_t open_cells(const Candidates& candidates) {
  return static_cast<std::size_t>(std::count_if(candidates.begin(), candidates.end(), is_open));
}

}  // namespace

ClassicDefiningSets::ClassicDefiningSets(
    const Candidates& candidates, std::span<const std::pair<std::uint32_t, std::uint32_t>> choices)
    : candidates_(candidates),
      choices_(choices.begin(), choices.end()),
      sets_(choices.size(), open_cells(candidates),
            [this](DefiningSets&, std::span<const DefiningSets::Choice> set) { return ask(set); }) {
  for (std::uint32_t cell = 0; cell < bitboard::kCells; ++cell) {
    if (is_open(candidates[cell])) open_.push_back(cell);
  }
  for (std::size_t number = 0; number < choices_.size(); ++number) {
    const auto [cell, digit] = choices_[number];
    numbers_[cell][digit] = static_cast<DefiningSets::Choice>(number);
  }
}

void ClassicDefiningSets::add(const Grid& grid) {
  std::array<DefiningSets::Choice, bitboard::kCells> row;
  for (std::size_t i = 0; i < open_.size(); ++i) row[i] = numbers_[open_[i]][grid[open_[i]]];
  sets_.add({row.data(), open_.size()});
}

unsigned ClassicDefiningSets::ask(std::span<const DefiningSets::Choice> set) {
  Candidates candidates = candidates_;
  for (const auto choice : set) {
    const auto [cell, digit] = choices_[choice];
    candidates[cell] &= bit(digit);
  }
  Single search(candidates);
  Watch never;
  std::array<Grid, 2> grids;
  const auto found = static_cast<unsigned>(search.run(2, never, grids.data(), 2));
  for (unsigned i = 0; i < found; ++i) add(grids[i]);
  return found;
}

void ClassicDefiningSets::fill(std::uint64_t most, std::size_t samples, std::uint64_t seed,
                               Watch& watch) {
  if (add_all(most, watch)) return;
  std::uint64_t random = seed;
  // There may be fewer solutions than samples: enough is where nothing new comes up.
  for (unsigned vain = 0; sets_.rows() < samples && vain < kInVain && !watch.expired(); ++vain) {
    const std::size_t before = sets_.rows();
    add_some_of(candidates_, random, watch);
    if (sets_.rows() > before) vain = 0;
  }
}

bool ClassicDefiningSets::add_all(std::uint64_t most, Watch& watch) {
  {
    Single search(candidates_);
    search.run(std::max(most, most + 1), watch);
    if (!search.exhausted()) return false;
  }
  std::vector<Grid> grids(kPart);
  Single search(candidates_);
  while (!search.exhausted()) {
    const std::size_t found = search.run(kPart, watch, grids.data(), kPart);
    for (std::size_t i = 0; i < found; ++i) add(grids[i]);
    if (watch.expired()) return false;
  }
  sets_.complete();
  return true;
}

// Restricts the puzzle by random choices as long as it has a solution, until few are left.
void ClassicDefiningSets::add_some_of(Candidates candidates, std::uint64_t& random, Watch& watch) {
  std::array<Grid, kPart> grids;
  while (!watch.expired()) {
    const auto [cell, digit] = choices_[split_mix(random) % choices_.size()];
    if (!(candidates[cell] & bit(digit)) || !is_open(candidates[cell])) continue;
    Candidates restricted = candidates;
    restricted[cell] = bit(digit);
    const std::size_t found = Single(restricted).run(kPart, watch, grids.data(), kPart);
    if (found == 0) continue;
    candidates = restricted;
    if (found == kPart) continue;
    for (std::size_t i = 0; i < kDrawn; ++i) add(grids[split_mix(random) % found]);
    return;
  }
}

}  // namespace cpsudoku::defining_sets
