#include "fd/automaton.hpp"

#include <unordered_map>

#include "core/randomness.hpp"

namespace cpsudoku::fd {

namespace {

constexpr std::uint32_t kDead = ~std::uint32_t{0};

// For each layer the states that can be reached.
std::vector<std::vector<std::uint32_t>> reached(const Automaton& automaton, std::size_t cells) {
  std::vector<std::vector<std::uint32_t>> layers{{static_cast<std::uint32_t>(automaton.start)}};
  std::vector<std::size_t> seen(automaton.states(), 0);  // in which layer last, from 1 on
  for (std::size_t i = 1; i <= cells; ++i) {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t state : layers.back()) {
      for (const int next : automaton.row(state)) {
        if (next < 0 || seen[next] == i) continue;
        seen[next] = i;
        found.push_back(static_cast<std::uint32_t>(next));
      }
    }
    layers.push_back(std::move(found));
  }
  return layers;
}

using Steps = std::vector<std::pair<std::uint32_t, Mask>>;  // ascending by where they lead

// The steps of a state into a layer, of whose states `names` gives the numbers.
void collect(std::span<const int> row, const std::vector<std::uint32_t>& names, Steps& steps) {
  steps.clear();
  for (std::size_t d = 0; d < row.size(); ++d) {
    const std::uint32_t to = row[d] < 0 ? kDead : names[row[d]];
    if (to == kDead) continue;
    const auto at = std::lower_bound(steps.begin(), steps.end(), std::pair{to, Mask{0}});
    if (at != steps.end() && at->first == to) {
      at->second |= Mask{1} << d;
    } else {
      steps.insert(at, {to, Mask{1} << d});
    }
  }
}

struct HashOfSteps {
  std::size_t operator()(const Steps& steps) const {
    std::uint64_t hash = steps.size();
    for (const auto& [state, digits] : steps) {
      hash = std::rotl((hash ^ digits ^ (std::uint64_t{state} << 40)) * kGolden, 29);
    }
    return static_cast<std::size_t>(hash);
  }
};

}  // namespace

Automaton automaton_of(std::int64_t start, std::span<const NumberedStep> steps,
                       std::span<const std::int64_t> accepting, std::int64_t first, int digits) {
  Automaton made{digits, {}, 0, {}};
  std::unordered_map<std::int64_t, int> numbers{{start, 0}};
  numbers.reserve(steps.size() / 4 + 1);
  const auto number_of = [&](std::int64_t state) {
    return numbers.try_emplace(state, static_cast<int>(numbers.size())).first->second;
  };
  made.next.assign(static_cast<std::size_t>(digits), -1);
  for (const auto& [state, value, next] : steps) {
    const auto digit = digit_worth(value, first, digits);
    if (!digit) continue;
    const int from = number_of(state), to = number_of(next);
    made.next.resize(numbers.size() * static_cast<std::size_t>(digits), -1);
    made.next[from * std::int64_t{digits} + *digit] = to;
  }
  made.accepting.assign(numbers.size(), false);
  for (const std::int64_t state : accepting) {
    const auto found = numbers.find(state);
    if (found != numbers.end()) made.accepting[found->second] = true;
  }
  return made;
}

std::vector<Layer> unrolled(const Automaton& automaton, std::size_t cells) {
  const auto states = reached(automaton, cells);
  std::vector<Layer> layers(cells + 1);
  // For each state its number in the layer that was made last.
  std::vector<std::uint32_t> names(automaton.states(), kDead), before = names;
  for (const std::uint32_t state : states[cells]) {
    if (!automaton.accepting[state]) continue;
    names[state] = 0;
    layers[cells].starts.assign(2, 0);
  }
  std::unordered_map<Steps, std::uint32_t, HashOfSteps> known;
  Steps steps;
  for (std::size_t i = cells; i-- > 0;) {
    Layer& layer = layers[i];
    known.clear();
    for (const std::uint32_t state : states[i]) {
      collect(automaton.row(state), names, steps);
      if (steps.empty()) continue;
      const auto [at, is_new] = known.try_emplace(steps, static_cast<std::uint32_t>(layer.size()));
      before[state] = at->second;
      if (!is_new) continue;
      for (const auto& [to, digits] : steps) layer.items.push_back({digits, to});
      layer.close();
    }
    for (const std::uint32_t state : states[i + 1]) names[state] = kDead;
    names.swap(before);
  }
  return layers;
}

}  // namespace cpsudoku::fd
