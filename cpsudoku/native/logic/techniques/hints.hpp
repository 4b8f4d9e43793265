// What chains find before it is known which of it is the easiest: hints with their numbers.
//
// Searches over chains look at all there are and give the easiest; several of the same number belong
// together, and so do all that are no harder than what the path has met already.  (skfr by G. Penet
// takes them so; Sudoku Explainer takes the first one alone and searches again.)
#pragma once

#include <limits>

#include "logic/techniques/links.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

struct Hint {
  const Technique* technique;
  int base;    // Sudoku Explainer's number for the shortest, in tenths
  int number;  // with the surcharge
  Candidate gone;
};

struct Hints {
  std::uint64_t turn = 0;
  int reached = 0;
  int best = std::numeric_limits<int>::max();
  std::vector<Hint> hints;
  std::vector<Step> steps;  // of each hint, where evidence is wanted

  void restart(std::uint64_t now, int path_reached) {
    turn = now;
    reached = path_reached;
    best = std::numeric_limits<int>::max();
    hints.clear();
    steps.clear();
  }
  // The largest number that is of use.
  int limit() const { return best < reached ? reached : best; }
  bool has(const Candidate& candidate) const {
    return any_of(hints, [&](const Hint& h) { return h.gone == candidate; });
  }
  // Whether a hint is of use: easy enough, and better than another one for the same candidate.
  bool wants(int number, const Candidate& gone) const {
    if (number > limit()) return false;
    return none_of(hints, [&](const Hint& h) { return h.gone == gone && h.number <= number; });
  }
  // Adds a hint that is of use; returns whether it is.
  bool add(const Hint& hint) {
    if (!wants(hint.number, hint.gone)) return false;
    std::erase_if(hints, [&](const Hint& h) { return h.gone == hint.gone; });
    std::erase_if(steps, [&](const Step& s) { return s.eliminations[0] == hint.gone; });
    best = std::min(best, hint.number);
    hints.push_back(hint);
    return true;
  }
  // Adds the step of the last hint, without evidence.
  Step& add_step() {
    const Hint& hint = hints.back();
    Step& step = steps.emplace_back();
    step.technique = hint.technique;
    step.surplus = hint.number - hint.base;
    step.eliminations = {hint.gone};
    return step;
  }
  bool any() const { return !hints.empty(); }
};

// All hints as one step: each is an inner step.
inline void join(const Hints& found, Step& step) {
  for (std::size_t i = 0; i < found.hints.size(); ++i) {
    if (found.hints[i].number > found.limit()) continue;
    step.eliminations.push_back(found.hints[i].gone);
    if (!found.steps.empty()) step.evidence.inner.push_back(found.steps[i]);
  }
  if (step.evidence.inner.size() == 1) {
    const Step one = step.evidence.inner[0];
    step.evidence = one.evidence;
  }
}

// Hands over the hints that are no harder than the limit; returns whether the search shall stop.
inline bool close_hints(Search& search, Hints& found) {
  if (!found.any()) return false;
  if (search.keeps_all()) {
    for (std::size_t i = 0; i < found.steps.size(); ++i) {
      if (found.hints[i].number > found.limit()) continue;
      search.begin(*found.steps[i].technique) = found.steps[i];
      if (search.close()) return true;
    }
    return false;
  }
  const auto& first =
      *std::min_element(found.hints.begin(), found.hints.end(),
                        [](const auto& a, const auto& b) { return a.number < b.number; });
  Step& step = search.begin(*first.technique);
  step.surplus = first.number - first.base;
  join(found, step);
  found.restart(0, 0);
  return search.close();
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
