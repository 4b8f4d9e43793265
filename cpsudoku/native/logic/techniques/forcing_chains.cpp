// Cycles and chains without branches: a candidate that would make itself false.
//
//     X       links of one digit: what sees it, and the other place in a house
//     Y       cells with two candidates, and what sees these
//     XY      both
//
// Weak links lead from "true" to "false", strong ones from "false" to "true", so that a chain's links
// alternate by themselves and it is enough to keep true candidates (leaps.hpp): level by level, what
// follows from each in this many links.  A candidate whose own "false" comes up goes (a forcing
// chain); where a false u comes back, in an even number of links, to a true t that excludes u, there
// is a cycle, of which every weak link is a strong one, too: what both u and t exclude goes.
//
//     t --weak-- u --strong-- v --weak-- … --strong-- t
//
// Numbers are those of Sudoku Explainer (N. Juillerat), lengths as skfr (G. Penet) takes them.
#include "logic/techniques/families.hpp"
#include "logic/techniques/hints.hpp"
#include "logic/techniques/leaps.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kXCycle{"bidirectional x-cycle", "forcing chains"};
const Technique kYCycle{"bidirectional y-cycle", "forcing chains"};
const Technique kXYCycle{"bidirectional xy-cycle", "forcing chains"};
const Technique kXChain{"forcing x-chain", "forcing chains"};
const Technique kXYChain{"forcing xy-chain", "forcing chains"};

constexpr int kHardestFirst = 75;  // harder ones wait until aligned triplets and Nishio were tried

struct Sort {
  unsigned links;
  const Technique* cycle;
  int cycle_base;
  const Technique* chain;  // nullptr: chains are not looked for
  int chain_base;
};
const Sort kX{kXLinks, &kXCycle, 65, &kXChain, 66};
const Sort kY{kYLinks, &kYCycle, 65, nullptr, 0};
const Sort kXY{kAllLinks, &kXYCycle, 70, &kXYChain, 70};

constexpr int kFew = 5;  // words of a row of candidates, of most puzzles
constexpr int kNoTrip = 1000;

// Ways through the links one by one, which are made when they are asked for.
template <int N>
class Ways {
 public:
  Ways(Search& search, const Sort& sort, Mask digits, Hints& found)
      : search_(search), sort_(sort), digits_(digits), found_(found) {}

  // Links of the shortest way from a, true, to b, false, and on around it to a.
  int round_trip(int a, int b) {
    const auto there = way(node(a, true), node(b, false));
    Row<N> used;
    for (const int n : there) used.set(n);
    const auto back = shortest_way(links(), node(b, false), node(a, true), used);
    if (there.empty() || back.empty()) return kNoTrip;
    return static_cast<int>(there.size() + back.size()) - 2;
  }

  // What makes c false if it is true.
  void add_chain(int c) { add_step(way(node(c, true), node(c, false))); }
  // From a candidate's truth by the way between two nodes to its falsehood.
  void add_circle(int gone, int from, int to) {
    std::vector<int> nodes = way(from, to);
    nodes.insert(nodes.begin(), node(gone, true));
    nodes.push_back(node(gone, false));
    add_step(nodes);
  }

 private:
  Links<N>& links() {
    if (!has_links_) {
      has_links_ = true;
      links_.build(search_.position, digits_, sort_.links);
    }
    return links_;
  }
  std::vector<int> way(int from, int to) { return shortest_way(links(), from, to); }
  void add_step(const std::vector<int>& nodes) {
    const Proof proof = proof_of(search_.position, links().numbering, nodes);
    found_.add_step().evidence.proofs = {proof};
  }

  Search& search_;
  const Sort& sort_;
  Mask digits_;
  Hints& found_;
  bool has_links_ = false;
  Links<N> links_;
};

template <int M>
class Levels {
 public:
  Levels(Search& search, Leaps<M>& leaps, const Sort& sort, Mask digits, Hints& found)
      : search_(search),
        leaps_(leaps),
        sort_(sort),
        found_(found),
        ways_(search, sort, digits, found) {}

  void run() {
    for (int level = 3; within(level) && leaps_.grow(); level += 2) {
      if (sort_.chain) find_chains(level);
      find_cycles(level);
      if (search_.expired()) return;
    }
    if (!sort_.chain) find_wide_cycles();
  }

