// Chains of alternating strong and weak links: X-chains (one digit), XY-chains (cells with two
// digits), nice loops and alternating inference chains, with and without groups and almost locked
// sets as nodes.  B. Hobiger, HoDoKu 2.2.0, has these names.

#include "logic/techniques/chain_steps.hpp"
#include "logic/techniques/families.hpp"
#include "logic/techniques/tabled_loops.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kXChain{"x-chain", "chains"};
const Technique kXYChain{"xy-chain", "chains"};
const Technique kContinuous{"continuous nice loop", "chains"};
const Technique kDiscontinuous{"discontinuous nice loop", "chains"};
const Technique kAIC{"aic", "chains"};
const Technique kGroupedContinuous{"grouped continuous nice loop", "chains"};
const Technique kGroupedDiscontinuous{"grouped discontinuous nice loop", "chains"};
const Technique kGroupedAIC{"grouped aic", "chains"};

constexpr int kLargestNodeSet = 5;  // cells of an almost locked set in a chain

struct Names {
  const Technique* ends;  // nullptr: not looked for
  const Technique* contradiction;
  const Technique* loop;
  bool grouped;         // only those that have a node of several cells
  bool simple = false;  // ends of one digit, no cell twice between, and no more than kMostNodes
};

constexpr std::size_t kMostNodes = 20;
constexpr int kMostTrials = 20'000;  // of nodes, where the shortest way comes twice through a cell

struct ChainMemory {
  LinkGraph graph;
  Implications implied;
  std::vector<Chain> chains;
};

class ChainSearch {
 public:
  ChainSearch(Search& search, const Names& names, ChainMemory& memory)
      : search_(search), names_(names), memory_(memory), graph_(memory.graph) {}

  bool run() {
    memory_.chains.clear();
    for (int start = 0; start < graph_.size(); ++start) {
      if (search_.expired()) return false;
      from_false(start);
      if (names_.loop) loops_through(start);
      if (names_.contradiction && !names_.simple) from_true(start);
    }
    return ChainSteps(search_, graph_).close_all(memory_.chains);
  }

 private:
  void from_false(int start) {
    memory_.implied.search(graph_, literal(start, false));
    for (const Literal to : memory_.implied.reached()) {
      if (!truth_of(to)) continue;
      if (node_of(to) == start) {
        if (names_.contradiction) keep_single(start, true);
      } else if (memory_.implied.distance(to) >= 3) {
        keep_pair(start, to);
      }
    }
  }

  // The loops that begin with each of its strong links, each by the shortest way back: one search
  // from only the node knows one of them.
  void loops_through(int start) {
    if (graph_.strong(start).size() < 2) return;
    for (const Link& first : graph_.strong(start)) {
      memory_.implied.search(graph_, literal(first.to, true));
      for (const Link& back : graph_.weak(start)) {
        const Literal end = literal(back.to, true);
        if (!memory_.implied.has(end) || memory_.implied.distance(end) < 2) continue;
        Chain chain = chain_of(memory_.implied, end, Shape::loop, *names_.loop);
        chain.path.insert(chain.path.begin(), literal(start, false));
        chain.links.insert(chain.links.begin(), first);
        chain.links[1] = first;
        close(std::move(chain));
      }
    }
  }

  void close(Chain chain) {
    if (!fits(chain)) return;
    chain.eliminations = excluded_by(graph_, chain);
    if (!chain.eliminations.empty()) memory_.chains.push_back(std::move(chain));
  }

  void keep_pair(int start, Literal to) {
    const Node &a = graph_[start], &b = graph_[node_of(to)];
    const auto& links = graph_.weak(node_of(to));
    const bool closes = any_of(links, [&](const Link& link) { return link.to == start; });
    if (closes && names_.loop) keep(to, Shape::loop, *names_.loop);
    if (a.digit == b.digit ? start > node_of(to) : a.digit > b.digit || names_.simple) return;
    // Two ends in one cell: a loop that comes back to its cell.
    const auto* as = a.only >= 0 && a.only == b.only ? names_.contradiction : names_.ends;
    if (as) keep(to, Shape::ends, *as);
  }

  void keep(Literal to, Shape shape, const Technique& as) {
    if (shape == Shape::ends) {
      bool any = false;  // most pairs exclude nothing: ask before the path is made
      for_each_excluded(search_.position, graph_[node_of(memory_.implied.reached().front())],
                        graph_[node_of(to)], [&](Cell, Digit) { any = true; });
      if (!any) return;
    }
    Chain chain = chain_of(memory_.implied, to, shape, as);
    if (!names_.simple || make_simple(chain)) close(std::move(chain));
  }

  // Whether the chain is simple, or another one with the same ends that is, which takes its place.
  bool make_simple(Chain& chain) {
    if (chain.path.size() <= kMostNodes && is_simple(chain.path)) return true;
    const Literal end = chain.path.back();
    chain.path.resize(1);
    chain.links.resize(1);
    trials_ = 0;
    return extend(chain, end);
  }

