// Python sees one class; it gives the choices of sets as numbers into its list of choices.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/shared.hpp"
#include "defining_sets/search.hpp"
#include "defining_sets/classic.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace cpsudoku {
namespace {

using Choices = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using Rows = std::vector<std::vector<DefiningSets::Choice>>;
using Found = std::pair<std::string, DefiningSets::Set>;

// Answers of a search: Ctrl-C is raised, the rest named.
template <class Search>
Found answered(DefiningSets& sets, std::optional<double> seconds, const Search& search) {
  Watch watch = python_watch(seconds);
  DefiningSets::Answer answer;
  {
    nb::gil_scoped_release release;
    answer = search(sets, watch);
  }
  raise_if_interrupted(watch);
  if (answer == DefiningSets::Answer::found) return {"found", sets.found()};
  return {answer == DefiningSets::Answer::none ? "none" : "out of time", {}};
}

// With a solver of Python's for the suspects.
class AskedDefiningSets {
 public:
  AskedDefiningSets(std::size_t choices, std::size_t cells, nb::callable ask)
      : choices_(choices),
        cells_(cells),
        ask_(std::move(ask)),
        sets_(choices, cells, [this](DefiningSets&, std::span<const DefiningSets::Choice> set) {
          nb::gil_scoped_acquire gil;
          const DefiningSets::Set asked(set.begin(), set.end());
          const auto rows = nb::cast<Rows>(ask_(asked));
          for (const auto& row : rows) add(row);
          return static_cast<unsigned>(rows.size());
        }) {}

  void add(const std::vector<DefiningSets::Choice>& row) {
    bool fits = row.size() == cells_;
    for (const auto choice : row) fits = fits && choice < choices_;
    if (!fits) throw nb::value_error("a row has a choice for each open cell");
    sets_.add(row);
  }
  void complete() { sets_.complete(); }
  DefiningSets& sets() { return sets_; }

 private:
  std::size_t choices_;
  std::size_t cells_;
  nb::callable ask_;
  DefiningSets sets_;
};

// With the compiled search for classic puzzles.
class BoundClassicDefiningSets {
 public:
  BoundClassicDefiningSets(const std::vector<std::uint16_t>& candidates, const Choices& choices) {
    if (candidates.size() != bitboard::kCells) throw nb::value_error("expected 81 masks");
    bitboard::Candidates masks;
    std::copy(candidates.begin(), candidates.end(), masks.begin());
    for (const auto& [cell, digit] : choices) {
      if (cell >= bitboard::kCells || digit < 1 || digit > 9) throw nb::value_error("no choice");
    }
    sets_ = std::make_unique<ClassicDefiningSets>(masks, choices);
  }

  void fill(std::uint64_t most, std::size_t samples, std::uint64_t seed,
            std::optional<double> seconds) {
    Watch watch = python_watch(seconds);
    {
      nb::gil_scoped_release release;
      sets_->fill(most, samples, seed, watch);
    }
    raise_if_interrupted(watch);
  }
  DefiningSets& sets() { return sets_->sets(); }

 private:
  std::unique_ptr<ClassicDefiningSets> sets_;
};

template <class Bound>
void bind_searches(nb::class_<Bound>& bound) {
  bound
      .def_prop_ro("rows", [](Bound& of) { return of.sets().rows(); },
                   "Number of solutions in the pool.")
      .def(
          "find",
          [](Bound& of, std::size_t size, std::optional<double> seconds) {
            return answered(of.sets(), seconds, [&](DefiningSets& sets, Watch& watch) {
              return sets.find(size, watch);
            });
          },
          "size"_a, "seconds"_a.none(),
          nb::sig("def find(self, size: int, seconds: float | None) -> tuple[str, list[int]]"),
          "Look for a defining set of this size, where smaller ones were looked for in vain; "
          "return 'found', 'none' or 'out of time', and the set.")
      .def(
          "guess",
          [](Bound& of, std::size_t tries, std::optional<double> seconds) {
            return answered(of.sets(), seconds, [&](DefiningSets& sets, Watch& watch) {
              return sets.guess(tries, watch);
            });
          },
          "tries"_a, "seconds"_a.none(),
          nb::sig("def guess(self, tries: int, seconds: float | None) -> tuple[str, list[int]]"),
          "Make up minimal defining sets; return 'found' and the smallest, or 'out of time'.");
}

}  // namespace

void bind_defining_sets(nb::module_& m) {
  nb::class_<AskedDefiningSets> asked(m, "DefiningSets",
                                      "Smallest defining sets, with a solver of Python's.");
  asked
      .def(nb::init<std::size_t, std::size_t, nb::callable>(), "choices"_a, "cells"_a, "ask"_a,
           nb::sig("def __init__(self, choices: int, cells: int, ask: "
                   "collections.abc.Callable[[list[int]], list[list[int]]]) -> None"),
           "`ask` returns up to two solutions with some choices, each as the list of its choices.")
      .def("add", &AskedDefiningSets::add, "row"_a,
           nb::sig("def add(self, row: list[int]) -> None"), "Add a solution to the pool.")
      .def("complete", &AskedDefiningSets::complete, "Say that the pool holds all solutions.");
  bind_searches(asked);
  nb::class_<BoundClassicDefiningSets> classic(
      m, "ClassicDefiningSets", "Smallest defining sets of a classic 9×9 puzzle.");
  classic
      .def(nb::init<const std::vector<std::uint16_t>&, const Choices&>(), "candidates"_a,
           "choices"_a,
           nb::sig("def __init__(self, candidates: collections.abc.Sequence[int], choices: "
                   "collections.abc.Sequence[tuple[int, int]]) -> None"),
           "The choices are all (cell, digit) of cells with several candidates.")
      .def("fill", &BoundClassicDefiningSets::fill, "most"_a, "samples"_a, "seed"_a,
           "seconds"_a.none(),
           nb::sig("def fill(self, most: int, samples: int, seed: int, "
                   "seconds: float | None) -> None"),
           "Fill the pool: with all solutions, if they are at most so many, else with samples.");
  bind_searches(classic);
}

}  // namespace cpsudoku