 private:
  const Numbering& numbering() const { return leaps_.numbering; }
  bool within(int level) const {
    const int limit = found_.limit();
    return sort_.cycle_base + surcharge(level + 1) <= limit ||
           (sort_.chain && sort_.chain_base + surcharge(level) <= limit);
  }

  void find_chains(int level) {
    const int number = sort_.chain_base + surcharge(level);
    for (int c = 0; c < numbering().size(); ++c) {
      if (!leaps_.refutes_itself(c)) continue;
      const bool wanted = found_.add({sort_.chain, sort_.chain_base, number, numbering()[c]});
      if (wanted && search_.wants_evidence()) ways_.add_chain(c);
    }
  }

  void find_cycles(int level) {
    const int number = sort_.cycle_base + surcharge(level + 1);
    if (number > found_.limit()) return;
    for (const auto u : leaps_.joined()) {
      (leaps_.fresh(u) & leaps_.weak(u)).each([&](int t) { close_cycle(t, u, number); });
    }
  }

  // What excludes both t and u, of which one is true.
  void close_cycle(int t, int u, int number) {
    (leaps_.weak(t) & leaps_.weak(u)).each([&](int c) {
      const bool wanted = found_.add({sort_.cycle, sort_.cycle_base, number, numbering()[c]});
      if (wanted && search_.wants_evidence()) ways_.add_circle(c, node(u, false), node(t, true));
    });
  }

  // A cycle through cells: of two candidates of it, of one digit, that do not see each other, one is
  // true if they have different colours, wherever they are.
  void find_wide_cycles() {
    for (int a = 0; a < numbering().size(); ++a) {
      for (const auto b : leaps_.joined()) {
        if (b <= a || numbering()[a].digit != numbering()[b].digit || leaps_.weak(a).has(b) ||
            !leaps_.from_false(b).has(a) || !leaps_.from_true(a).meets(leaps_.weak(b)) ||
            !leaps_.weak(a).meets(leaps_.weak(b))) {
          continue;
        }
        const int length = std::min(ways_.round_trip(a, b), ways_.round_trip(b, a));
        if (length < kNoTrip) close_cycle(b, a, sort_.cycle_base + surcharge(length));
      }
    }
  }

  Search& search_;
  Leaps<M>& leaps_;
  const Sort& sort_;
  Hints& found_;
  // (Few ways are asked for: narrow rows do with one size for all.)
  Ways<(M <= kFew ? 2 * kFew : 2 * M)> ways_;
};

template <int M>
void search_sort(Search& search, Mask digits, const Sort& sort, Hints& found) {
  auto& leaps = search.memory.get<Leaps<M>>();
  leaps.build(search.position, digits, sort.links);
  if (leaps.joined().empty()) return;
  Levels<M>(search, leaps, sort, digits, found).run();
}

int open_candidates(const Position& position, Mask digits) {
  int total = 0;
  for (const Digit d : bits(digits)) total += position.cells(d).count();
  return total;
}

void search_sort(Search& search, Mask digits, const Sort& sort, Hints& found) {
  const int size = open_candidates(search.position, digits);
#ifndef CPSUDOKU_WIDE
  if (size <= 64) return search_sort<1>(search, digits, sort, found);
  if (size <= 128) return search_sort<2>(search, digits, sort, found);
  if (size <= 192) return search_sort<3>(search, digits, sort, found);
  if (size <= 64 * kFew) return search_sort<kFew>(search, digits, sort, found);
#endif
  if (size <= 2048) return search_sort<32>(search, digits, sort, found);
}

void search_all(Search& search, Hints& found) {
  found.restart(search.turn, search.reached);
  const auto all = search.houses().all_digits();
  for (const Digit d : bits(all)) {
    if (search.position.cells(d).any()) search_sort(search, bit(d), kX, found);
  }
  if (found.best <= 65) return;
  search_sort(search, all, kY, found);
  if (found.best <= 70) return;
  search_sort(search, all, kXY, found);
}

bool find_chains(Search& search) {
  auto& found = search.memory.get<Hints>();
  search_all(search, found);
  if (found.any() && found.best > kHardestFirst && search.reached < found.best &&
      !search.keeps_all()) {
    return false;
  }
  return close_hints(search, found);
}

}  // namespace

std::vector<Finder> forcing_chains() {
  return {{"forcing chains", {&kXCycle, &kYCycle, &kXYCycle, &kXChain, &kXYChain}, find_chains}};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
