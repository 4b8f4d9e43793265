// Almost locked sets: n cells of a house with n + 1 digits.  Two of them with a digit x whose places
// all see one another (a *restricted common*) cannot both have it, so one of them is locked.
//
//     ALS-XZ        A -x- B            z of both: what sees all places of z in A and in B is not z
//     doubly linked A -x- B -y- A      both are locked but for x and y
//     ALS-XY-wing   A -x- C -y- B      likewise over a third set; ALS-XY-chain over more
//     death blossom each digit of a cell (the stem) takes its digit from a set; all sets have z
//
// A chain is a path in the link graph whose nodes are the digits of the sets alone.

#include "logic/techniques/families.hpp"
#include "logic/techniques/locked_set_proofs.hpp"
#include "logic/techniques/restricted_commons.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kALSXZ{"als-xz", "almost locked sets"};
const Technique kALSXYWing{"als-xy-wing", "almost locked sets"};
const Technique kALSXYChain{"als-xy-chain", "almost locked sets"};
const Technique kDeathBlossom{"death blossom", "almost locked sets"};

constexpr int kLargestSet = 8;

// A pattern that was found: its sets, the cases, and what goes.
struct Pattern {
  std::vector<AlmostLocked> sets;
  std::vector<std::pair<std::vector<Candidate>, bool>> cases;
  std::vector<Cell> cells;
  std::vector<Candidate> eliminations;

  auto rank() const {
    int size = 0;
    for (const auto& set : sets) size += set.cells.count();
    return std::tuple(rank_of(eliminations), sets.size(), size);
  }
};

struct SetMemory {
  std::uint64_t turn = 0;
  bool overlap = false;
  LinkGraph graph;
  std::vector<std::vector<int>> nodes;  // of each set, by the rank of the digit in it
  Implications implied;
  std::vector<Pattern> patterns;
};

SetMemory& prepared(Search& search) {
  auto& memory = search.memory.get<SetMemory>();
  const bool overlap = search.options.overlap != 0;
  memory.patterns.clear();
  if (memory.turn == search.turn && memory.overlap == overlap) return memory;
  memory.turn = search.turn;
  memory.overlap = overlap;
  const auto sets = almost_locked_sets(search.position, kLargestSet);
  LinkKinds kinds{.houses = false,
                  .cells = false,
                  .groups = false,
                  .sets = true,
                  .candidates = false,
                  .overlap = overlap};
  memory.graph.build(search.position, kinds, sets);
  return memory;
}

bool close_patterns(Search& search, std::vector<Pattern>& patterns, const Technique& as) {
  std::stable_sort(patterns.begin(), patterns.end(),
                   [](const auto& a, const auto& b) { return a.rank() < b.rank(); });
  for (const auto& pattern : patterns) {
    if (search.expired()) return false;  // hundreds of thousands, where candidates make no sense
    Step& step = search.begin(as);
    step.eliminations = pattern.eliminations;
    if (search.wants_evidence()) {
      step.evidence.cells = pattern.cells;
      add_sets(pattern.sets, step.evidence);
      LockedSetProof prover(search.position, pattern.sets);
      for (const auto& [candidates, truth] : pattern.cases) {
        step.evidence.proofs.push_back(prover.from(candidates, truth, pattern.eliminations));
      }
    }
    if (search.close()) return true;
  }
  return false;
}

class SetChains {
 public:
  SetChains(Search& search, SetMemory& memory)
      : search_(search), memory_(memory), graph_(memory.graph) {
    first_.assign(graph_.sets().size() + 1, 0);
    for (int i = 0; i < graph_.size(); ++i) first_[graph_[i].set + 1] = i + 1;
  }

  // Chains of this many sets at least and at most (0: any number).
  bool run(int least, int most, const Technique& as) {
    for (int start = 0; start < graph_.size(); ++start) {
      if (search_.expired()) return false;
      memory_.implied.search(graph_, literal(start, true), most ? 2 * most - 3 : 0);
      for (const Literal end : memory_.implied.reached()) {
        const int sets = (memory_.implied.distance(end) + 3) / 2;
        if (truth_of(end) || sets < least || graph_[node_of(end)].set <= graph_[start].set)
          continue;
        keep(start, end);
      }
    }
    return close_patterns(search_, memory_.patterns, as);
  }

