// Python sees a layout (rules, shared by all searches) and searches over it.
#include "bindings/searches.hpp"
#include "search/estimate.hpp"
#include "search/exhaustive.hpp"

namespace cpsudoku::bindings {
namespace {

using propagation::Cell;
using propagation::Layout;
using propagation::Mask;
using propagation::Singles;
using search::Order;

struct SharedLayout {
  std::shared_ptr<const Layout> layout;
};

using BoundBacktrack = BoundSearch<search::BacktrackSearch>;
using BoundExhaustive = BoundSearch<search::ExhaustiveSearch>;
using BoundSampler = Used<search::Estimator>;

void make_search(BoundBacktrack* self, const SharedLayout& shared,
                 const std::vector<Mask>& candidates, const std::string& order,
                 const std::string& singles, std::optional<std::pair<std::size_t, int>> late) {
  const Layout& layout = *shared.layout;
  check_masks(candidates, layout.cells, layout.all);
  const search::BacktrackOptions options{
      named<Order>("order", order, {"index", "fewest"}),
      named<Singles>("singles", singles, {"none", "naked", "hidden"}),
      late ? std::optional<search::Late>({late->first, late->second}) : std::nullopt};
  new (self) BoundBacktrack(layout.cells, shared.layout, options, candidates);
}

void make_exhaustive_search(BoundExhaustive* self, const SharedLayout& shared,
                            const std::vector<Mask>& candidates) {
  check_masks(candidates, shared.layout->cells, shared.layout->all);
  new (self) BoundExhaustive(shared.layout->cells, shared.layout, candidates);
}

std::vector<std::pair<double, int>> draw_weights(BoundSampler& self, std::size_t number,
                                                 std::optional<double> seconds) {
  const InUse in_use(self.in_use);
  const auto drawn = watched(seconds, [&](Watch& watch) { return self.core.draw(number, watch); });
  std::vector<std::pair<double, int>> weights;
  weights.reserve(drawn.size());
  for (const auto& weight : drawn) weights.emplace_back(weight.fraction, weight.exponent);
  return weights;
}

// The digits of the next solution as bytes, one a cell; None if none is left or time ran out.
std::optional<nb::bytes> next_solution(GridSearch& self, std::optional<double> seconds) {
  const InUse in_use(self.in_use);
  const Status status = watched(seconds, [&](Watch& watch) { return self.next(watch); });
  if (status != Status::solution) return std::nullopt;
  return bytes_of(self.digits());
}

std::uint64_t count_solutions(GridSearch& self, std::optional<std::uint64_t> limit,
                              std::optional<double> seconds) {
  const InUse in_use(self.in_use);
  return watched(seconds, [&](Watch& watch) {
    std::uint64_t found = 0;
    while ((!limit || found < *limit) && self.next(watch) == Status::solution) ++found;
    return found;
  });
}

// A getter of what a search that nobody is using says of itself.
template <class Value>
auto resting(Value (GridSearch::*get)() const) {
  return [get](const GridSearch& self) {
    const InUse now(self.in_use);
    return (self.*get)();
  };
}

void bind_grid_search(nb::module_& m) {
  nb::class_<GridSearch>(m, "GridSearch", "A search for solutions, one after the other.")
      .def("next", &next_solution, "seconds"_a = nb::none(),
           "Return the next solution as one byte a cell, or None.")
      .def("count", &count_solutions, "limit"_a = nb::none(), "seconds"_a = nb::none(),
           "Count further solutions without keeping them, up to a limit.")
      .def_prop_ro("exhausted", resting(&GridSearch::exhausted))
      .def_prop_ro("nodes", resting(&GridSearch::nodes))
      .def_prop_ro("conflicts", resting(&GridSearch::conflicts))
      .def_prop_ro("propagations", resting(&GridSearch::propagations));
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

  bind_grid_search(m);
  nb::class_<BoundBacktrack, GridSearch>(m, "BacktrackSearch",
                                         "One backtracking search, resumable.")
      .def("__init__", &make_search, "layout"_a, "candidates"_a, "order"_a, "singles"_a,
           "late"_a = nb::none());
  nb::class_<BoundExhaustive, GridSearch>(m, "ExhaustiveSearch",
                                          "One search that tests only full grids, resumable.")
      .def("__init__", &make_exhaustive_search, "layout"_a, "candidates"_a);

  nb::class_<BoundSampler>(m, "Sampler", "Random walks that estimate a number of solutions.")
      .def(
          "__init__",
          [](BoundSampler* self, const SharedLayout& shared, const std::vector<Mask>& candidates,
             std::uint64_t seed) {
            check_masks(candidates, shared.layout->cells, shared.layout->all);
            new (self) BoundSampler{{shared.layout, candidates, seed}};
          },
          "layout"_a, "candidates"_a, "seed"_a)
      .def("draw", &draw_weights, "number"_a, "seconds"_a = nb::none(),
           "Return the weights of this many walks, each as fraction and exponent of two.")
      .def_prop_ro("contradictory", at_rest<search::Estimator>([](const search::Estimator& of) {
                     return of.contradictory();
                   }));
}

}  // namespace cpsudoku::bindings
