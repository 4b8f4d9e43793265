// Python sees a layout (rules, shared by all searches) and searches over it.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "search/backtrack.hpp"
#include "bindings/shared.hpp"
#include "search/estimate.hpp"
#include "search/exhaustive.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace cpsudoku {
namespace {

using backtrack::Cell;
using backtrack::Layout;
using backtrack::Mask;
using backtrack::Singles;

struct SharedLayout {
  std::shared_ptr<const Layout> layout;
};

// A search with the number of its cells.  (The name is long because nanobind tells types apart by
// name, unnamed namespaces or not.)
template <class Search>
struct BoundBacktrackSearch {
  Search search;
  std::size_t cells;
  mutable InUse::Flag in_use{false};
};

struct BoundSampler {
  backtrack::Sampler sampler;
  InUse::Flag in_use{false};
};

using BoundSearch = BoundBacktrackSearch<backtrack::Search>;
using BoundExhaustiveSearch = BoundBacktrackSearch<backtrack::ExhaustiveSearch>;

void check_candidates(const Layout& layout, const std::vector<Mask>& candidates) {
  if (candidates.size() != layout.cells) throw std::invalid_argument("one mask a cell, please");
  for (const Mask mask : candidates) {
    if (mask & ~layout.all) throw std::invalid_argument("a mask has a digit that the rules lack");
  }
}

Singles singles_named(const std::string& name) {
  if (name == "none") return Singles::none;
  if (name == "naked") return Singles::naked;
  if (name == "hidden") return Singles::hidden;
  throw std::invalid_argument("singles: expected none, naked or hidden");
}

backtrack::Order order_named(const std::string& name) {
  if (name == "index") return backtrack::Order::index;
  if (name == "fewest") return backtrack::Order::fewest;
  throw std::invalid_argument("order: expected index or fewest");
}

void make_search(BoundSearch* self, const SharedLayout& shared, const std::vector<Mask>& candidates,
                 const std::string& order, const std::string& singles) {
  const Layout& layout = *shared.layout;
  check_candidates(layout, candidates);
  const backtrack::Options options{order_named(order), singles_named(singles)};
  new (self) BoundSearch{{shared.layout, options, candidates}, layout.cells};
}

// What a search that is not running says of itself.
template <class Search, class Get>
auto at_rest(Get get) {
  return [get](const BoundBacktrackSearch<Search>& self) {
    const InUse in_use(self.in_use);
    return get(self.search);
  };
}

void make_exhaustive_search(BoundExhaustiveSearch* self, const SharedLayout& shared,
                            const std::vector<Mask>& candidates) {
  check_candidates(*shared.layout, candidates);
  new (self) BoundExhaustiveSearch{{shared.layout, candidates}, shared.layout->cells};
}

// The digits of the position as bytes, one a cell; None if none is left or time ran out.
template <class Search>
std::optional<nb::bytes> next_solution(BoundBacktrackSearch<Search>& self,
                                       std::optional<double> seconds) {
  const InUse in_use(self.in_use);
  Watch watch = python_watch(seconds);
  backtrack::Status status;
  {
    nb::gil_scoped_release release;
    status = self.search.next(watch);
  }
  raise_if_interrupted(watch);
  if (status != backtrack::Status::solution) return std::nullopt;
  std::string digits;
  digits.reserve(self.cells);
  for (const Mask mask : self.search.all_candidates()) {
    digits.push_back(static_cast<char>(std::countr_zero(mask) + 1));
  }
  return nb::bytes(digits.data(), digits.size());
}

template <class Search>
std::uint64_t count_solutions(BoundBacktrackSearch<Search>& self, std::optional<std::uint64_t> limit,
                              std::optional<double> seconds) {
  const InUse in_use(self.in_use);
  Watch watch = python_watch(seconds);
  std::uint64_t found = 0;
  {
    nb::gil_scoped_release release;
    while ((!limit || found < *limit) &&
           self.search.next(watch) == backtrack::Status::solution) {
      ++found;
    }
  }
  raise_if_interrupted(watch);
  return found;
}

std::vector<std::pair<double, int>> draw_weights(BoundSampler& self, std::size_t number,
                                                 std::optional<double> seconds) {
  const InUse in_use(self.in_use);
  Watch watch = python_watch(seconds);
  std::vector<backtrack::Weight> drawn;
  {
    nb::gil_scoped_release release;
    drawn = self.sampler.draw(number, watch);
  }
  raise_if_interrupted(watch);
  std::vector<std::pair<double, int>> weights;
  weights.reserve(drawn.size());
  for (const auto& weight : drawn) weights.emplace_back(weight.fraction, weight.exponent);
  return weights;
}

// What every search offers, however it searches.
template <class Search>
void bind_answers(nb::class_<BoundBacktrackSearch<Search>>& bound) {
  bound
      .def("next", &next_solution<Search>, "seconds"_a = nb::none(),
           "Return the next solution as one byte a cell, or None.")
      .def("count", &count_solutions<Search>, "limit"_a = nb::none(), "seconds"_a = nb::none(),
           "Count further solutions without keeping them, up to a limit.")
      .def_prop_ro("exhausted", at_rest<Search>([](const Search& s) { return s.exhausted(); }))
      .def_prop_ro("nodes", at_rest<Search>([](const Search& s) { return s.nodes(); }))
      .def_prop_ro("conflicts", at_rest<Search>([](const Search& s) { return s.dead_ends(); }))
      .def_prop_ro("propagations", at_rest<Search>([](const Search& s) { return s.propagations(); }));
}

}  // namespace

void bind_backtrack(nb::module_& m) {
  nb::class_<SharedLayout>(m, "Layout", "Rules as flat lists, for any number of searches.")
      .def(
          "__init__",
          [](SharedLayout* self, int digits, std::size_t cells,
             const std::vector<std::vector<Cell>>& groups) {
            new (self) SharedLayout{std::make_shared<const Layout>(digits, cells, groups)};
          },
          "digits"_a, "cells"_a, "groups"_a);

  nb::class_<BoundSearch> search(m, "BacktrackSearch", "One backtracking search, resumable.");
  search.def("__init__", &make_search, "layout"_a, "candidates"_a, "order"_a, "singles"_a);
  bind_answers(search);

  nb::class_<BoundExhaustiveSearch> exhaustive(
      m, "ExhaustiveSearch", "One search that tests only full grids, resumable.");
  exhaustive.def("__init__", &make_exhaustive_search, "layout"_a, "candidates"_a);
  bind_answers(exhaustive);

  nb::class_<BoundSampler>(m, "Sampler", "Random walks that estimate a number of solutions.")
      .def(
          "__init__",
          [](BoundSampler* self, const SharedLayout& shared,
             const std::vector<Mask>& candidates, std::uint64_t seed) {
            check_candidates(*shared.layout, candidates);
            new (self) BoundSampler{{shared.layout, candidates, seed}};
          },
          "layout"_a, "candidates"_a, "seed"_a)
      .def("draw", &draw_weights, "number"_a, "seconds"_a = nb::none(),
           "Return the weights of so many walks, each as fraction and exponent of two.")
      .def_prop_ro("contradictory",
                   [](const BoundSampler& s) { return s.sampler.contradictory(); });
}

}  // namespace cpsudoku
