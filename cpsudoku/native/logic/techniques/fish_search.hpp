// The search for all fish of a digit: k base houses, k cover houses, and what is left over.
//
//     body       places of the base that are covered
//     fins       places of the base that no cover has
//     endo-fins  places that two base houses share
//
// If no fin is true, the k bases put the digit k times into k covers, which have no room for another
// one; so what sees all fins and is in a cover, outside of the base or in two covers, is false.
//
// Bases are chosen in ascending order.  For the covers the search asks of the first place that is
// neither covered nor a fin yet: fin, or in which of its houses?  Fins must see one candidate that
// may go, all of them, which ends most branches soon.
#pragma once

#include "logic/search.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

inline constexpr int kMostFins = 5;
inline constexpr int kMostEndoFins = 2;

enum class FishShape : std::uint8_t { basic, franken, mutant };

// Which fins a fish may have, and what they have to do.
struct FinRule {
  bool wanted = false;  // fish without any are of no use
  int most = kMostFins;
  int most_endo = kMostEndoFins;
  // For each cell what a fin there excludes, of the fish's digit; none: what it sees.
  const std::vector<CellSet>* reach = nullptr;
  bool anything = false;  // fins need not exclude a candidate together, nor the fish any
};

struct Fish {
  Digit digit;
  std::vector<GroupId> base;
  std::vector<GroupId> cover;
  CellSet body;  // all places of the base
  CellSet fins;
  CellSet endo_fins;
  CellSet gone;
};

// What is done with each fish; true: no more.  A view, so that one search, compiled once for each
// width, serves all techniques.
class FishVisit {
 public:
  template <class Visit>
  FishVisit(const Visit& visit)  // NOLINT: a view of what the caller has
      : visit_(&visit), call_([](const void* of, const Fish& fish) {
          return (*static_cast<const Visit*>(of))(fish);
        }) {}
  bool operator()(const Fish& fish) const { return call_(visit_, fish); }

 private:
  const void* visit_;
  bool (*call_)(const void*, const Fish&);
};

// All fish of a shape in one digit, lines first as HoDoKu does: rows, then columns as bases.
bool for_each_fish_of(Search& search, Digit digit, FishShape shape, int size, const FinRule& rule,
                      const FishVisit& visit);

// The same in all digits.
bool for_each_fish(Search& search, FishShape shape, int size, bool finned, const FishVisit& visit);

// What a fish is made of.
inline void add_fish(const Fish& fish, Evidence& evidence) {
  evidence.base = fish.base;
  evidence.cover = fish.cover;
  evidence.fins = candidates_of(fish.fins, fish.digit);
  evidence.endo_fins = candidates_of(fish.endo_fins, fish.digit);
  evidence.candidates = candidates_of(fish.body, fish.digit);
  evidence.cells = as_list(fish.body);
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
