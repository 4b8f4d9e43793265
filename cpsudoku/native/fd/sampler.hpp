// True candidates: which digits occur in solutions, with solutions that show it.
//
// One search is asked again and again, and nothing that it finds is lost:
//
//     pool      solutions found, each once          sol. 1   r1c1 = 3, r1c2 = 5, …
//                                                   sol. 2   r1c1 = 4, r1c2 = 5, …
//     counts    in how many of the pool a           r1c1   3: 1   4: 1   7: 0
//               digit of a cell is
//     settled   digits all of whose solutions       r1c1   {7}: refuted: none in the pool has it
//               are in the pool
//
// A digit is *open* while it is in fewer solutions than are wanted and is not settled.  The search is
// asked for a solution in which a cell has one of its open digits.  A solution counts for a digit of
// every cell, and the search tries open digits first, so that each shows many; no solution refutes
// the digits asked for, and they go at the root, where more may follow from it.
//
// Some questions are far harder than others.  So each is given a number of conflicts, and whatever
// was not answered with them comes again when all others have had their turn, with four times as
// many: stopped at any time, little is unknown but what is hard.
//
// Below the root subsets are looked for only where some thousand conflicts without them did not
// suffice, and then after another trial without.  Where solutions are many, subsets double the time
// and spare few conflicts; where a digit has to be refuted they may be what refutes it.
//
// Everything known can be handed in: solutions, and digits that are settled.  That is how
// an answer continues where another stopped, or where a constraint was added to the puzzle.
#pragma once

#include <string>
#include <unordered_set>

#include "fd/search.hpp"

namespace cpsudoku::fd {

// A digit a cell, from 0.
using Solution = std::string;

// It belongs to one thread at a time; the network may be shared.
class Sampler {
 public:
  // require: candidates has one mask a cell.  Seeds are as in `Search`.
  Sampler(std::shared_ptr<const Network> network, std::span<const Mask> candidates,
          std::uint64_t seed = 0);

  // Hand it a solution.  require: it is one, with a digit a cell.
  void know(const Solution& solution) { keep(solution); }

  // Take it as known that all solutions with these digits in a cell are in the pool.
  // require: whatever is known was handed in before.
  void settle(Cell cell, Mask digits);

  // Find `wanted` solutions with every digit of every cell, or as many as there are.
  // ensure: true if nothing is open any more, false if the watch expired or the work was done before.
  bool run(std::uint32_t wanted, Watch& watch,
           std::uint64_t work = std::numeric_limits<std::uint64_t>::max());

  int digits() const { return digits_; }
  std::size_t cells() const { return settled_.size(); }
  // The pool, in the order in which solutions were handed in and found.
  const std::vector<Solution>& solutions() const { return solutions_; }
  Mask settled(Cell cell) const { return settled_[cell]; }

 private:
  enum class Answer { found, none, stopped };

  bool run_in_turns(std::uint32_t wanted, Watch& watch);
  bool take_turns(std::uint32_t wanted, std::uint64_t conflicts, Watch& watch);
  void list_all(std::uint32_t wanted, std::uint64_t conflicts, Watch& watch);
  Solution position() const;
  Answer answer(Cell cell, Mask digits, std::uint32_t wanted, std::uint64_t conflicts,
                Watch& watch);
  Answer search(Cell cell, Mask digits, std::uint32_t wanted, std::uint64_t conflicts,
                Watch& watch);
  void prefer(std::uint32_t wanted, std::uint64_t conflicts);
  Mask open(Cell cell, std::uint32_t wanted) const;
  bool keep(const Solution& solution);
  void settle_what_the_root_refutes();
  std::uint32_t& count(Cell cell, int digit);

  int digits_;
  std::vector<Mask> candidates_, settled_;
  std::vector<std::uint32_t> counts_;  // of each digit of each cell
  std::vector<Solution> solutions_;
  std::unordered_set<Solution> pool_;
  Search search_;
};

}  // namespace cpsudoku::fd
