// Sets of few members that meet each of some sets.
//
// Problem.  Members are numbers.  Wanted is a set of up to k of them that has a member in common with
// each set that was added.  Sets that have a part that was ruled out are not wanted.  Where members are
// linked, neither are sets of k members that do not *hang together*: by links among themselves, with a
// root among them.  (Smaller ones are, for what is added to them may link them.)
//
// Layout.  A row of words for each set, with a bit for each member; sets with few members come first.
//
//     sets    [ 011000 | 110000 | 000111 ]      chosen  [ 010000 ]      unmet  [ 2 ]
//
// Search.  It branches on the members of the smallest set that is not met yet; each is left out of what
// comes after it, so that no set of members is built twice.  Where more sets than may still be chosen
// have no member in common, it goes back; the last member has to be in all sets that are left.
//
// Worked example.  The sets above, k = 2: the first set is branched on.  Member 1 meets the second as
// well, and the last one to be chosen is in the third: 3, so 1 and 3 are found.
//
// It is asked anew after each addition, and begins at the root: with the hundred sets of a reason it
// takes microseconds, and an answer to keep in step would be another search.
#pragma once

#include "core/bit_set.hpp"
#include "core/watch.hpp"

namespace cpsudoku::hitting_sets {

class HittingSets {
 public:
  enum class Answer { found, none, given_up };

  // Require, here and below: all sets are of members below this.
  explicit HittingSets(std::size_t members) : members_(members), chosen_(members) {}

  std::size_t members() const { return members_; }

  // Wants sets that hang together.  Require: a set for each member.
  void link(std::vector<LongBitSet> neighbours, LongBitSet roots);

  // Wants sets that have one of these members, or does not want sets that have all of these.
  void add(const LongBitSet& set);
  void rule_out(const LongBitSet& part) { ruled_out_.push_back(part); }

  // Looks for a set of up to `most` members, in this many nodes of the search.
  Answer find(std::size_t most, std::size_t nodes, Watch& watch);

  // What was found last.
  const LongBitSet& found() const { return chosen_; }

 private:
  struct Level {
    std::vector<std::size_t> unmet;
    LongBitSet without;
  };

  bool extend(std::size_t depth);
  bool branch(std::size_t depth, const LongBitSet& set);
  bool finish(const Level& level, std::size_t depth);
  bool wanted(std::size_t count) const;
  bool hangs_together() const;
  LongBitSet with_neighbours(const LongBitSet& members) const;
  void leave_out_far();

  std::size_t members_;
  std::vector<LongBitSet> sets_, ruled_out_, neighbours_;
  LongBitSet roots_, chosen_;
  std::vector<Level> levels_;
  std::size_t most_ = 0, nodes_ = 0, most_nodes_ = 0;
  Watch* watch_ = nullptr;
  bool stopped_ = false;
};

}  // namespace cpsudoku::hitting_sets