  // Pairs, with both restricted commons if there are two.
  bool run_pairs() {
    for (int a = 0; a < graph_.size(); ++a) {
      if (search_.expired()) return false;
      for (const Link& link : graph_.weak(a)) {
        if (graph_[link.to].set > graph_[a].set) keep_pair(a, link.to);
      }
    }
    return close_patterns(search_, memory_.patterns, kALSXZ);
  }

 private:
  const AlmostLocked& set_of(int node) const { return graph_.sets()[graph_[node].set]; }
  int node(int set, Digit digit) const {
    const Mask below = graph_.sets()[set].digits & (bit(digit) - 1);
    return first_[set] + count(below);
  }

  // What sees all places of the digit in both sets.
  void exclude(int a, int b, Digit digit, std::vector<Candidate>& out) const {
    const auto gone =
        graph_[node(graph_[a].set, digit)].excluded & graph_[node(graph_[b].set, digit)].excluded;
    for (const Cell cell : gone) out.push_back(Step::candidate(cell, digit));
  }

  void keep(int start, Literal end) {
    const int last = node_of(end);
    Mask common = set_of(start).digits & set_of(last).digits;
    common &= ~(bit(graph_[start].digit) | bit(graph_[last].digit));
    if (!common) return;
    gone_.clear();
    for (const Digit z : bits(common)) exclude(start, last, z, gone_);
    if (gone_.empty()) return;
    memory_.implied.path(end, path_);
    Pattern pattern;
    for (const Literal at : path_) {
      if (at == path_.front() || !truth_of(at)) pattern.sets.push_back(set_of(node_of(at)));
    }
    add(std::move(pattern), start);
  }

  void keep_pair(int a, int b) {
    const Digit x = graph_[a].digit;
    gone_.clear();
    const Mask common = set_of(a).digits & set_of(b).digits & ~bit(x);
    Mask other = 0;  // further restricted commons
    for (const Digit z : bits(common)) {
      exclude(a, b, z, gone_);
      const int mine = node(graph_[a].set, z), yours = node(graph_[b].set, z);
      if (graph_[mine].excluded.contains(graph_[yours].cells)) other |= bit(z);
    }
    if (other) {
      if (other & (bit(x) - 1)) return;  // it was looked at from there
      exclude(a, b, x, gone_);
      lock(a, b, bit(x) | other);
      lock(b, a, bit(x) | other);
    }
    if (gone_.empty()) return;
    add({{set_of(a), set_of(b)}, {}, {}, {}}, a);
  }

  // What sees all places of a digit in a set that keeps it in any case, outside of the other set.
  void lock(int a, int b, Mask restricted) {
    for (const Digit d : bits(set_of(a).digits & ~restricted)) {
      for (const Cell cell : graph_[node(graph_[a].set, d)].excluded - set_of(b).cells) {
        gone_.push_back(Step::candidate(cell, d));
      }
    }
  }

  void add(Pattern pattern, int start) {
    sort_each_once(gone_);
    pattern.eliminations = gone_;
    const auto split = candidates_of(graph_[start].cells, graph_[start].digit);
    pattern.cases = {{split, false}, {split, true}};
    memory_.patterns.push_back(std::move(pattern));
  }

  Search& search_;
  SetMemory& memory_;
  const LinkGraph& graph_;
  std::vector<int> first_;  // node of each set's lowest digit
  std::vector<Candidate> gone_;
  std::vector<Literal> path_;
};

// What comes next in HoDoKu's order; all patterns are found by the graph.
bool close_next(Search& search, SetMemory& memory, const std::optional<SetChain>& found,
                const Technique& as) {
  if (!found || search.cut_short) return false;
  Pattern pattern;
  for (const int set : found->sets) { pattern.sets.push_back(memory.graph.sets()[set]); }
  std::vector<Candidate> split;
  for (const Cell cell : pattern.sets[0].cells & search.position.cells(found->first)) {
    split.push_back(Step::candidate(cell, found->first));
  }
  pattern.eliminations = found->eliminations;
  pattern.cases = {{split, false}, {split, true}};
  memory.patterns = {std::move(pattern)};
  return close_patterns(search, memory.patterns, as);
}

