// What makes propagators; each is in a file of this folder, which begins with how it works.
#pragma once

#include "fd/propagator.hpp"
#include "fd/shared.hpp"

namespace cpsudoku::fd {

// require: as many cells as digits; cells lose what is placed elsewhere without it.
std::unique_ptr<Propagator> make_house(std::vector<Cell> cells, Mask all);

// require: `seers[i · n + j]` differ from cells i and j > i of the n cells of a house.
std::unique_ptr<Propagator> make_two_places(std::vector<Cell> house,
                                            std::vector<std::vector<Cell>> seers);

// require: as many cells on both sides, and those of a side all differ.
std::unique_ptr<Propagator> make_same_digits(std::vector<Cell> one, std::vector<Cell> other);

// require: at most 64 cells.
std::unique_ptr<Propagator> make_all_different(std::vector<Cell> cells);

std::unique_ptr<Propagator> make_digits(Cell cell, Mask allowed);

// require: two different cells; `allowed` has a mask for each digit of the first.
std::unique_ptr<Propagator> make_pair(const Pair& pair, Shared& shared);

// Cells of one coefficient that are all different.
struct SumGroup {
  std::vector<Cell> cells;
  std::int64_t coefficient;
  std::vector<Cell> seers;  // other cells that differ from all of them
  std::vector<Word> sees;   // for each of the cells those that differ from it, as bits
};

// Compares a sum with its totals.
// require: no cell is in two groups; a group of several cells has no more than `most_sets` says.
std::unique_ptr<Propagator> make_sum(std::vector<SumGroup> groups, Relation relation,
                                     std::vector<std::int64_t> totals, int digits);

// Whether a total is near the least or the greatest sum of the groups: within a sixth of what is
// between them.
bool is_tight(const std::vector<SumGroup>& groups, std::int64_t total, int digits);

// A group whose digits go together: digit d only with those of `related[d]`, and they with it.
std::unique_ptr<Propagator> make_sets(SumGroup group, const std::vector<Mask>& related);

// Whether `make_sets` leaves no digit that one relation of each two cells would take away: the sets
// are few enough to be tried one by one.
bool covered_by_sets(std::size_t size, const std::vector<Mask>& related);

// The same of cells that differ and have a total.
bool covered_by_sets(std::size_t size, std::int64_t total, int digits);

// How many cells a group may have, for a number of digits: as many as make some hundred sets.
std::size_t largest_group(int digits);

std::unique_ptr<Propagator> make(const Count& count);

// One pass keeps the places whose cell can have a digit of `value`, and of `value` the digits that
// one of these cells can have; where one place is left, that cell and `value` become equal.
std::unique_ptr<Propagator> make(const Element& element);

// Cells that all differ, and the other cells of a house that they are part of.
struct DistributedGroup {
  std::vector<Cell> cells;
  std::vector<Cell> rest;
  bool in_house;
};

// require: at most 63 cells, which the groups split; `counts[d]` has bit k where digit d may be k
// times among them.
std::unique_ptr<Propagator> make_distribution(std::vector<DistributedGroup> groups,
                                              std::vector<Word> counts);

// require: the tuples have a digit for each cell, and the cells are different.
std::unique_ptr<Propagator> make_table(const Table& table, int digits);

// require: the steps and states of the automaton are within their bounds.
std::unique_ptr<Propagator> make_regular(const Regular& regular, Shared& shared);

// require: there is a set for each cell in each way, and the cells are different; where they are a
// house, each digit is in one of them.
std::unique_ptr<Propagator> make_arrangements(const Arrangements& arrangements, int digits,
                                              bool is_house);

// require: the lines of each side begin with different cells, as many as there are digits.
std::unique_ptr<Propagator> make(const Ranks& ranks);

// require: `check` let them pass.
std::unique_ptr<Propagator> make_regions(const Regions& regions, int digits);

// What is known of them before they have names, as a part of it.
std::unique_ptr<Propagator> make_partition(const Regions& regions, int digits);

// require: there are neighbours for each cell, by their places, and both know each other.
std::unique_ptr<Propagator> make(const Connected& connected);

using Propagators = std::vector<std::unique_ptr<Propagator>>;

// Each part is the propagators of a conjunction.
std::unique_ptr<Propagator> make_disjunction(std::vector<Propagators> parts);

}  // namespace cpsudoku::fd
