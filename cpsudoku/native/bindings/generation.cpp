// Python sees the random final grids of any rules, and the digger of classic puzzles.
#include <nanobind/stl/array.h>

#include <bitset>
#include <cmath>
#include <tuple>

#include "bindings/shared.hpp"
#include "generation/digger.hpp"
#include "generation/filling.hpp"

namespace cpsudoku::bindings {
namespace {

using generation::Digger;
using generation::Filled;
using generation::Filler;
using generation::Layout;
using Masks = std::vector<std::uint64_t>;

// No random number follows from a state of zeros but zero, again and again.
const Randomness::State& checked_state(const Randomness::State& state) {
  if (state == Randomness::State{}) throw std::invalid_argument("a state is not all zeros");
  return state;
}

// Fills grids for one set of rules, with masks as narrow as its digits allow.
class AnyFiller {
 public:
  AnyFiller(int size, const std::vector<std::vector<propagation::Cell>>& groups)
      : layout_(std::make_shared<const Layout>(
            size, static_cast<std::size_t>(size) * static_cast<std::size_t>(size), groups)) {}

  void check(const Masks& candidates) const {
    check_masks(candidates, layout_->cells, layout_->all);
  }
  template <class Function>
  auto with_filler(Function use) const {
    if (layout_->digits <= 16) return use(Filler<std::uint16_t>(layout_));
    return use(Filler<std::uint64_t>(layout_));
  }

  // The grid (empty: none exists; None: out of time or given up) and the state of the random
  // numbers after.
  std::pair<std::optional<nb::bytes>, Randomness::State> fill(const Masks& candidates,
                                                              const Randomness::State& state,
                                                              std::optional<double> seconds,
                                                              std::optional<std::int64_t> most,
                                                              std::int64_t first) const {
    check(candidates);
    if (first < 1) throw std::invalid_argument("first: expected a positive number");
    Randomness chance(checked_state(state));
    std::vector<std::uint8_t> grid(layout_->cells);
    const auto filled = watched(seconds, [&](Watch& watch) {
      return with_filler([&](auto filler) {
        return filler.fill(candidates, chance, watch, grid,
                           most.value_or(generation::kEndlessPatience), first);
      });
    });
    if (filled == Filled::expired || filled == Filled::given_up)
      return {std::nullopt, chance.state()};
    if (filled == Filled::none) grid.clear();
    return {bytes_of(grid), chance.state()};
  }

  Masks followed(const Masks& candidates) const {
    check(candidates);
    Masks left(candidates.size());
    if (!with_filler([&](auto filler) { return filler.follow(candidates, left); })) {
      throw std::invalid_argument("the candidates contradict each other");
    }
    return left;
  }

  std::uint64_t choices(const Masks& candidates, std::uint64_t most) const {
    check(candidates);
    return watched({}, [&](Watch& watch) {
      return with_filler([&](auto filler) { return filler.choices(candidates, most, watch); });
    });
  }

