// Kraken fish: finned fish whose fins do not see what goes, but lead there by chains.
//
//     type 1   without fins the fish would exclude a candidate; a chain from each fin excludes it, too
//     type 2   of one cover house: the digit is at one of its places in the base, or a fin is true;
//              chains from all of these exclude the same candidate
//
//     r3   . X . | . X . | . . .
//     r7   . X . | . X . | . f .     f true → … → * false;  f false: an X-wing, * false
//     r9   . * . | . . . | . . .
//
// Sizes and numbers of fins are those of HoDoKu 2.2.0 (B. Hobiger), which has them switched off, too:
// fish of two to four houses, with boxes among them or without, up to two fins, no endo-fins.
#include <algorithm>

#include "logic/techniques/families.hpp"
#include "logic/techniques/fish_search.hpp"
#include "logic/techniques/link_graph.hpp"

namespace cpsudoku::logic {
namespace {

const Technique kType1{"kraken fish type 1", "fish"};
const Technique kType2{"kraken fish type 2", "fish"};

constexpr int kLeast = 2, kMost = 4;
constexpr int kMostKrakenFins = 2;

// What each candidate of one digit excludes by chains.
template <int W>
class Leads {
 public:
  Leads(const LinkGraph<W>& graph, Digit digit) : graph_(graph) {
    const auto& houses = graph.position().houses();
    stride_ = houses.digits();
    excluded_.resize(static_cast<std::size_t>(houses.cells() * stride_));
    own_.resize(static_cast<std::size_t>(houses.cells()));
    start_.resize(static_cast<std::size_t>(houses.cells()), -1);
    for (int i = 0; i < graph.size(); ++i) {
      if (graph[i].only >= 0 && graph[i].digit == digit) follow(i);
    }
  }

  // Of each cell: what the digit there excludes of the digit.
  const std::vector<CellSet<W>>& own() const { return own_; }
  const CellSet<W>& excluded(Cell cell, Digit digit) const {
    return excluded_[static_cast<std::size_t>(cell * stride_ + digit)];
  }

  // The shortest chain from the digit in a cell to the candidate's being false.
  Proof proof(Cell cell, const Candidate& gone) {
    implied_.search(graph_, literal(start_[static_cast<std::size_t>(cell)], true));
    std::vector<Literal> path;
    implied_.path(end_of(gone), path);
    Proof result;
    for (const Literal at : path) {
      const auto& node = graph_[node_of(at)];
      Assertion line{candidates_of(node.cells, node.digit), truth_of(at)};
      if (!result.empty()) {
        line.reason = implied_.link(at).reason;
        line.number = implied_.link(at).number;
        line.premises.assign(1, static_cast<int>(result.size()) - 1);
      }
      result.push_back(std::move(line));
    }
    return result;
  }

 private:
  void follow(int start) {
    const Cell cell = graph_[start].only;
    start_[static_cast<std::size_t>(cell)] = start;
    implied_.search(graph_, literal(start, true));
    for (const Literal at : implied_.reached()) {
      const auto& node = graph_[node_of(at)];
      if (truth_of(at) || node.only < 0) continue;
      excluded_[static_cast<std::size_t>(cell * stride_ + node.digit)].set(node.only);
    }
    own_[static_cast<std::size_t>(cell)] = excluded(cell, graph_[start].digit);
  }

  Literal end_of(const Candidate& gone) const {
    for (int i = 0; i < graph_.size(); ++i) {
      if (graph_[i].only == gone.cell && graph_[i].digit == gone.digit) return literal(i, false);
    }
    return -1;
  }

  const LinkGraph<W>& graph_;
  int stride_ = 0;
  Implications<W> implied_;
  std::vector<CellSet<W>> excluded_;
  std::vector<CellSet<W>> own_;
  std::vector<int> start_;  // node of each cell
};

template <int W>
class Kraken {
 public:
  Kraken(Search<W>& search, const LinkGraph<W>& graph, Digit digit)
      : search_(search), digit_(digit), leads_(graph, digit) {}

  // `told`: what was found already, as each candidate is told once, with the first fish.
  bool run_type_1(FishShape shape, int size, std::vector<Candidate>& told) {
    const FinRule<W> rule{.wanted = true, .most = kMostKrakenFins, .most_endo = 0, .reach = &leads_.own()};
    return for_each_fish_of(search_, digit_, shape, size, rule, [&](const Fish<W>& fish) {
      auto seen = fish.gone;  // by all fins: what the finned fish excludes without chains
      for (const Cell fin : fish.fins) seen &= search_.houses().peers(fin);
      for (const Cell cell : fish.gone - seen) {
        if (close(fish, fish.fins, Step::candidate(cell, digit_), kType1, told)) return true;
      }
      return false;
    });
  }

  bool run_type_2(FishShape shape, int size, std::vector<Candidate>& told) {
    const FinRule<W> rule{.wanted = true, .most = kMostKrakenFins, .most_endo = 0, .anything = true};
    return for_each_fish_of(search_, digit_, shape, size, rule, [&](const Fish<W>& fish) {
      if (search_.expired()) return true;
      for (const GroupId cover : fish.cover) {
        const auto cases = (fish.body & search_.houses()[cover].set) | fish.fins;
        if (close_cases(fish, cases, told)) return true;
      }
      return false;
    });
  }

 private:
  bool close_cases(const Fish<W>& fish, const CellSet<W>& cases, std::vector<Candidate>& told) {
    for (Digit d = 0; d < search_.houses().digits(); ++d) {
      auto gone = search_.position.cells(d);
      for (const Cell cell : cases) gone &= leads_.excluded(cell, d);
      if (d == digit_) {
        for (const Cell cell : cases) gone.reset(cell);  // a chain that refutes its own start
      }
      for (const Cell cell : gone) {
        if (close(fish, cases, Step::candidate(cell, d), kType2, told)) return true;
      }
    }
    return false;
  }

  bool close(const Fish<W>& fish, const CellSet<W>& cases, const Candidate& gone,
             const Technique& as, std::vector<Candidate>& told) {
    if (std::find(told.begin(), told.end(), gone) != told.end()) return false;
    told.push_back(gone);
    Step& step = search_.begin(as);
    step.eliminate(gone.cell, gone.digit);
    if (search_.wants_evidence()) {
      add_fish(fish, step.evidence);
      for (const Cell cell : cases) step.evidence.proofs.push_back(leads_.proof(cell, gone));
    }
    return search_.close();
  }

  Search<W>& search_;
  Digit digit_;
  Leads<W> leads_;
};

template <int W, int Type>
bool find_kraken(Search<W>& search) {
  LinkGraph<W> graph;
  graph.build(search.position, {.groups = true});
  std::vector<Candidate> told;
  std::vector<Kraken<W>> krakens;
  for (Digit d = 0; d < search.houses().digits(); ++d) krakens.emplace_back(search, graph, d);
  for (const FishShape shape : {FishShape::basic, FishShape::franken}) {
    for (int size = kLeast; size <= kMost; ++size) {
      for (auto& kraken : krakens) {
        if (search.expired()) return false;
        const bool stop = Type == 1 ? kraken.run_type_1(shape, size, told)
                                    : kraken.run_type_2(shape, size, told);
        if (stop) return !search.cut_short;
      }
    }
  }
  return false;
}

}  // namespace

template <int W>
std::vector<Finder<W>> kraken_fish() {
  return {finder<W>(kType1, find_kraken<W, 1>), finder<W>(kType2, find_kraken<W, 2>)};
}

template std::vector<Finder<kNarrow>> kraken_fish();
template std::vector<Finder<kWide>> kraken_fish();

}  // namespace cpsudoku::logic
