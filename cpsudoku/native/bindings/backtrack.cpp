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

struct BoundSearch {
  backtrack::Search search;
  std::size_t cells;
};

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

BoundSearch make_search(const SharedLayout& shared, const std::vector<Mask>& candidates,
                        const std::string& order, const std::string& singles) {
  const Layout& layout = *shared.layout;
  check_candidates(layout, candidates);
  return {{shared.layout, {order_named(order), singles_named(singles)}, candidates}, layout.cells};
}

// The digits of the position as bytes, one a cell; None if none is left or time ran out.
std::optional<nb::bytes> next_solution(BoundSearch& self, std::optional<double> seconds) {
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
  for (const Mask mask : self.search.position().all_candidates()) {
    digits.push_back(static_cast<char>(std::countr_zero(mask) + 1));
  }
  return nb::bytes(digits.data(), digits.size());
}

std::uint64_t count_solutions(BoundSearch& self, std::optional<std::uint64_t> limit,
                              std::optional<double> seconds) {
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

std::vector<std::pair<double, int>> draw_weights(backtrack::Sampler& self, std::size_t number,
                                                 std::optional<double> seconds) {
  Watch watch = python_watch(seconds);
  std::vector<backtrack::Weight> drawn;
  {
    nb::gil_scoped_release release;
    drawn = self.draw(number, watch);
  }
  raise_if_interrupted(watch);
  std::vector<std::pair<double, int>> weights;
  weights.reserve(drawn.size());
  for (const auto& weight : drawn) weights.emplace_back(weight.fraction, weight.exponent);
  return weights;
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

  nb::class_<BoundSearch>(m, "BacktrackSearch", "One backtracking search, resumable.")
      .def(
          "__init__",
          [](BoundSearch* self, const SharedLayout& layout, const std::vector<Mask>& candidates,
             const std::string& order, const std::string& singles) {
            new (self) BoundSearch(make_search(layout, candidates, order, singles));
          },
          "layout"_a, "candidates"_a, "order"_a, "singles"_a)
      .def("next", &next_solution, "seconds"_a = nb::none(),
           "Return the next solution as one byte a cell, or None.")
      .def("count", &count_solutions, "limit"_a = nb::none(), "seconds"_a = nb::none(),
           "Count further solutions without keeping them, up to a limit.")
      .def_prop_ro("exhausted", [](const BoundSearch& s) { return s.search.exhausted(); })
      .def_prop_ro("nodes", [](const BoundSearch& s) { return s.search.nodes(); })
      .def_prop_ro("conflicts", [](const BoundSearch& s) { return s.search.dead_ends(); })
      .def_prop_ro("propagations",
                   [](const BoundSearch& s) { return s.search.position().propagations(); });

  nb::class_<backtrack::Sampler>(m, "Sampler", "Random walks that estimate a number of solutions.")
      .def(
          "__init__",
          [](backtrack::Sampler* self, const SharedLayout& shared,
             const std::vector<Mask>& candidates, std::uint64_t seed) {
            check_candidates(*shared.layout, candidates);
            new (self) backtrack::Sampler(shared.layout, candidates, seed);
          },
          "layout"_a, "candidates"_a, "seed"_a)
      .def("draw", &draw_weights, "number"_a, "seconds"_a = nb::none(),
           "Return the weights of so many walks, each as fraction and exponent of two.")
      .def_prop_ro("contradictory", &backtrack::Sampler::contradictory);
}

}  // namespace cpsudoku
