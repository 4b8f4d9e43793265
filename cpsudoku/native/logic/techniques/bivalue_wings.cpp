// Cells with the same two digits x and y.
//
//     W-wing       two of them that do not see each other, and a house whose places for x each see
//                  one of them: not both are x, so one is y
//     remote pair  four or more, each seeing the next: they are x and y in turn
#include <tuple>

#include "logic/techniques/families.hpp"
#include "logic/techniques/proof_lines.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kWWing{"w-wing", "wings"};
const Technique kRemotePair{"remote pair", "wings"};

constexpr std::size_t kLeastRemote = 4;  // cells; fewer are a naked pair

class WWing {
 public:
  WWing(Search& search, Cell a, Cell b) : search_(search), a_(a), b_(b) {}

  bool run() {
    const Mask pair = search_.position.candidates(a_);
    for (const Digit x : bits(pair)) {
      const Digit y = std::countr_zero(pair & ~bit(x));
      const auto gone = seen(a_) & seen(b_) & search_.position.cells(y);
      if (gone.none()) continue;
      for (const GroupId house : search_.houses().all()) {
        const Mask places = search_.position.places(house, x);
        if (count(places) == 2 && close(house, x, y, gone)) return true;
      }
    }
    return false;
  }

 private:
  const CellSet& seen(Cell cell) const { return search_.houses().peers(cell); }

  bool close(GroupId house, Digit x, Digit y, const CellSet& gone) {
    auto ends = search_.position.cells(x) & search_.houses()[house].set;
    const Cell low = ends.first();
    ends.reset(low);
    Cell p = low, q = ends.first();
    if (!search_.houses().see(p, a_) || !search_.houses().see(q, b_)) std::swap(p, q);
    if (!search_.houses().see(p, a_) || !search_.houses().see(q, b_)) return false;
    if (p == a_ || p == b_ || q == a_ || q == b_) return false;
    Step& step = search_.begin(kWWing);
    step.eliminate(gone, y);
    if (search_.wants_evidence()) add_evidence(p, q, house, x, y, step.evidence);
    return search_.close();
  }

  // (y=x)a-(x)p=(x)q-(x=y)b
  void add_evidence(Cell p, Cell q, GroupId house, Digit x, Digit y, Evidence& evidence) const {
    evidence.cells = {a_, b_, p, q};
    const std::tuple<Cell, Digit, Reason> lines[] = {
        {a_, y, Reason::assumed}, {a_, x, Reason::cell}, {p, x, Reason::peer},
        {q, x, Reason::house},    {b_, x, Reason::peer}, {b_, y, Reason::cell}};
    Proof& proof = evidence.proofs.emplace_back();
    for (const auto& [cell, digit, reason] : lines) {
      evidence.candidates.push_back(Step::candidate(cell, digit));
      add_line(proof, {Step::candidate(cell, digit)}, proof.size() % 2 == 1, reason,
               reason == Reason::house ? house : -1);
    }
  }

  Search& search_;
  Cell a_, b_;
};

bool find_w_wing(Search& search) {
  const auto& position = search.position;
  for (const Cell a : position.bivalue()) {
    for (const Cell b : position.bivalue() - search.houses().peers(a)) {
      if (b <= a || position.candidates(a) != position.candidates(b)) continue;
      if (WWing(search, a, b).run()) return true;
    }
  }
  return false;
}

// Cells with the same two digits, each but the first joined to an earlier one.
struct RemoteChain {
  std::vector<Cell> cells;
  std::vector<int> parents;  // indices
  std::vector<int> depths;
};

RemoteChain remote_chain(const Position& position, Cell from, CellSet& left) {
  RemoteChain chain{{from}, {-1}, {0}};
  left.reset(from);
  for (std::size_t i = 0; i < chain.cells.size(); ++i) {
    for (const Cell next : left& position.houses().peers(chain.cells[i])) {
      if (position.candidates(next) != position.candidates(from)) continue;
      chain.cells.push_back(next);
      chain.parents.push_back(static_cast<int>(i));
      chain.depths.push_back(chain.depths[i] + 1);
      left.reset(next);
    }
  }
  return chain;
}

// The proof for one digit of the first cell: all others follow.
inline Proof remote_case(const RemoteChain& chain, Digit first, Digit other) {
  Proof proof;
  std::vector<int> line_of;
  for (std::size_t i = 0; i < chain.cells.size(); ++i) {
    const bool even = chain.depths[i] % 2 == 0;
    const Digit mine = even ? first : other, yours = even ? other : first;
    if (i == 0) {
      proof.push_back({{Step::candidate(chain.cells[0], first)}, true});
    } else {
      const int parent = line_of[chain.parents[i]];
      const int last = static_cast<int>(proof.size());
      proof.push_back(
          {{Step::candidate(chain.cells[i], yours)}, false, Reason::peer, {parent}, -1});
      proof.push_back({{Step::candidate(chain.cells[i], mine)}, true, Reason::cell, {last}, -1});
    }
    line_of.push_back(static_cast<int>(proof.size()) - 1);
  }
  return proof;
}

bool close_remote(Search& search, const RemoteChain& chain) {
  const auto& position = search.position;
  const auto& houses = search.houses();
  CellSet all, seen[2];
  for (std::size_t i = 0; i < chain.cells.size(); ++i) {
    all.set(chain.cells[i]);
    seen[chain.depths[i] % 2] |= houses.peers(chain.cells[i]);
  }
  const Mask pair = position.candidates(chain.cells[0]);
  Step& step = search.begin(kRemotePair);
  for (const Digit d : bits(pair)) {
    step.eliminate((seen[0] & seen[1] & position.cells(d)) - all, d);
  }
  if (step.empty()) return false;
  if (search.wants_evidence()) {
    for (const Cell cell : chain.cells) step.evidence.add(cell, pair);
    const Digit x = std::countr_zero(pair), y = std::countr_zero(pair & (pair - 1));
    for (const auto& [first, other] : {std::pair{x, y}, {y, x}}) {
      Proof proof = remote_case(chain, first, other);
      exclude_all(houses, proof, step.eliminations);
      step.evidence.proofs.push_back(std::move(proof));
    }
  }
  return search.close();
}

bool find_remote_pair(Search& search) {
  auto left = search.position.bivalue();
  while (left.any()) {
    const auto chain = remote_chain(search.position, left.first(), left);
    if (chain.cells.size() >= kLeastRemote && close_remote(search, chain)) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> bivalue_wings() {
  return {finder(kWWing, find_w_wing), finder(kRemotePair, find_remote_pair)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
