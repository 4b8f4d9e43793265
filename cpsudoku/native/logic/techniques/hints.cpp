#include "logic/techniques/hints.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

void Hints::restart(std::uint64_t now, int path_reached) {
  turn = now;
  reached = path_reached;
  best = std::numeric_limits<int>::max();
  hints.clear();
  steps.clear();
}

bool Hints::has(const Candidate& candidate) const {
  return any_of(hints, [&](const Hint& h) { return h.gone == candidate; });
}

bool Hints::wants(int number, const Candidate& gone) const {
  if (number > limit()) return false;
  return none_of(hints, [&](const Hint& h) { return h.gone == gone && h.number <= number; });
}

bool Hints::add(const Hint& hint) {
  if (!wants(hint.number, hint.gone)) return false;
  std::erase_if(hints, [&](const Hint& h) { return h.gone == hint.gone; });
  std::erase_if(steps, [&](const Step& s) { return s.eliminations[0] == hint.gone; });
  best = std::min(best, hint.number);
  hints.push_back(hint);
  return true;
}

Step& Hints::add_step() {
  const Hint& hint = hints.back();
  Step& step = steps.emplace_back();
  step.technique = hint.technique;
  step.surplus = hint.number - hint.base;
  step.eliminations = {hint.gone};
  return step;
}

namespace {

// All hints as one step: each is an inner step.
void join(const Hints& found, Step& step) {
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

}  // namespace

bool close_hints(Search& search, Hints& found) {
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
