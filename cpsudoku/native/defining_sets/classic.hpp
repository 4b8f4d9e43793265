// Smallest defining sets of classic 9×9 puzzles: the pool is filled, and suspects are settled, by
// the search of bitboard/single.hpp, which takes some microseconds.
#pragma once

#include <utility>

#include "bitboard/single.hpp"
#include "defining_sets/search.hpp"

namespace cpsudoku::defining_sets {

class ClassicDefiningSets {
 public:
  // Require: `choices` are the candidates of all cells with more than one, as (cell, digit), and
  // each of them is in some solution or not; other cells have their digit.
  ClassicDefiningSets(const bitboard::Candidates& candidates,
                      std::span<const std::pair<std::uint32_t, std::uint32_t>> choices);

  ClassicDefiningSets(const ClassicDefiningSets&) = delete;
  ClassicDefiningSets& operator=(const ClassicDefiningSets&) = delete;

  // Fills the pool with all solutions if there are at most `most`, else with `samples` that differ
  // much, fewer if the watch expires.  The same seed gives the same ones.
  void fill(std::uint64_t most, std::size_t samples, std::uint64_t seed, Watch& watch);

  DefiningSets& sets() { return sets_; }

 private:
  void add(const bitboard::Grid& grid);
  unsigned ask(std::span<const DefiningSets::Choice> set);
  bool add_all(std::uint64_t most, Watch& watch);
  void add_some_of(bitboard::Candidates candidates, std::uint64_t& random, Watch& watch);

  bitboard::Candidates candidates_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> choices_;
  std::array<std::array<DefiningSets::Choice, 10>, bitboard::kCells> numbers_{};
  std::vector<std::uint32_t> open_;  // cells with more than one candidate
  DefiningSets sets_;
};

}  // namespace cpsudoku::defining_sets
