// A step: what follows from a position, and the evidence that it follows.
//
// The evidence is made to be checked without knowing any technique's code, and to be drawn:
//
//     cells       the cells of the pattern
//     candidates  the defining candidates
//     base        groups in which the pattern must be true somewhere (a fish's base sets)
//     cover       groups in which it acts (a fish's cover sets)
//     fins, endo  candidates of the base outside of the cover; those in two base sets
//     sets        almost locked sets: cells and their digits
//     colours     classes of candidates; 2i and 2i+1 are opposites
//     proofs      chains and nets, see below
//     inner       steps inside of a proof, on the candidates that the proof has left; without
//                 proofs, the steps that this one is made of, all on the same position
//
// A *proof* is a list of assertions; each says of a candidate, or of a group of candidates of one
// digit, that it is true (of a group: one of them is) or false (all of them are), and why:
//
//     assumed   supposed
//     peer      false: the premise is true in the same cell or in a peer
//     cell      true: all others of the cell are false, by the premises, or gone in the position
//     house     true: all others of the digit in `group` are false, likewise
//     set       true: the almost locked set number `set` is locked without the premises' digit
//     inner     follows from the step number `inner` once the premises hold
//
// An X-chain from a to d that eliminates what sees both:
//
//     0  a false  assumed
//     1  b true   house (row 2)   from 0
//     2  c false  peer            from 1
//     3  d true   house (row 7)   from 2
//
// A forcing chain has a proof for each case, all with the same end; a contradiction is a proof with
// an assertion and, as its last, the opposite one.
#pragma once

#include "logic/cells.hpp"

namespace cpsudoku::logic {

// What people call a way to conclude.  One object for each, made by its family; known by its name.
struct Technique {
  const char* name;    // "x-wing": in lower case, as in a sentence
  const char* family;  // "fish": the file that has it
  bool needs_boxes = false;
  bool needs_uniqueness = false;  // sound only where the puzzle has one solution
};

enum class Reason : std::uint8_t { assumed, peer, cell, house, set, inner };
inline const char* name_of(Reason reason) {
  static constexpr const char* kNames[] = {"assumed", "peer", "cell", "house", "set", "inner"};
  return kNames[static_cast<std::size_t>(reason)];
}

struct Assertion {
  std::vector<Candidate> candidates;  // one, or several of one digit
  bool truth = true;
  Reason reason = Reason::assumed;
  std::vector<int> premises = {};  // earlier assertions
  int number = -1;                 // the group, the set or the inner step of the reason
};

using Proof = std::vector<Assertion>;

struct LockedSet {
  std::vector<Cell> cells;
  Mask digits;
};

struct Step;

// In order, each once; for boards of all sizes.
void sort_candidates(std::vector<Candidate>& candidates);

// (Ten vectors: what copies and destroys them is compiled once, in step.cpp.)
struct Evidence {
  Evidence() = default;
  Evidence(const Evidence&);
  Evidence(Evidence&&) noexcept;
  Evidence& operator=(const Evidence&);
  Evidence& operator=(Evidence&&) noexcept;
  ~Evidence();

  std::vector<Cell> cells;
  std::vector<Candidate> candidates;
  std::vector<GroupId> base;
  std::vector<GroupId> cover;
  std::vector<Candidate> fins;
  std::vector<Candidate> endo_fins;
  std::vector<LockedSet> sets;
  std::vector<std::vector<Candidate>> colours;
  std::vector<Proof> proofs;
  std::vector<Step> inner;

  // A cell of the pattern, of which these digits are defining candidates.
  void add(Cell cell, Mask digits);
};

struct Step {
  const Technique* technique = nullptr;
  std::vector<Candidate> placements;
  std::vector<Candidate> eliminations;
  int surplus = 0;  // what its number exceeds the technique's number in the order by
  Evidence evidence;

  void clear();

  void place(Cell cell, Digit digit) { placements.push_back(candidate(cell, digit)); }
  void eliminate(Cell cell, Digit digit) { eliminations.push_back(candidate(cell, digit)); }
  template <int N>
  void eliminate(const BitSet<N>& cells, Digit digit) {
    add_candidates(cells, digit, eliminations);
  }
  void eliminate_digits(Cell cell, Mask digits) { add_candidates(cell, digits, eliminations); }
  bool empty() const { return placements.empty() && eliminations.empty(); }

  static Candidate candidate(Cell cell, Digit digit) {
    return {static_cast<std::uint16_t>(cell), static_cast<std::uint16_t>(digit)};
  }
  template <int N>
  static void add_candidates(const BitSet<N>& cells, Digit digit, std::vector<Candidate>& out) {
    for (const Cell cell : cells) out.push_back(candidate(cell, digit));
  }
  static void add_candidates(Cell cell, Mask digits, std::vector<Candidate>& out) {
    for (const Digit d : bits(digits)) out.push_back(candidate(cell, d));
  }
};

template <int N>
std::vector<Cell> as_list(const BitSet<N>& cells) {
  std::vector<Cell> result;
  result.reserve(static_cast<std::size_t>(cells.count()));
  for (const Cell cell : cells) result.push_back(cell);
  return result;
}

// The candidates of a digit in some cells.
template <int N>
std::vector<Candidate> candidates_of(const BitSet<N>& cells, Digit digit) {
  std::vector<Candidate> result;
  Step::add_candidates(cells, digit, result);
  return result;
}

}  // namespace cpsudoku::logic