 private:
  std::shared_ptr<const Layout> layout_;
};

std::pair<nb::bytes, Randomness::State> classic_grid(const Randomness::State& state) {
  Randomness chance(checked_state(state));
  const auto grid = generation::classic_grid(chance);
  return {bytes_of(grid), chance.state()};
}

// A digger has one runner; it locks what it reports of itself.
using BoundDigger = Used<Digger>;

using Orbits = std::vector<std::vector<std::uint8_t>>;
using OfBoxes = std::array<std::uint8_t, 9>;

void check_orbits(const Orbits& orbits) {
  std::bitset<81> seen;
  for (const auto& orbit : orbits) {
    if (orbit.empty()) throw std::invalid_argument("an orbit is empty");
    for (const auto cell : orbit) {
      if (cell >= 81) throw std::invalid_argument("an orbit has a cell outside of the grid");
      if (seen[cell]) throw std::invalid_argument("a cell is in two orbits, or twice in one");
      seen[cell] = true;
    }
  }
}

void make_digger(BoundDigger* self, const Orbits& orbits, const std::vector<bool>& must_go,
                 const std::vector<int>& targets, std::pair<int, int> clues,
                 const OfBoxes& least_blanks, const OfBoxes& most_blanks,
                 std::pair<std::uint64_t, std::uint64_t> effort, bool measured,
                 const std::array<std::uint16_t, 81>& candidates, std::uint64_t attempts,
                 std::uint64_t seed, std::uint64_t first, std::uint64_t count, unsigned threads,
                 std::uint64_t first_attempt) {
  if (orbits.size() != must_go.size() || orbits.size() > 81 || threads == 0) {
    throw std::invalid_argument("expected a flag for each of at most 81 orbits, and a thread");
  }
  check_orbits(orbits);
  for (const auto mask : candidates) {
    if (mask > 0x1ff) throw std::invalid_argument("a mask is 0 to 511");
  }
  generation::Wish wish;
  wish.plan.orbits = orbits;
  wish.plan.must_go = must_go;
  wish.plan.most_blanks = most_blanks;
  wish.targets = targets;
  std::tie(wish.least, wish.most) = clues;
  wish.least_blanks = least_blanks;
  std::tie(wish.least_choices, wish.most_choices) = effort;
  wish.measured = measured;
  wish.candidates = candidates;
  wish.attempts = attempts;
  new (self)
      BoundDigger{{std::move(wish), seed, first, count, checked_threads(threads), first_attempt}};
}

void run(BoundDigger& self, double seconds, std::optional<double> until) {
  if (std::isnan(seconds)) throw std::invalid_argument("seconds: expected a number");
  const InUse in_use(self.in_use);
  watched(until, [&](Watch& watch) { self.core.run(seconds, watch); });
}

// Puzzle, solution, attempts and effort; no puzzle if none of the attempts met the wish.
using Taken = std::tuple<std::optional<nb::bytes>, nb::bytes, std::uint64_t, std::uint64_t>;

std::vector<Taken> take(BoundDigger& self, std::size_t most) {
  std::vector<Taken> found;
  while (found.size() < most) {
    const auto made = self.core.take();
    if (!made) break;
    std::optional<nb::bytes> puzzle;
    if (made->met) puzzle = bytes_of(made->puzzle);
    found.emplace_back(puzzle, bytes_of(made->grid), made->attempts, made->choices);
  }
  return found;
}

// Attempts rejected for a box, their effort, the pattern; and for each number of givens.
std::vector<std::uint64_t> rejections(const BoundDigger& self) {
  const auto found = self.core.rejections();
  std::vector<std::uint64_t> all{found.boxes, found.effort, found.pattern};
  all.insert(all.end(), found.clues.begin(), found.clues.end());
  return all;
}

}  // namespace

void bind_generation(nb::module_& m) {
  nb::class_<AnyFiller>(m, "Filler", "Draws random final grids for rules with up to 64 digits.")
      .def(nb::init<int, const std::vector<std::vector<propagation::Cell>>&>(), "size"_a,
           "groups"_a)
      .def("fill", &AnyFiller::fill, "candidates"_a, "state"_a, "seconds"_a = nb::none(),
           "most"_a = nb::none(), "first"_a = generation::kFirstPatience,
           "Return a grid (empty if none exists, None if time ran out or a search was to have "
           "more dead ends than `most`) and the state after.")
      .def("followed", &AnyFiller::followed, "candidates"_a,
           "Return what is left of the candidates after all singles.")
      .def("choices", &AnyFiller::choices, "candidates"_a, "most"_a,
           "Return how many choices a search for all solutions makes.");
  m.def("classic_grid", &classic_grid, "state"_a,
        "Return a random final grid of the classic rules and the state after.");
  nb::class_<BoundDigger>(m, "Digger", "Makes classic puzzles to a wish, many at the same time.")
      .def("__init__", &make_digger, "orbits"_a, "must_go"_a, "targets"_a, "clues"_a,
           "least_blanks"_a, "most_blanks"_a, "effort"_a, "measured"_a, "candidates"_a,
           "attempts"_a, "seed"_a, "first"_a, "count"_a, "threads"_a, "first_attempt"_a)
      .def("run", &run, "seconds"_a, "until"_a = nb::none(),
           "Work for about as long; give up what is unfinished after `until` seconds.")
      .def("take", &take, "most"_a, "Return puzzles that are ready, in order.")
      .def_prop_ro(
          "finished", [](const BoundDigger& d) { return d.core.finished(); },
          "Whether all have been taken.")
      .def_prop_ro(
          "attempts", [](const BoundDigger& d) { return d.core.attempts(); },
          "How many attempts have ended.")
      .def_prop_ro(
          "rejections", &rejections,
          "Attempts rejected for boxes, for effort, for the pattern, and for 0, 1, … givens.");
}

}  // namespace cpsudoku::bindings
