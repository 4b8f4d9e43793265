
#include "bindings/shared.hpp"
#include "exact_cover/problem.hpp"

namespace cpsudoku::bindings {

namespace {

using namespace exact_cover;

using Ints = std::vector<int>;
template <class T>
using Out = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

class BoundCoverSearch {
 public:
  BoundCoverSearch(const CoverSolver& solver, const Ints& chosen, const Ints& removed)
      : search_(solver.search()) {
    nb::gil_scoped_release release;
    search_->restart(chosen, removed);
  }

  // True: a solution; False: there are no more; None: time ran out.
  std::optional<bool> next(std::optional<double> seconds) {
    const InUse in_use(in_use_);
    Watch watch = python_watch(seconds);
    return advance(watch);
  }

  Integers solution() {
    const InUse in_use(in_use_);
    return options();
  }

  // Up to `limit` solutions, and what ended it as `next` says it (True: the limit).
  std::pair<std::uint64_t, std::optional<bool>> count(std::optional<std::uint64_t> limit,
                                                      std::optional<double> seconds) {
    const InUse in_use(in_use_);
    std::uint64_t found = 0;
    const auto step = watched(seconds, [&](Watch& watch) {
      auto last = Status::solution;
      while ((!limit || found < *limit) && (last = search_->next(watch)) == Status::solution) {
        ++found;
      }
      return last;
    });
    return {found, ended(step)};
  }

  CoverStats stats() const {
    const InUse in_use(in_use_);
    return search_->stats();
  }

 private:
  Integers options() const {
    if (!at_solution_) throw std::invalid_argument("the search is not at a solution");
    std::vector<std::uint32_t> options(search_->solution().begin(), search_->solution().end());
    std::sort(options.begin(), options.end());
    return python_tuple<std::uint32_t>(options);
  }

  std::optional<bool> advance(Watch& watch) {
    return ended(watched(watch, [this](Watch& mine) { return search_->next(mine); }));
  }

  std::optional<bool> ended(Status step) {
    at_solution_ = step == Status::solution;
    if (step == Status::stopped) return std::nullopt;
    return at_solution_;
  }

  std::unique_ptr<CoverSearch> search_;
  mutable InUse::Flag in_use_{false};
  bool at_solution_ = false;
};

void make_solver(CoverSolver* self, int primary, int secondary, const std::vector<Ints>& options,
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
  new (self) CoverSolver(make_cover_solver(problem, algorithm));
}

void solve_many(const CoverSolver& solver, Rows<const std::uint8_t> puzzles, std::size_t size,
                std::optional<std::uint64_t> limit, std::optional<double> seconds, unsigned threads,
                Out<std::int64_t> counts, Out<std::uint8_t> solutions, Out<bool> unknown) {
  const std::size_t n = puzzles.shape(0), cells = puzzles.shape(1);
  if (counts.size() != n || unknown.size() != n || solutions.size() != n * cells) {
    throw std::invalid_argument("expected n counts, n flags and solutions of shape (n, cells)");
  }
  if (size < 1 || cells * size != static_cast<std::size_t>(solver.options())) {
    throw std::invalid_argument("expected an option for each cell and digit");
  }
  checked_threads(threads);
  const CoverBatch batch{
      puzzles.data(), n, cells, size, limit.value_or(0), counts.data(), solutions.data(),
      unknown.data()};
  watched(seconds, [&](Watch& watch) { solve_batch(solver, batch, threads, watch); });
}

}  // namespace

void bind_exact_cover(nb::module_& m) {
  nb::class_<BoundCoverSearch>(m, "CoverSearch",
                               "One exact-cover search, resumable after every solution.")
      .def("next", &BoundCoverSearch::next, "seconds"_a = nb::none(),
           "Continue: True at a solution, False if there are no more, None if time ran out.")
      .def("solution", &BoundCoverSearch::solution, "Return the solution's options, ascending.")
      .def("count", &BoundCoverSearch::count, "limit"_a = nb::none(), "seconds"_a = nb::none(),
           "Count up to `limit` solutions; return the number, and True if the limit ended it, else "
           "as `next`.")
      .def_prop_ro("nodes", [](const BoundCoverSearch& s) { return s.stats().nodes; })
      .def_prop_ro("dead_ends", [](const BoundCoverSearch& s) { return s.stats().dead_ends; })
      .def_prop_ro("forced", [](const BoundCoverSearch& s) { return s.stats().forced; });
  nb::class_<CoverSolver>(m, "CoverSolver", "An exact cover problem prepared for searching.")
      .def("__init__", &make_solver, "primary"_a, "secondary"_a, "options"_a, "colours"_a,
           "algorithm"_a = "auto")
      .def_prop_ro("algorithm", [](const CoverSolver& s) { return s.algorithm(); })
      .def(
          "search",
          [](const CoverSolver& s, const Ints& chosen, const Ints& removed) {
            return new BoundCoverSearch(s, chosen, removed);
          },
          "chosen"_a, "removed"_a, nb::rv_policy::take_ownership)
      .def("solve_many", &solve_many, "puzzles"_a.noconvert(), "size"_a, "limit"_a, "seconds"_a,
           "threads"_a, "counts"_a.noconvert(), "solutions"_a.noconvert(), "unknown"_a.noconvert(),
           "Solve many grids and write into the arrays given.");
}

}  // namespace cpsudoku::bindings
