// Cycles and chains without branches: a candidate that would make itself false.
//
//     X       links of one digit: what sees it, and the other place in a house
//     Y       cells with two candidates, and what sees these
//     XY      both
//
// All are searched at once, level by level: after k levels a row has all that follows in at most k
// links.  A candidate whose own "false" comes up goes (a forcing chain); where a false u comes back,
// in an even number of links, to a true t that excludes u, there is a cycle, of which every weak
// link is a strong one, too: what both u and t exclude goes.
//
//     t --weak-- u --strong-- v --weak-- … --strong-- t
//
// Numbers are those of Sudoku Explainer (N. Juillerat), lengths as skfr (G. Penet) takes them.
#include "logic/techniques/families.hpp"
#include "logic/techniques/hints.hpp"
#include "logic/techniques/ways.hpp"

namespace cpsudoku::logic {
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

template <int W, int N>
class Levels {
 public:
  Levels(Search<W>& search, Links<N>& links, const Sort& sort, Hints& found)
      : search_(search), links_(links), sort_(sort), found_(found) {
    list_targets();
    now_ = links.rows;
    next_ = links.rows;
  }

  void run() {
    for (int level = 2; within(level) && grow(); ++level) {
      if (sort_.chain && level % 2) find_chains(level);
      if (level % 2) find_cycles(level);
      now_.swap(next_);
      if (search_.expired()) return;
    }
    if (!sort_.chain) find_wide_cycles();
  }

 private:
  bool within(int level) const {
    const int limit = found_.limit();
    return sort_.cycle_base + surcharge(level + 1) <= limit ||
           (sort_.chain && sort_.chain_base + surcharge(level) <= limit);
  }

  void list_targets() {
    ends_.reserve(static_cast<std::size_t>(links_.nodes()) + 1);
    ends_.push_back(0);
    for (const auto& row : links_.rows) {
      row.each([&](int n) { targets_.push_back(static_cast<std::uint16_t>(n)); });
      ends_.push_back(static_cast<int>(targets_.size()));
    }
  }

  // One link more; returns whether anything is new.
  bool grow() {
    std::uint64_t fresh = 0;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      Row<N> row = now_[i];
      for (int k = ends_[i]; k < ends_[i + 1]; ++k) {
        row |= now_[targets_[static_cast<std::size_t>(k)]];
      }
      for (unsigned w = 0; w < N; ++w) fresh |= row.words[w] ^ now_[i].words[w];
      next_[i] = row;
    }
    return fresh != 0;
  }

  void find_chains(int level) {
    const int number = sort_.chain_base + surcharge(level);
    for (int c = 0; c < links_.numbering.size(); ++c) {
      const auto start = static_cast<std::size_t>(node(c, true));
      if (!next_[start].has(node(c, false)) || now_[start].has(node(c, false))) continue;
      if (!found_.wants(number, links_.numbering[c])) continue;
      found_.add({sort_.chain, sort_.chain_base, number, links_.numbering[c]});
      if (search_.wants_evidence()) {
        add_step(shortest_way(links_, node(c, true), node(c, false)));
      }
    }
  }

  void find_cycles(int level) {
    const int number = sort_.cycle_base + surcharge(level + 1);
    if (number > found_.limit()) return;
    for (int c = 0; c < links_.numbering.size(); ++c) {
      const auto u = static_cast<std::size_t>(node(c, false));
      const Row<N>& weak = links_[node(c, true)];
      for (unsigned w = 0; w < N; ++w) {
        const auto fresh = next_[u].words[w] & ~now_[u].words[w];
        auto ends = fresh & ((weak.words[w] >> 1) & kTrueNodes);
        for (; ends; ends &= ends - 1) {
          close_cycle(static_cast<int>(w * 64) + std::countr_zero(ends), static_cast<int>(u), number);
        }
      }
    }
  }

  // What excludes both t, true, and the candidate of u, false, from which t follows.
  void close_cycle(int t, int u, int number) {
    const Row<N> both = links_[t] & links_[opposite(u)];
    both.each([&](int n) {
      if (is_true(n)) return;
      const Candidate gone = links_.numbering[candidate_of(n)];
      if (!found_.wants(number, gone)) return;
      found_.add({sort_.cycle, sort_.cycle_base, number, gone});
      if (!search_.wants_evidence()) return;
      std::vector<int> way = shortest_way(links_, u, t);
      way.insert(way.begin(), opposite(n));
      way.push_back(n);
      add_step(way);
    });
  }

