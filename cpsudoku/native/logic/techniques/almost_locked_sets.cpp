// Almost locked sets: n cells of a house with n + 1 digits.  Two of them with a digit x whose places
// all see one another (a *restricted common*) cannot both have it, so one of them is locked.
//
//     ALS-XZ        A -x- B            z of both: what sees all places of z in A and in B is not z
//     doubly linked A -x- B -y- A      both are locked but for x and y
//     ALS-XY-wing   A -x- C -y- B      likewise over a third set; ALS-XY-chain over more
//     death blossom each digit of a cell (the stem) takes its digit from a set; all sets have z
//
// A chain is a path in the link graph whose nodes are only the digits of the sets.

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

struct SetMemory {
  std::uint64_t turn = 0;
  bool overlap = false;
  LinkGraph graph;
};

LinkGraph& prepared(Search& search) {
  auto& memory = search.memory.get<SetMemory>();
  const bool overlap = search.options.overlap != 0;
  if (memory.turn == search.turn && memory.overlap == overlap) return memory.graph;
  memory.turn = search.turn;
  memory.overlap = overlap;
  const LinkKinds kinds{.houses = false,
                        .cells = false,
                        .groups = false,
                        .sets = true,
                        .candidates = false,
                        .overlap = overlap};
  memory.graph.build(search.position, kinds, almost_locked_sets(search.position, 1, kLargestSet));
  return memory.graph;
}

void add_evidence(const Search& search, const LinkGraph& graph, const SetPattern& pattern,
                  Evidence& evidence) {
  std::vector<AlmostLocked> sets;
  for (const int set : pattern.sets) {
    sets.push_back(graph.sets()[set]);
    evidence.sets.push_back(as_evidence(sets.back()));
  }
  LockedSetProof prover(search.position, sets);
  const auto add_case = [&](const std::vector<Candidate>& candidates, bool truth) {
    evidence.proofs.push_back(prover.from(candidates, truth, pattern.eliminations));
  };
  if (pattern.stem < 0) {
    const auto places = sets[0].cells & search.position.cells(pattern.first);
    for (const bool truth : {false, true}) add_case(candidates_of(places, pattern.first), truth);
    return;
  }
  evidence.cells = {pattern.stem};
  for (const Digit d : bits(search.position.candidates(pattern.stem))) {
    add_case({Step::candidate(pattern.stem, d)}, true);
  }
}

bool close_patterns(Search& search, const LinkGraph& graph, std::vector<SetPattern>& patterns,
                    const Technique& as) {
  sort_by_rank(patterns, [&](const SetPattern& pattern) {
    Rank rank = rank_of(pattern.eliminations);
    rank[2] = std::ssize(pattern.sets);
    for (const int set : pattern.sets) rank[3] += graph.sets()[set].cells.count();
    return rank;
  });
  for (const auto& pattern : patterns) {
    if (search.expired()) return false;  // hundreds of thousands, where candidates make no sense
    Step& step = search.begin(as);
    step.eliminations = pattern.eliminations;
    if (search.wants_evidence()) add_evidence(search, graph, pattern, step.evidence);
    if (search.close()) return true;
  }
  return false;
}

// What comes next in HoDoKu's order, or all there are.
template <class Find>
bool find_by_commons(Search& search, const Technique& as, const Find& find) {
  const LinkGraph& graph = prepared(search);
  Commons commons(search, graph);
  find(commons, search.keeps_all());
  return close_patterns(search, graph, commons.found, as);
}

bool find_als_xz(Search& search) {
  return find_by_commons(search, kALSXZ, [](Commons& commons, bool all) {
    all ? commons.all_pairs() : commons.first_pair();
  });
}

bool find_als_xy_wing(Search& search) {
  return find_by_commons(search, kALSXYWing, [](Commons& commons, bool all) {
    all ? commons.all_chains(3, 3) : commons.first_wing();
  });
}

bool find_als_xy_chain(Search& search) {
  return find_by_commons(search, kALSXYChain, [](Commons& commons, bool all) {
    all ? commons.all_chains(4, 0) : commons.best_chain();
  });
}

// A stem and a set for each of its digits.
class Blossoms {
 public:
  explicit Blossoms(Search& search) : search_(search), graph_(prepared(search)) {}

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
    return close_patterns(search_, graph_, patterns_, kDeathBlossom);
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
    CellSet places;
    for (const int set : chosen_) places |= graph_.sets()[set].cells;
    const auto& position = search_.position;
    return position.seen_by_all(places & position.cells(digit), digit);
  }

  // The digits of which the sets chosen exclude some candidate.
  Mask reaching(Mask digits) const {
    for (const Digit d : bits(digits)) {
      if (excluded(d).none()) digits &= ~bit(d);
    }
    return digits;
  }

  void keep(Mask common) {
    std::vector<Candidate> gone;
    for (const Digit d : bits(common)) Step::add_candidates(excluded(d), d, gone);
    sort_candidates(gone);
    patterns_.push_back({chosen_, -1, std::move(gone), stem_});
  }

  Search& search_;
  const LinkGraph& graph_;
  Cell stem_ = -1;
  Mask digits_ = 0;
  std::vector<std::vector<int>> petals_;  // for each digit of the stem the sets that may take it
  std::vector<int> chosen_;
  std::vector<SetPattern> patterns_;
};

}  // namespace

std::vector<Finder> locked_sets() {
  const auto find_death_blossom = [](Search& search) { return Blossoms(search).run(); };
  return {finder(kALSXZ, find_als_xz), finder(kALSXYWing, find_als_xy_wing),
          finder(kALSXYChain, find_als_xy_chain), finder(kDeathBlossom, find_death_blossom)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
