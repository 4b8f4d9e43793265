// The propagators of some rules, built once and shared by all searches.
//
// What is given as data (`formula.hpp`) becomes
//
//   AllDifferent           peers, which lose a placed digit; `House` where every digit has a place,
//                          `AllDifferent` for subsets, `SameDigits` for houses that share cells
//   about one cell         digits that it never has
//   about two cells        one relation for each two cells, whatever the formulas; only
//                          "different" are peers instead
//   Linear                 a sum over groups of cells that differ, each as large as can be found;
//                          and sums that follow from houses and cages (`implied_sums.hpp`)
//   Count, of one digit    with other counts of the same cells a distribution
//   Or                     a disjunction, whose parts have propagators of their own
//
// No cell is ever added here, so solutions are grids, and counts count them.  A caller that adds
// cells, such as other names of regions, makes them follow from the others.
#pragma once

#include "fd/differences.hpp"

namespace cpsudoku::fd {

struct Options {
  bool subsets = true;       // `AllDifferent` and `SameDigits` beside peers and houses
  bool implied_sums = true;  // innies and outies
};

// Never changed after it is built, so any number of threads may read it.
class Network {
 public:
  // require: 1 ≤ digits ≤ kMaxDigits; every formula is about cells below `cells`, each once in a
  // list where `formula.hpp` does not say otherwise.
  Network(int digits, std::size_t cells, std::span<const Formula* const> formulas,
          Options options = {});
  Network(int digits, std::size_t cells, const std::vector<Formula>& formulas,
          Options options = {});

  int digits() const { return digits_; }
  std::size_t cells() const { return cells_; }
  // The words of a store at the start: domains, then what the propagators remember.
  const std::vector<Word>& words() const { return words_; }
  const Propagators& propagators() const { return propagators_; }
  // Whether a propagator looks for subsets: whatever is wrong is found without, but later.
  bool is_for_subsets(PropagatorId id) const { return id >= first_for_subsets_; }
  const Subscriptions& subscriptions() const { return *subscriptions_; }
  const std::vector<Cell>& peers(Cell cell) const { return peers_[cell]; }
  // Groups of as many different cells as digits.
  const std::vector<std::vector<Cell>>& houses() const { return houses_; }
  // For each cell the number of its propagators that distinguish cells more than houses do.
  const std::vector<double>& degrees() const { return degrees_; }
  // Whether a digit that is hard to place in one cell may be so in others: not where sums are, nor
  // where some cells name regions, whose digits mean something else.
  bool has_hard_digits() const { return !has_sums_ && !has_regions_; }
  // The cells of each equation between cells that are not all different, such as little killers.
  const std::vector<std::vector<Cell>>& crossing_sums() const { return crossing_sums_; }

 private:
  friend class Builder;

  int digits_;
  std::size_t cells_;
  std::vector<Word> words_;
  Propagators propagators_;
  std::size_t first_for_subsets_ = 0;  // those before are for something else
  std::optional<Subscriptions> subscriptions_;
  bool has_sums_ = false, has_regions_ = false;
  std::vector<std::vector<Cell>> peers_;
  std::vector<double> degrees_;
  std::vector<std::vector<Cell>> houses_, crossing_sums_;
};

}  // namespace cpsudoku::fd