  bool is_simple(const std::vector<Literal>& path) const {
    for (std::size_t i = 2; i < path.size(); ++i) {
      for (std::size_t j = 0; j + 1 < i; ++j) {
        if (!may_follow(path[j], path[i], j == 0 && i + 1 == path.size())) return false;
      }
    }
    return true;
  }

  // Whether two nodes that are not neighbours may be in one chain: a chain may come back to where it
  // began.
  bool may_follow(Literal before, Literal at, bool ends) const {
    return graph_[node_of(before)].only != graph_[node_of(at)].only ||
           (ends && node_of(before) == node_of(at));
  }

  // Depth first, from the last literal of the chain.
  bool extend(Chain& chain, Literal end) {
    const Literal last = chain.path.back();
    if (last == end && chain.path.size() > 1) return true;
    if (chain.path.size() == kMostNodes || ++trials_ > kMostTrials) return false;
    for (const Link& link :
         truth_of(last) ? graph_.weak(node_of(last)) : graph_.strong(node_of(last))) {
      const Literal next = literal(link.to, !truth_of(last));
      bool fits = true;
      for (std::size_t j = 0; fits && j + 1 < chain.path.size(); ++j) {
        fits = may_follow(chain.path[j], next, j == 0 && next == end);
      }
      if (!fits) continue;
      chain.path.push_back(next);
      chain.links.push_back(link);
      if (extend(chain, end)) return true;
      chain.path.pop_back();
      chain.links.pop_back();
    }
    return false;
  }

  void from_true(int start) {
    if (graph_[start].only < 0) return;
    memory_.implied.search(graph_, literal(start, true));
    if (memory_.implied.has(literal(start, false))) keep_single(start, false);
  }

  // A candidate that follows from its opposite.
  void keep_single(int start, bool truth) {
    const auto& [digit, cells, excluded, first, cell, set] = graph_[start];
    if (cell < 0) return;
    Chain chain = chain_of(memory_.implied, literal(start, truth), Shape::contradiction,
                           *names_.contradiction);
    if ((names_.simple && !make_simple(chain)) || !fits(chain)) return;
    if (names_.simple) {
      chain.eliminations = candidates_of(excluded, digit);
    } else {
      const Mask others = search_.position.candidates(cell) & ~bit(digit);
      Step::add_candidates(cell, truth ? others : bit(digit), chain.eliminations);
    }
    if (!chain.eliminations.empty()) memory_.chains.push_back(std::move(chain));
  }

  // Whether it has a group if it must; a loop has no node twice.
  bool fits(const Chain& chain) const {
    bool grouped = false;
    std::vector<int> nodes;
    for (const Literal at : chain.path) {
      grouped = grouped || graph_[node_of(at)].only < 0;
      nodes.push_back(node_of(at));
    }
    sort_numbers(nodes);
    return grouped == names_.grouped &&
           (chain.shape != Shape::loop ||
            std::adjacent_find(nodes.begin(), nodes.end()) == nodes.end());
  }

  Search& search_;
  Names names_;
  ChainMemory& memory_;
  const LinkGraph& graph_;
  int trials_ = 0;
};

bool find_chains(Search& search, const LinkKinds& kinds, const Names& names) {
  auto& memory = search.memory.get<ChainMemory>();
  std::vector<AlmostLocked> sets;
  if (kinds.sets) sets = almost_locked_sets(search.position, 2, kLargestNodeSet);
  memory.graph.build(search.position, kinds, sets);
  return ChainSearch(search, names, memory).run();
}

bool find_x_chain(Search& search) {
  return find_chains(search, {.cells = false}, {&kXChain, &kXChain, nullptr, false, true});
}

bool find_xy_chain(Search& search) {
  return find_chains(search, {.houses = false}, {&kXYChain, nullptr, nullptr, false, true});
}

constexpr LoopNames kNone{nullptr, nullptr, nullptr};
constexpr LoopNames kPlain{&kContinuous, &kDiscontinuous, &kAIC};
constexpr LoopNames kGrouped{&kGroupedContinuous, &kGroupedDiscontinuous, &kGroupedAIC};

bool find_nice_loop(Search& search) { return find_tabled_loops(search, false, kPlain, kNone); }

// With groups some plain ways are found too that nothing came before of.  Where all are wanted, the
// graph knows ways that the tables leave out: those that come twice through a cell.
bool find_grouped_nice_loop(Search& search) {
  if (!search.keeps_all()) return find_tabled_loops(search, true, kPlain, kGrouped);
  return find_tabled_loops(search, true, kNone, kGrouped) ||
         find_chains(search, {.groups = true, .sets = search.options.locked_set_nodes != 0},
                     {&kGroupedAIC, &kGroupedDiscontinuous, &kGroupedContinuous, true});
}

}  // namespace

std::vector<Finder> alternating_chains() {
  return {finder(kXChain, find_x_chain),
          finder(kXYChain, find_xy_chain),
          {"nice loop", {&kContinuous, &kDiscontinuous, &kAIC}, find_nice_loop},
          {"grouped nice loop",
           {&kGroupedContinuous, &kGroupedDiscontinuous, &kGroupedAIC, &kContinuous,
            &kDiscontinuous, &kAIC},
           find_grouped_nice_loop}};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
