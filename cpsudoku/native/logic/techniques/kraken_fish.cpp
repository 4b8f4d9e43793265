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

#include "logic/techniques/families.hpp"
#include "logic/techniques/fish_search.hpp"
#include "logic/techniques/leads.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kType1{"kraken fish type 1", "fish"};
const Technique kType2{"kraken fish type 2", "fish"};

constexpr int kLeast = 2, kMost = 4;
constexpr int kMostKrakenFins = 2;

class Kraken {
 public:
  Kraken(Search& search, const LinkGraph& graph, Digit digit)
      : search_(search), digit_(digit), leads_(graph, search.houses().digits()) {
    own_.resize(search.houses().cells());
    for (const Cell cell : search.position.cells(digit)) {
      leads_.follow(Step::candidate(cell, digit));
      own_[cell] = excluded(cell, digit);
    }
  }

  // `found`: candidates so far, each of which is found once, with the first fish.
  bool run_type_1(FishShape shape, int size, std::vector<Candidate>& found) {
    const FinRule rule{.wanted = true, .most = kMostKrakenFins, .most_endo = 0, .reach = &own_};
    const auto visit = [&](const Fish& fish) {
      // What all fins see the finned fish excludes without chains.
      const auto seen = search_.position.seen_by_all(fish.fins, digit_);
      return any_of(fish.gone - seen, [&](const Cell cell) {
        return close(fish, fish.fins, Step::candidate(cell, digit_), kType1, found);
      });
    };
    return for_each_fish_of(search_, digit_, shape, size, rule, visit);
  }

  bool run_type_2(FishShape shape, int size, std::vector<Candidate>& found) {
    const FinRule rule{.wanted = true, .most = kMostKrakenFins, .most_endo = 0, .anything = true};
    const auto visit = [&](const Fish& fish) {
      if (search_.expired()) return true;
      for (const GroupId cover : fish.cover) {
        const auto cases = (fish.body & search_.houses()[cover].set) | fish.fins;
        if (close_cases(fish, cases, found)) return true;
      }
      return false;
    };
    return for_each_fish_of(search_, digit_, shape, size, rule, visit);
  }

 private:
  const CellSet& excluded(Cell cell, Digit digit) const {
    return leads_.excluded(Step::candidate(cell, digit_), digit);
  }

  bool close_cases(const Fish& fish, const CellSet& cases, std::vector<Candidate>& found) {
    for (Digit d = 0; d < search_.houses().digits(); ++d) {
      auto gone = search_.position.cells(d);
      for (const Cell cell : cases) gone &= excluded(cell, d);
      if (d == digit_) {
        for (const Cell cell : cases) gone.reset(cell);  // a chain that refutes its own start
      }
      for (const Cell cell : gone) {
        if (close(fish, cases, Step::candidate(cell, d), kType2, found)) return true;
      }
    }
    return false;
  }

  bool close(const Fish& fish, const CellSet& cases, const Candidate& gone, const Technique& as,
             std::vector<Candidate>& found) {
    if (contains(found, gone)) return false;
    found.push_back(gone);
    Step& step = search_.begin(as);
    step.eliminate(gone.cell, gone.digit);
    if (search_.wants_evidence()) {
      add_fish(fish, step.evidence);
      for (const Cell cell : cases)
        step.evidence.proofs.push_back(leads_.proof(Step::candidate(cell, digit_), gone));
    }
    return search_.close();
  }

  Search& search_;
  Digit digit_;
  Leads leads_;
  std::vector<CellSet> own_;  // of each cell: what the digit there excludes of the digit
};

bool find_kraken(Search& search, int type) {
  LinkGraph graph;
  graph.build(search.position, {.groups = true});
  std::vector<Candidate> found;
  std::vector<Kraken> krakens;
  for (Digit d = 0; d < search.houses().digits(); ++d) krakens.emplace_back(search, graph, d);
  for (const FishShape shape : {FishShape::basic, FishShape::franken}) {
    for (int size = kLeast; size <= kMost; ++size) {
      for (auto& kraken : krakens) {
        if (search.expired()) return false;
        const bool stop = type == 1 ? kraken.run_type_1(shape, size, found)
                                    : kraken.run_type_2(shape, size, found);
        if (stop) return !search.cut_short;
      }
    }
  }
  return false;
}

}  // namespace

std::vector<Finder> kraken_fish() {
  return {finder(kType1, [](Search& search) { return find_kraken(search, 1); }),
          finder(kType2, [](Search& search) { return find_kraken(search, 2); })};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
