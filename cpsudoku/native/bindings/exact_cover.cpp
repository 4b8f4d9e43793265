#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "bindings/shared.hpp"
#include "exact_cover/batch.hpp"
#include "exact_cover/problem.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace cpsudoku {

namespace {

using Ints = std::vector<int>;
using Digits = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// The solver is kept alive by its searches, and counted on their own by C++ and Python.
struct Solver {
  std::shared_ptr<const CoverSolver> solver;
};

class Search {
 public:
  Search(const Solver& solver, const Ints& chosen, const Ints& removed)
      : solver_(solver.solver), search_(solver_->search()) {
    nb::gil_scoped_release release;
    search_->restart(chosen, removed);
  }

  // True: a solution; False: there are no more; None: time ran out.
  std::optional<bool> next(std::optional<double> seconds) {
    const InUse in_use(in_use_);
    Watch watch = python_watch(seconds);
    return advance(watch);
  }

  nb::tuple solution() {
    const InUse in_use(in_use_);
    return options();
  }

  // Up to `limit` solutions, and what ended it as `next` says it (True: the limit).
  std::pair<nb::list, std::optional<bool>> find(std::optional<std::uint64_t> limit,
                                                std::optional<double> seconds) {
    const InUse in_use(in_use_);
    Watch watch = python_watch(seconds);
    nb::list found;
    while (!limit || found.size() < *limit) {
      const auto step = advance(watch);
      if (step != true) return {found, step};
      found.append(options());
    }
    return {found, true};
  }

  // The number of further solutions up to `limit`, and what ended it, likewise.
  std::pair<std::uint64_t, std::optional<bool>> count(std::optional<std::uint64_t> limit,
                                                      std::optional<double> seconds) {
    const InUse in_use(in_use_);
    Watch watch = python_watch(seconds);
    std::uint64_t found = 0;
    auto step = CoverSearch::Step::solution;
    {
      nb::gil_scoped_release release;
      while ((!limit || found < *limit) &&
             (step = search_->next(watch)) == CoverSearch::Step::solution) {
        ++found;
      }
    }
    return {found, ended(step, watch)};
  }

  const CoverStats& stats() const { return search_->stats(); }

 private:
  nb::tuple options() const {
    if (!at_solution_) throw std::invalid_argument("the search is not at a solution");
    std::vector<std::uint32_t> options(search_->solution().begin(), search_->solution().end());
    std::sort(options.begin(), options.end());
    nb::tuple made = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(options.size())));
    if (!made.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < options.size(); ++i) {
      NB_TUPLE_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(i), PyLong_FromUnsignedLong(options[i]));
    }
    return made;
  }

  std::optional<bool> advance(Watch& watch) {
    auto step = CoverSearch::Step::stopped;
    {
      nb::gil_scoped_release release;
      step = search_->next(watch);
    }
    return ended(step, watch);
  }

  std::optional<bool> ended(CoverSearch::Step step, const Watch& watch) {
    raise_if_interrupted(watch);
    at_solution_ = step == CoverSearch::Step::solution;
    if (step == CoverSearch::Step::stopped) return std::nullopt;
    return at_solution_;
  }

  std::shared_ptr<const CoverSolver> solver_;
  std::unique_ptr<CoverSearch> search_;
  InUse::Flag in_use_{false};
  bool at_solution_ = false;
};

Solver make_solver(int primary, int secondary, const std::vector<Ints>& options,
                   const std::vector<Ints>& colours, const std::string& algorithm) {
  if (!colours.empty() && colours.size() != options.size()) {
    throw std::invalid_argument("expected colours for every option, or none");
  }
  nb::gil_scoped_release release;
  ExactCover problem(primary, secondary);
  std::vector<ExactCover::Entry> entries;
  for (std::size_t o = 0; o < options.size(); ++o) {
    if (!colours.empty() && colours[o].size() != options[o].size()) {
      throw std::invalid_argument("option " + std::to_string(o) + " has not a colour an item");
    }
    entries.clear();
    for (std::size_t k = 0; k < options[o].size(); ++k) {
      entries.push_back({options[o][k], colours.empty() ? 0 : colours[o][k]});
    }
    problem.add(entries);
  }
  return {make_cover_solver(problem, algorithm)};
}

void solve_many(const Solver& solver, Digits puzzles, std::size_t size,
                std::optional<std::uint64_t> limit, std::optional<double> seconds,
                unsigned threads, Out<std::int64_t> counts, Out<std::uint8_t> solutions,
                Out<bool> unknown) {
  const std::size_t n = puzzles.shape(0), cells = puzzles.shape(1);
  if (counts.size() != n || unknown.size() != n || solutions.size() != n * cells) {
    throw std::invalid_argument("expected n counts, n flags and solutions of shape (n, cells)");
  }
  if (size < 1 || cells * size != static_cast<std::size_t>(solver.solver->options())) {
    throw std::invalid_argument("expected an option for each cell and digit");
  }
  checked_threads(threads);
  Watch watch = python_watch(seconds);
  {
    nb::gil_scoped_release release;
    solve_batch(*solver.solver,
                {puzzles.data(), n, cells, size, limit.value_or(0), counts.data(),
                 solutions.data(), unknown.data()},
                threads, watch);
  }
  raise_if_interrupted(watch);
}

}  // namespace

void bind_exact_cover(nb::module_& m) {
  nb::class_<Search>(m, "CoverSearch", "One exact-cover search, resumable after every solution.")
      .def("next", &Search::next, "seconds"_a = nb::none(),
           "Go on: True at a solution, False if there are no more, None if time ran out.")
      .def("solution", &Search::solution, nb::sig("def solution(self) -> tuple[int, ...]"),
           "Return the solution's options, ascending.")
      .def("find", &Search::find, "limit"_a = nb::none(), "seconds"_a = nb::none(),
           nb::sig("def find(self, limit: int | None = None, seconds: float | None = None)"
                   " -> tuple[list[tuple[int, ...]], bool | None]"),
           "Return up to `limit` solutions, and True if the limit ended it, else as `next`.")
      .def("count", &Search::count, "limit"_a = nb::none(), "seconds"_a = nb::none(),
           "Count up to `limit` solutions; return the number and what ended it, as `find`.")
      .def_prop_ro("nodes", [](const Search& s) { return s.stats().nodes; })
      .def_prop_ro("dead_ends", [](const Search& s) { return s.stats().dead_ends; })
      .def_prop_ro("forced", [](const Search& s) { return s.stats().forced; });
  nb::class_<Solver>(m, "CoverSolver", "An exact cover problem prepared for searching.")
      .def("__init__",
           [](Solver* self, int primary, int secondary, const std::vector<Ints>& options,
              const std::vector<Ints>& colours, const std::string& algorithm) {
             new (self) Solver(make_solver(primary, secondary, options, colours, algorithm));
           },
           "primary"_a, "secondary"_a, "options"_a, "colours"_a, "algorithm"_a = "auto")
      .def_prop_ro("algorithm", [](const Solver& s) { return s.solver->algorithm(); })
      .def("search",
           [](const Solver& s, const Ints& chosen, const Ints& removed) {
             return new Search(s, chosen, removed);
           },
           "chosen"_a, "removed"_a, nb::rv_policy::take_ownership)
      .def("solve_many", &solve_many, "puzzles"_a.noconvert(), "size"_a, "limit"_a, "seconds"_a, "threads"_a,
           "counts"_a.noconvert(), "solutions"_a.noconvert(), "unknown"_a.noconvert(),
           "Solve many grids and write into the arrays given.");
}

}  // namespace cpsudoku
