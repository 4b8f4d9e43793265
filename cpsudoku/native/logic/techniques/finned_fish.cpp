// Fish with fins, with boxes (franken), with rows and columns on one side (mutant), and pairs of
// fish with one base (siamese).
#include "logic/techniques/families.hpp"
#include "logic/techniques/fish_search.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

constexpr int kLeast = 2, kMost = 7;
constexpr int kSizes = kMost - kLeast + 1;

using Sizes = std::array<Technique, kSizes>;

// One technique for each size; `Names` are string literals, as techniques keep pointers.
#define CPSUDOKU_FISH(prefix, boxes)                                                            \
  {                                                                                             \
    Technique{prefix "x-wing", "fish", boxes}, Technique{prefix "swordfish", "fish", boxes},    \
        Technique{prefix "jellyfish", "fish", boxes},                                           \
        Technique{prefix "squirmbag", "fish", boxes}, Technique{prefix "whale", "fish", boxes}, \
        Technique {                                                                             \
      prefix "leviathan", "fish", boxes                                                         \
    }                                                                                           \
  }

const Sizes kBasic = CPSUDOKU_FISH("", false);
const Sizes kFinned = CPSUDOKU_FISH("finned ", false);
const Sizes kSashimi = CPSUDOKU_FISH("sashimi ", false);
const Sizes kFranken = CPSUDOKU_FISH("franken ", true);
const Sizes kFinnedFranken = CPSUDOKU_FISH("finned franken ", true);
const Sizes kMutant = CPSUDOKU_FISH("mutant ", false);
const Sizes kFinnedMutant = CPSUDOKU_FISH("finned mutant ", false);
const Sizes kSiameseFinned = CPSUDOKU_FISH("siamese finned ", false);
const Sizes kSiameseSashimi = CPSUDOKU_FISH("siamese sashimi ", false);
const Sizes kSiameseFranken = CPSUDOKU_FISH("siamese finned franken ", true);
const Sizes kSiameseMutant = CPSUDOKU_FISH("siamese finned mutant ", false);
#undef CPSUDOKU_FISH

// What is looked for: fish of a shape, with fins or without; and what each is called, and two of them.
struct Variety {
  FishShape shape;
  bool fins;
  std::optional<bool> sashimi;  // what it has to be, if that matters
  const Sizes& names;
  const Sizes* siamese;
};
const Variety kVarieties[] = {
    {FishShape::basic, false, {}, kBasic, nullptr},
    {FishShape::basic, true, false, kFinned, &kSiameseFinned},
    {FishShape::basic, true, true, kSashimi, &kSiameseSashimi},
    {FishShape::franken, false, {}, kFranken, nullptr},
    {FishShape::franken, true, {}, kFinnedFranken, &kSiameseFranken},
    {FishShape::mutant, false, {}, kMutant, nullptr},
    {FishShape::mutant, true, {}, kFinnedMutant, &kSiameseMutant},
};

// Whether without its fins a base has fewer than two places.
bool is_sashimi(const Position& position, const Fish& fish) {
  for (const GroupId id : fish.base) {
    const auto body = (position.houses()[id].set & position.cells(fish.digit)) - fish.fins;
    if (body.count() < 2) return true;
  }
  return false;
}

bool close_fish(Search& search, const Fish& fish, const Technique& as) {
  Step& step = search.begin(as);
  step.eliminate(fish.gone, fish.digit);
  if (search.wants_evidence()) add_fish(fish, step.evidence);
  return search.close();
}

// Two fish with one base that eliminate different candidates.
bool close_twins(Search& search, const Fish& one, const Fish& two, const Technique& as,
                 const Technique& each) {
  const auto gone = one.gone | two.gone;
  if (gone == one.gone || gone == two.gone) return false;
  Step& step = search.begin(as);
  step.eliminate(gone, one.digit);
  for (const auto* fish : {&one, &two}) {
    Step inner;
    inner.technique = &each;
    inner.eliminate(fish->gone, fish->digit);
    add_fish(*fish, inner.evidence);
    step.evidence.inner.push_back(std::move(inner));
  }
  step.evidence.candidates = step.evidence.inner[0].evidence.candidates;
  return search.close();
}

bool fits(const Position& position, const Fish& fish, const Variety& variety) {
  return !variety.sashimi || is_sashimi(position, fish) == *variety.sashimi;
}

bool find_fish(Search& search, const Variety& variety, int size) {
  const Technique& as = variety.names[size - kLeast];
  const auto visit = [&](const Fish& fish) {
    return fits(search.position, fish, variety) && close_fish(search, fish, as);
  };
  return for_each_fish(search, variety.shape, size, variety.fins, visit);
}

bool find_siamese(Search& search, const Variety& variety, int size) {
  std::vector<Fish> all;
  const auto visit = [&](const Fish& fish) {
    all.push_back(fish);
    return false;
  };
  for_each_fish(search, variety.shape, size, true, visit);
  const auto at = static_cast<std::size_t>(size - kLeast);
  const Technique &as = (*variety.siamese)[at], &each = variety.names[at];
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (all[i].digit != all[j].digit || all[i].base != all[j].base) break;
      // A pair of which one is not sashimi is not.
      const bool one = fits(search.position, all[i], variety);
      const bool other = fits(search.position, all[j], variety);
      if (variety.sashimi == true ? !one || !other : !one && !other) continue;
      if (search.expired()) return false;  // millions of pairs, where candidates make no sense
      if (close_twins(search, all[i], all[j], as, each)) return true;
    }
  }
  return false;
}

template <std::size_t V, int K = kLeast>
void add(std::vector<Finder>& finders) {
  static constexpr auto at = static_cast<std::size_t>(K - kLeast);
  const Variety& variety = kVarieties[V];
  // Basic fish of up to four houses have a search of their own.
  if (V != 0 || K > 4) {
    finders.push_back(finder(variety.names[at],
                             [](Search& search) { return find_fish(search, kVarieties[V], K); }));
  }
  if (variety.siamese) {
    finders.push_back(finder((*variety.siamese)[at], [](Search& search) {
      return find_siamese(search, kVarieties[V], K);
    }));
  }
  if constexpr (K < kMost) {
    add<V, K + 1>(finders);
  } else if constexpr (V + 1 < std::size(kVarieties)) {
    add<V + 1>(finders);
  }
}

}  // namespace

std::vector<Finder> finned_fish() {
  std::vector<Finder> finders;
  add<0>(finders);
  return finders;
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