  // A cycle through cells: of two candidates of it, of one digit, that do not see each other, one is
  // true if they have different colours, wherever they are.
  void find_wide_cycles() {
    const auto& numbering = links_.numbering;
    for (int a = 0; a < numbering.size(); ++a) {
      const Row<N>& from_a = now_[static_cast<std::size_t>(node(a, true))];
      for (int b = a + 1; b < numbering.size(); ++b) {
        if (numbering[a].digit != numbering[b].digit || !from_a.has(node(b, false)) ||
            !now_[static_cast<std::size_t>(node(b, false))].has(node(a, true)) ||
            links_[node(a, true)].has(node(b, false)) ||
            !(links_[node(a, true)] & links_[node(b, true)]).any()) {
          continue;
        }
        const int length = std::min(round_trip(a, b), round_trip(b, a));
        if (length < kNoTrip) close_wide_cycle(a, b, length);
      }
    }
  }

  static constexpr int kNoTrip = 1000;
  // Links of the shortest way from a, true, to b, false, and on around it to a.
  int round_trip(int a, int b) const {
    const auto there = shortest_way(links_, node(a, true), node(b, false));
    Row<N> used;
    for (const int n : there) used.set(n);
    const auto back = shortest_way(links_, node(b, false), node(a, true), used);
    if (there.empty() || back.empty()) return kNoTrip;
    return static_cast<int>(there.size() + back.size()) - 2;
  }

  void close_wide_cycle(int a, int b, int length) {
    const int number = sort_.cycle_base + surcharge(length);
    const Row<N> both = links_[node(a, true)] & links_[node(b, true)];
    both.each([&](int n) {
      const Candidate gone = links_.numbering[candidate_of(n)];
      if (!found_.wants(number, gone)) return;
      found_.add({sort_.cycle, sort_.cycle_base, number, gone});
      if (!search_.wants_evidence()) return;
      std::vector<int> way = shortest_way(links_, node(a, false), node(b, true));
      way.insert(way.begin(), opposite(n));
      way.push_back(n);
      add_step(way);
    });
  }

  void add_step(const std::vector<int>& way) {
    const Hint& hint = found_.hints.back();
    Step step;
    step.technique = hint.technique;
    step.surplus = hint.number - hint.base;
    step.eliminations = {hint.gone};
    step.evidence.proofs = {proof_of(search_.position, links_.numbering, way)};
    found_.steps.push_back(std::move(step));
  }

  Search<W>& search_;
  Links<N>& links_;
  const Sort& sort_;
  Hints& found_;
  std::vector<std::uint16_t> targets_;  // of all nodes, one after the other
  std::vector<int> ends_;
  std::vector<Row<N>> now_;
  std::vector<Row<N>> next_;
};

template <int N>
struct Room {
  Links<N> links;
};

template <int W, int N>
void search_sort(Search<W>& search, Mask digits, const Sort& sort, Hints& found) {
  auto& links = search.memory.template get<Room<N>>().links;
  links.build(search.position, digits, sort.links);
  Levels<W, N>(search, links, sort, found).run();
}

template <int W>
int open_candidates(const Position<W>& position, Mask digits) {
  int total = 0;
  for (const Digit d : bits(digits)) total += position.cells(d).count();
  return total;
}

template <int W>
void search_sort(Search<W>& search, Mask digits, const Sort& sort, Hints& found) {
  const int nodes = 2 * open_candidates(search.position, digits);
  if constexpr (W == kNarrow) {
    if (nodes <= 64) return search_sort<W, 1>(search, digits, sort, found);
    if (nodes <= 192) return search_sort<W, 3>(search, digits, sort, found);
    if (nodes <= 320) return search_sort<W, 5>(search, digits, sort, found);
    if (nodes <= 640) return search_sort<W, 10>(search, digits, sort, found);
  }
  if (nodes <= 4096) return search_sort<W, 64>(search, digits, sort, found);
}

template <int W>
void search_all(Search<W>& search, Hints& found) {
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

template <int W>
bool find_chains(Search<W>& search) {
  auto& found = search.memory.template get<Hints>();
  search_all(search, found);
  if (found.any() && found.best > kHardestFirst && search.reached < found.best &&
      !search.keeps_all()) {
    return false;
  }
  return close_hints(search, found);
}

}  // namespace

template <int W>
std::vector<Finder<W>> forcing_chains() {
  return {{"forcing chains", {&kXCycle, &kYCycle, &kXYCycle, &kXChain, &kXYChain}, find_chains<W>}};
}

template std::vector<Finder<kNarrow>> forcing_chains();
template std::vector<Finder<kWide>> forcing_chains();

}  // namespace cpsudoku::logic
