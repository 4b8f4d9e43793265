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
#include "core/ordering.hpp"
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

constexpr int kNoTrip = 1000;

// What chains and cycles find, with their ways where these are asked for: few are, so the links are
// listed only then.
class Ways {
 public:
  Ways(Search& search, const Sort& sort, Mask digits, const Numbering& numbering, Hints& found)
      : search_(search), sort_(sort), digits_(digits), numbering_(numbering), found_(found) {}

  // Links of the shortest way from a, true, to b, false, and on around it to a.
  int round_trip(int a, int b) {
    const auto there = way(node(a, true), node(b, false));
    const auto back = way(node(b, false), node(a, true), there);
    if (there.empty() || back.empty()) return kNoTrip;
    return static_cast<int>(there.size() + back.size()) - 2;
  }

  // c makes itself false.
  void add_chain(int c, int number) {
    if (!found_.add({sort_.chain, sort_.chain_base, number, numbering_[c]})) return;
    if (search_.wants_evidence()) add_step(way(node(c, true), node(c, false)));
  }
  // u false leads to t true, of which each excludes c.
  void add_cycle(int c, int u, int t, int number) {
    if (!found_.add({sort_.cycle, sort_.cycle_base, number, numbering_[c]})) return;
    if (!search_.wants_evidence()) return;
    std::vector<int> nodes = way(node(u, false), node(t, true));
    nodes.insert(nodes.begin(), node(c, true));
    nodes.push_back(node(c, false));
    add_step(nodes);
  }

 private:
  void list_links() {
    if (!links_.empty()) return;
    links_.resize(static_cast<std::size_t>(numbering_.nodes()));
    const auto link = [this](int a, int b, bool truth) {
      links_[node(a, truth)].push_back(node(b, !truth));
      links_[node(b, truth)].push_back(node(a, !truth));
    };
    LinkedPairs pairs;
    pairs.list(search_.position, numbering_, digits_, sort_.links);
    for (const auto& [a, b] : pairs.weak) link(a, b, true);
    for (const auto& [a, b] : pairs.strong) link(a, b, false);
    for (auto& list : links_) sort_numbers(list);
  }
  // As shortest_way() of rows, around blocked nodes.
  std::vector<int> way(int from, int to, const std::vector<int>& blocked = {}) {
    list_links();
    std::vector<int> parents(links_.size(), -1), queue{from};
    std::vector<bool> seen(links_.size());
    for (const int n : blocked) seen[n] = n != to;
    for (std::size_t head = 0; head < queue.size() && parents[to] < 0; ++head) {
      for (const int n : links_[queue[head]]) {
        if (seen[n]) continue;
        seen[n] = true;
        if (n == from && n != to) continue;
        parents[n] = queue[head];
        queue.push_back(n);
      }
    }
    if (parents[to] < 0) return {};
    std::vector<int> nodes{to};
    do nodes.push_back(parents[nodes.back()]);
    while (nodes.back() != from);
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
  }
  void add_step(const std::vector<int>& nodes) {
    found_.add_step().evidence.proofs = {proof_of(search_.position, numbering_, nodes)};
  }

  Search& search_;
  const Sort& sort_;
  Mask digits_;
  const Numbering& numbering_;
  Hints& found_;
  std::vector<std::vector<int>> links_;  // of each node, ascending
};

template <int M>
class Levels {
 public:
  Levels(Search& search, Leaps<M>& leaps, const Sort& sort, Mask digits, Hints& found)
      : search_(search),
        leaps_(leaps),
        sort_(sort),
        found_(found),
        ways_(search, sort, digits, leaps.numbering, found) {}

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
      if (leaps_.refutes_itself(c)) ways_.add_chain(c, number);
    }
  }

  void find_cycles(int level) {
    const int number = sort_.cycle_base + surcharge(level + 1);
    if (number > found_.limit()) return;
    for (const auto u : leaps_.joined()) {
      (leaps_.fresh(u) & leaps_.weak(u)).each([&](int t) { close_cycle(t, u, number); });
    }
  }

  void close_cycle(int t, int u, int number);

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
  Ways ways_;
};

// What excludes both t and u, of which one is true.  (Within the class it would be compiled once for each
// pair of words where it is called.)
template <int M>
void Levels<M>::close_cycle(int t, int u, int number) {
  (leaps_.weak(t) & leaps_.weak(u)).each([&](int c) { ways_.add_cycle(c, u, t, number); });
}

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
  if (size <= 320) return search_sort<5>(search, digits, sort, found);
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
