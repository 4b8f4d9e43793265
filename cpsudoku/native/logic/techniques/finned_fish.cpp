// Fish with fins, with boxes (franken), with rows and columns on one side (mutant), and pairs of
// fish with one base (siamese).
#include <array>

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

enum class Variety : std::uint8_t {
  basic,
  finned,
  sashimi,
  franken,
  finned_franken,
  mutant,
  finned_mutant
};

const Sizes& names_of(Variety variety, bool siamese) {
  using enum Variety;
  switch (variety) {
    case basic: return kBasic;
    case finned: return siamese ? kSiameseFinned : kFinned;
    case sashimi: return siamese ? kSiameseSashimi : kSashimi;
    case franken: return kFranken;
    case finned_franken: return siamese ? kSiameseFranken : kFinnedFranken;
    case mutant: return kMutant;
    case finned_mutant: return siamese ? kSiameseMutant : kFinnedMutant;
  }
  return kBasic;
}

FishShape shape_of(Variety variety) {
  if (variety <= Variety::sashimi) return FishShape::basic;
  return variety <= Variety::finned_franken ? FishShape::franken : FishShape::mutant;
}

bool has_fins(Variety variety) {
  return variety != Variety::basic && variety != Variety::franken && variety != Variety::mutant;
}

// Whether without its fins a base has fewer than two places.
bool is_sashimi(const Position& position, const Fish& fish) {
  for (const GroupId id : fish.base) {
    const auto body = (position.houses()[id].set & position.cells(fish.digit)) - fish.fins;
    if (body.count() < 2) return true;
  }
  return false;
}

void fill(const Fish& fish, Step& step) {
  step.eliminate(fish.gone, fish.digit);
  add_fish(fish, step.evidence);
}

bool close_fish(Search& search, const Fish& fish, const Technique& as) {
  Step& step = search.begin(as);
  if (search.wants_evidence()) {
    fill(fish, step);
  } else {
    step.eliminate(fish.gone, fish.digit);
  }
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
    fill(*fish, inner);
    for (const auto& c : inner.evidence.candidates) {
      if (fish == &one) step.evidence.candidates.push_back(c);
    }
    step.evidence.inner.push_back(std::move(inner));
  }
  return search.close();
}

bool fits(const Position& position, const Fish& fish, Variety variety) {
  if (variety != Variety::finned && variety != Variety::sashimi) return true;
  return is_sashimi(position, fish) == (variety == Variety::sashimi);
}

bool find_fish(Search& search, Variety variety, int size) {
  const Technique& as = names_of(variety, false)[size - kLeast];
  const auto visit = [&](const Fish& fish) {
    return fits(search.position, fish, variety) && close_fish(search, fish, as);
  };
  return for_each_fish(search, shape_of(variety), size, has_fins(variety), visit);
}

bool find_siamese(Search& search, Variety variety, int size) {
  std::vector<Fish> all;
  const auto visit = [&](const Fish& fish) {
    all.push_back(fish);
    return false;
  };
  for_each_fish(search, shape_of(variety), size, true, visit);
  const auto at = static_cast<std::size_t>(size - kLeast);
  const Technique &as = names_of(variety, true)[at], &each = names_of(variety, false)[at];
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (all[i].digit != all[j].digit || all[i].base != all[j].base) break;
      // A pair of which one is not sashimi is not.
      if (!fits(search.position, all[i], variety) &&
          (variety == Variety::sashimi || !fits(search.position, all[j], variety))) {
        continue;
      }
      if (variety == Variety::sashimi && !fits(search.position, all[j], variety)) continue;
      if (search.expired()) return false;  // millions of pairs, where candidates make no sense
      if (close_twins(search, all[i], all[j], as, each)) return true;
    }
  }
  return false;
}

template <Variety V, int K>
void add(std::vector<Finder>& finders) {
  // Basic fish of up to four houses have a search of their own.
  if (V != Variety::basic || K > 4) {
    finders.push_back(finder(names_of(V, false)[K - kLeast],
                             [](Search& search) { return find_fish(search, V, K); }));
  }
  if (has_fins(V)) {
    finders.push_back(finder(names_of(V, true)[K - kLeast],
                             [](Search& search) { return find_siamese(search, V, K); }));
  }
  if constexpr (K < kMost) add<V, K + 1>(finders);
}

}  // namespace

std::vector<Finder> finned_fish() {
  using enum Variety;
  std::vector<Finder> finders;
  add<basic, kLeast>(finders);
  add<finned, kLeast>(finders);
  add<sashimi, kLeast>(finders);
  add<franken, kLeast>(finders);
  add<finned_franken, kLeast>(finders);
  add<mutant, kLeast>(finders);
  add<finned_mutant, kLeast>(finders);
  return finders;
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