bool find_als_xz(Search& search) {
  auto& memory = prepared(search);
  if (search.keeps_all()) return SetChains(search, memory).run_pairs();
  return close_next(search, memory, Commons(memory.graph).first_pair(), kALSXZ);
}

bool find_als_xy_wing(Search& search) {
  auto& memory = prepared(search);
  if (search.keeps_all()) return SetChains(search, memory).run(3, 3, kALSXYWing);
  return close_next(search, memory, Commons(memory.graph).first_wing(), kALSXYWing);
}

bool find_als_xy_chain(Search& search) {
  auto& memory = prepared(search);
  if (search.keeps_all()) return SetChains(search, memory).run(4, 0, kALSXYChain);
  const auto expired = [&] { return search.expired(); };
  return close_next(search, memory, Commons(memory.graph).best_chain(expired), kALSXYChain);
}

// A stem and a set for each of its digits.
class Blossoms {
 public:
  Blossoms(Search& search, SetMemory& memory)
      : search_(search), memory_(memory), graph_(memory.graph) {}

  bool run() {
    for (const Cell stem : search_.position.open()) {
      if (search_.expired()) return false;
      stem_ = stem;
      digits_ = search_.position.candidates(stem);
      if (!several(digits_)) continue;
      collect();
      chosen_.clear();
      choose(0, search_.houses().all_digits() & ~digits_);
    }
    return close_patterns(search_, memory_.patterns, kDeathBlossom);
  }

 private:
  void collect() {
    petals_.assign(static_cast<std::size_t>(count(digits_)), {});
    for (int i = 0; i < graph_.size(); ++i) {
      const auto& node = graph_[i];
      if (!(digits_ >> node.digit & 1) || !node.excluded.has(stem_)) continue;
      if (graph_.sets()[node.set].cells.has(stem_)) continue;
      petals_[count(digits_ & (bit(node.digit) - 1))].push_back(node.set);
    }
  }

  void choose(std::size_t petal, Mask common) {
    if (petal == petals_.size()) {
      keep(common);
      return;
    }
    for (const int set : petals_[petal]) {
      const auto& locked = graph_.sets()[set];
      if (!(common & locked.digits) || !fits(locked)) continue;
      chosen_.push_back(set);
      const Mask left = reaching(common & locked.digits);
      if (left) choose(petal + 1, left);
      chosen_.pop_back();
    }
  }

  bool fits(const AlmostLocked& set) const {
    if (search_.options.overlap) return true;
    return none_of(chosen_, [&](int other) { return graph_.sets()[other].cells.meets(set.cells); });
  }

  CellSet excluded(Digit digit) const {
    auto gone = search_.position.cells(digit);
    for (const int set : chosen_) {
      const auto& cells = graph_.sets()[set].cells;
      for (const Cell cell : cells& search_.position.cells(digit))
        gone &= search_.houses().peers(cell);
    }
    return gone;
  }

  // The digits of which the sets chosen exclude some candidate.
  Mask reaching(Mask digits) const {
    for (const Digit d : bits(digits)) {
      if (excluded(d).none()) digits &= ~bit(d);
    }
    return digits;
  }

  void keep(Mask common) {
    Pattern pattern;
    pattern.cells = {stem_};
    for (const Digit d : bits(common)) {
      for (const Cell cell : excluded(d)) pattern.eliminations.push_back(Step::candidate(cell, d));
    }
    sort_each_once(pattern.eliminations);
    for (const int set : chosen_) pattern.sets.push_back(graph_.sets()[set]);
    for (const Digit d : bits(digits_))
      pattern.cases.push_back({{Step::candidate(stem_, d)}, true});
    memory_.patterns.push_back(std::move(pattern));
  }

  Search& search_;
  SetMemory& memory_;
  const LinkGraph& graph_;
  Cell stem_ = -1;
  Mask digits_ = 0;
  std::vector<std::vector<int>> petals_;  // for each digit of the stem the sets that may take it
  std::vector<int> chosen_;
};

}  // namespace

std::vector<Finder> locked_sets() {
  const auto find_death_blossom = [](Search& search) {
    return Blossoms(search, prepared(search)).run();
  };
  return {finder(kALSXZ, find_als_xz), finder(kALSXYWing, find_als_xy_wing),
          finder(kALSXYChain, find_als_xy_chain), finder(kDeathBlossom, find_death_blossom)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
