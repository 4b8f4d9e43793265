// Python sees formulas, a network made of them, and searches over it.
#include <limits>
#include <tuple>

#include "bindings/searches.hpp"
#include "fd/sampler.hpp"

namespace cpsudoku::bindings {
namespace {

using fd::Cell;
using fd::Formula;
using fd::Mask;
using Cells = std::vector<Cell>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// (The names are long because nanobind distinguishes types by name, unnamed namespaces or not.)
struct BoundFdNetwork {
  std::shared_ptr<const fd::Network> network;
  std::size_t shown;  // cells that solutions show, which come first
};

struct BoundFdAutomaton {
  std::shared_ptr<const fd::Automaton> automaton;
};

using BoundFdSearch = BoundSearch<fd::Search>;
using BoundFdSampler = Used<fd::Sampler>;

fd::Relation relation_named(const std::string& name) {
  return named<fd::Relation>("relation", name, {"=", "!=", "<=", ">="});
}

int checked_digits(int digits) {
  if (digits < 1 || digits > fd::kMaxDigits) {
    throw std::invalid_argument("digits: expected 1 to 64");
  }
  return digits;
}

void make_network(BoundFdNetwork* self, int digits, std::size_t cells,
                  const nb::typed<nb::sequence, Formula>& formulas, bool subsets, bool implied_sums,
                  std::size_t hidden) {
  checked_digits(digits);
  if (cells > fd::kMaxCells) throw std::invalid_argument("cells: expected at most 8192");
  if (hidden > fd::kMaxCells) throw std::invalid_argument("hidden: expected at most 8192");
  const std::size_t every = cells + hidden;
  const nb::tuple held(formulas);  // which nobody else can change
  std::vector<const Formula*> found;
  for (const nb::handle formula : held) {
    if (!nb::isinstance<Formula>(formula)) throw nb::type_error("formulas: expected FdFormula");
    found.push_back(nb::inst_ptr<Formula>(formula));
    fd::check(*found.back(), digits, every);
  }
  nb::gil_scoped_release release;
  const fd::Options options{subsets, implied_sums};
  const std::span<const Formula* const> all(found);
  auto network = std::make_shared<const fd::Network>(digits, every, all, options);
  new (self) BoundFdNetwork{std::move(network), cells};
}

using Refuted = std::vector<std::pair<std::uint64_t, std::size_t>>;

// Which of some cells and digits are refuted, each apart, with the nodes that it takes; and the work.
std::pair<Refuted, std::uint64_t> refuted(const BoundFdNetwork& bound,
                                          const std::vector<Mask>& candidates,
                                          const std::vector<std::pair<Cell, Cell>>& asked,
                                          std::optional<std::uint64_t> conflicts,
                                          std::size_t enough, std::optional<double> seconds,
                                          std::optional<std::uint64_t> work) {
  if (candidates.size() != bound.shown) throw std::invalid_argument("expected one mask a cell");
  for (const auto& [cell, digit] : asked) {
    if (cell >= bound.shown || digit >= static_cast<Cell>(bound.network->digits())) {
      throw std::invalid_argument("asked: expected cells and digits of the board");
    }
  }
  return watched(seconds, [&](Watch& watch) {
    fd::Search search(bound.network, candidates);
    search.stop_after(work.value_or(~std::uint64_t{0}));
    Refuted found;
    for (std::size_t i = 0; i < asked.size() && found.size() < enough; ++i) {
      const std::uint64_t before = search.nodes();
      search.ask(asked[i].first, Mask{1} << asked[i].second);
      const auto answer = search.next(watch, conflicts.value_or(~std::uint64_t{0}));
      if (answer == Status::exhausted) found.emplace_back(search.nodes() - before, i);
      if (watch.expired() || search.is_spent()) break;
    }
    return std::pair(found, search.work());
  });
}

void make_fd_search(BoundFdSearch* self, const BoundFdNetwork& bound,
                    const std::vector<Mask>& candidates, std::uint64_t seed) {
  if (candidates.size() != bound.shown) throw std::invalid_argument("expected one mask a cell");
  new (self) BoundFdSearch(bound.shown, bound.network, candidates, seed);
}

void make_sampler(BoundFdSampler* self, const BoundFdNetwork& bound,
                  const std::vector<Mask>& candidates, std::uint64_t seed) {
  if (candidates.size() != bound.shown) throw std::invalid_argument("expected one mask a cell");
  new (self) BoundFdSampler{{bound.network, candidates, seed}};
}

// Solutions pass as bytes, digits from 1, as those of a search do.
void know_solution(BoundFdSampler& self, const nb::bytes& given) {
  const InUse in_use(self.in_use);
  fd::Solution solution(given.c_str(), given.size());
  if (solution.size() != self.core.cells()) throw std::invalid_argument("expected a digit a cell");
  for (char& digit : solution) {
    if (--digit < 0 || digit >= self.core.digits()) throw std::invalid_argument("no such digit");
  }
  self.core.know(solution);
}

void settle_digits(BoundFdSampler& self, const std::vector<Mask>& settled) {
  const InUse in_use(self.in_use);
  if (settled.size() != self.core.cells()) throw std::invalid_argument("expected one mask a cell");
  nb::gil_scoped_release release;
  for (Cell cell = 0; cell < settled.size(); ++cell) self.core.settle(cell, settled[cell]);
}

bool run_sampler(BoundFdSampler& self, std::uint32_t wanted, std::optional<double> seconds,
                 std::optional<std::uint64_t> work) {
  const InUse in_use(self.in_use);
  const std::uint64_t most = work.value_or(~std::uint64_t{0});
  return watched(seconds, [&](Watch& watch) { return self.core.run(wanted, watch, most); });
}

std::vector<nb::bytes> pool_of(const BoundFdSampler& self, std::size_t first) {
  const InUse in_use(self.in_use);
  std::vector<nb::bytes> found;
  const auto& pool = self.core.solutions();
  for (std::size_t i = first; i < pool.size(); ++i) {
    fd::Solution solution = pool[i];
    for (char& digit : solution) ++digit;
    found.push_back(bytes_of(solution));
  }
  return found;
}

std::vector<Mask> settled_by(const BoundFdSampler& self) {
  const InUse in_use(self.in_use);
  std::vector<Mask> settled;
  for (Cell cell = 0; cell < self.core.cells(); ++cell) {
    settled.push_back(self.core.settled(cell));
  }
  return settled;
}

template <class What, class... Parts>
Formula formula_of(Parts... parts) {
  return Formula{What{std::move(parts)...}};
}

Formula connected(const Cells& cells, const std::vector<std::pair<Cell, Cell>>& neighbours,
                  Mask digits, std::optional<std::size_t> size) {
  if (size == std::size_t{0}) return Formula{fd::Or{}};  // a region has a cell at least
  return fd::connected(cells, neighbours, digits, size.value_or(0));
}

using GivenSteps = nb::typed<nb::iterable, nb::typed<nb::tuple, int, int, int>>;
using ToldTuples = nb::typed<nb::iterable, nb::typed<nb::tuple, int, nb::ellipsis>>;

// A whole number of Python's; of one that is too great what overflows.
std::int64_t number_of(nb::handle number) {
  int overflow = 0;
  const long long found = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0) throw std::overflow_error("a number of more than 64 bits");
  if (found == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return found;
}

nb::tuple tuple_of(nb::handle value) {
  if (!nb::isinstance<nb::tuple>(value)) throw nb::type_error("expected tuples of numbers");
  return nb::borrow<nb::tuple>(value);
}

nb::tuple parts_of(nb::handle value, std::size_t count, const char* expected) {
  nb::tuple parts = tuple_of(value);
  if (parts.size() != count) throw std::invalid_argument(expected);
  return parts;
}

// (Sets of tuples are read item by item: what nanobind would make of them takes five times as long.)
std::vector<std::vector<int>> digits_of_tuples(const ToldTuples& tuples, std::int64_t first,
                                               int digits) {
  checked_digits(digits);
  std::vector<std::vector<int>> found;
  for (const nb::handle tuple : tuples) {
    std::vector<int> row;
    const nb::tuple values = tuple_of(tuple);
    for (const nb::handle value : values) {
      const auto digit = fd::digit_worth(number_of(value), first, digits);
      if (digit) row.push_back(*digit);
    }
    if (row.size() == values.size()) found.push_back(std::move(row));
  }
  return found;
}

// Kind, control, shift and arms.
using GivenClues =
    nb::typed<nb::iterable, nb::typed<nb::tuple, nb::str, int, int,
                                      nb::typed<nb::sequence, nb::typed<nb::sequence, int>>>>;

fd::Regions::Clue clue_of(nb::handle given) {
  using Kind = fd::Regions::Kind;
  const nb::tuple parts = parts_of(given, 4, "clues: expected kind, control, shift, arms");
  return {named<Kind>("clue", nb::cast<std::string>(parts[0]), {"run", "count", "distinct"}),
          nb::cast<Cell>(parts[1]), number_of(parts[2]),
          nb::cast<std::vector<std::vector<std::uint32_t>>>(parts[3])};
}

// Side, line, place and ties.
using GivenRanks = nb::typed<nb::iterable, nb::typed<nb::tuple, int, int, int, bool>>;

fd::Ranks::Clue rank_of(nb::handle given) {
  const nb::tuple parts = parts_of(given, 4, "clues: expected side, line, place, ties");
  return {nb::cast<std::size_t>(parts[0]), nb::cast<std::size_t>(parts[1]),
          nb::cast<std::size_t>(parts[2]), nb::cast<bool>(parts[3])};
}

void make_automaton(BoundFdAutomaton* self, std::int64_t start, const GivenSteps& steps,
                    const nb::typed<nb::iterable, int>& accepting, std::int64_t first, int digits) {
  checked_digits(digits);
  std::vector<fd::NumberedStep> numbered;
  for (const nb::handle step : steps) {
    const nb::tuple parts = parts_of(step, 3, "steps: expected state, digit, next state");
    numbered.push_back({number_of(parts[0]), number_of(parts[1]), number_of(parts[2])});
  }
  std::vector<std::int64_t> ends;
  for (const nb::handle state : accepting) ends.push_back(number_of(state));
  new (self) BoundFdAutomaton{std::make_shared<const fd::Automaton>(
      fd::automaton_of(start, numbered, ends, first, digits))};
}

void bind_formulas(nb::module_& m) {
  nb::class_<BoundFdAutomaton>(m, "FdAutomaton", "A deterministic automaton; formulas share it.")
      .def("__init__", &make_automaton, "start"_a, "steps"_a, "accepting"_a, "first"_a, "digits"_a,
           "Steps are state, what the digit is worth, next state; digits count from `first`.");
  nb::class_<Formula>(m, "FdFormula", "What has to hold of some cells; digits count from 0.")
      .def(nb::init<>(), "What always holds.")
      .def_static("all_different", &formula_of<fd::AllDifferent, Cells>, "cells"_a)
      .def_static("pair", &formula_of<fd::Pair, Cell, Cell, std::vector<Mask>>, "first"_a,
                  "second"_a, "allowed"_a)
      .def_static(
          "linear",
          [](Cells cells, std::vector<std::int64_t> coefficients, const std::string& relation,
             std::vector<std::int64_t> totals) {
            return Formula{fd::Linear{std::move(cells), std::move(coefficients),
                                      relation_named(relation), std::move(totals)}};
          },
          "cells"_a, "coefficients"_a, "relation"_a, "totals"_a)
      .def_static(
          "table",
          [](Cells cells, const ToldTuples& tuples, std::int64_t first, int digits) {
            return Formula{
                fd::Table{std::move(cells), digits_of_tuples(tuples, first, digits), false}};
          },
          "cells"_a, "tuples"_a, "first"_a, "digits"_a,
          "Tuples say what digits are worth, counted from `first`; those with others are left out.")
      .def_static(
          "regular",
          [](Cells cells, const BoundFdAutomaton& bound) {
            return Formula{fd::Regular{std::move(cells), bound.automaton}};
          },
          "cells"_a, "automaton"_a)
      .def_static("arrangements",
                  &formula_of<fd::Arrangements, Cells, std::vector<std::vector<Mask>>>, "cells"_a,
                  "ways"_a)
      .def_static(
          "count",
          [](Cells cells, Mask digits, const std::string& relation, std::int64_t number) {
            return Formula{fd::Count{std::move(cells), digits, relation_named(relation), number}};
          },
          "cells"_a, "digits"_a, "relation"_a, "number"_a)
      .def_static("as_many", &fd::as_many, "cells"_a, "digits"_a, "others"_a, "other_digits"_a)
      .def_static("element", &formula_of<fd::Element, Cells, Cell, Cell, std::int64_t>, "cells"_a,
                  "index"_a, "value"_a, "shift"_a)
      .def_static("connected", &connected, "cells"_a, "neighbours"_a, "digits"_a,
                  "size"_a = nb::none())
      .def_static(
          "regions",
          [](Cells cells, std::vector<Cells> names, std::size_t count, std::size_t size,
             const Pairs& edges, Pairs together, Pairs apart, const GivenClues& clues) {
            fd::Regions it{std::move(cells),    std::move(names), count, size, {},
                           std::move(together), std::move(apart), {}};
            it.neighbours = fd::beside(it.cells.size(), edges);
            for (const nb::handle clue : clues) it.clues.push_back(clue_of(clue));
            return Formula{std::move(it)};
          },
          "cells"_a, "names"_a, "count"_a, "size"_a, "edges"_a, "together"_a, "apart"_a, "clues"_a)
      .def_static(
          "ranks",
          [](std::vector<std::vector<Cells>> sides, int digit, const GivenRanks& clues) {
            fd::Ranks ranks{std::move(sides), digit, {}};
            for (const nb::handle clue : clues) ranks.clues.push_back(rank_of(clue));
            return Formula{std::move(ranks)};
          },
          "sides"_a, "digit"_a, "clues"_a)
      .def_static("all_of", &formula_of<fd::And, std::vector<Formula>>, "parts"_a)
      .def_static("one_of", &formula_of<fd::Or, std::vector<Formula>>, "parts"_a)
      .def_static(
          "negated",
          [](const Formula& part, int digits) {
            fd::check(part, checked_digits(digits), fd::kMaxCells);
            return fd::negated(part, digits);
          },
          "part"_a, "digits"_a);
}

}  // namespace

void bind_fd(nb::module_& m) {
  bind_formulas(m);
  nb::class_<BoundFdNetwork>(m, "FdNetwork",
                             "Propagators of some rules, for any number of searches.")
      .def("__init__", &make_network, "digits"_a, "cells"_a, "formulas"_a, "subsets"_a = true,
           "implied_sums"_a = true, "hidden"_a = 0)
      .def("refuted", &refuted, "candidates"_a, "asked"_a, "conflicts"_a = nb::none(),
           "enough"_a = std::numeric_limits<std::size_t>::max(), "seconds"_a = nb::none(),
           "work"_a = nb::none(),
           "Suppose each of some cells and digits apart, and search for so many conflicts; return\n"
           "(nodes, place in `asked`) of those that are refuted, up to `enough` of them; and the\n"
           "work that it took, of which it does no more than some for all together.")
      .def_prop_ro("propagators",
                   [](const BoundFdNetwork& bound) { return bound.network->propagators().size(); });
  nb::class_<BoundFdSearch, GridSearch>(m, "FdSearch", "One finite-domain search, resumable.")
      .def("__init__", &make_fd_search, "network"_a, "candidates"_a, "seed"_a = 0);
  nb::class_<BoundFdSampler>(m, "FdSampler", "Solutions that show what candidates are good for.")
      .def("__init__", &make_sampler, "network"_a, "candidates"_a, "seed"_a = 0)
      .def("know", &know_solution, "solution"_a, "Tell it a solution, one byte a cell.")
      .def("settle", &settle_digits, "digits"_a,
           "Tell it for each cell the digits whose solutions it knows all.")
      .def("run", &run_sampler, "wanted"_a = 1, "seconds"_a = nb::none(), "work"_a = nb::none(),
           "Find this many solutions with each digit; false if time ran out, or the work is done.")
      .def("solutions", &pool_of, "first"_a = 0, "Return its solutions from one on.")
      .def_prop_ro("settled", &settled_by);
}

}  // namespace cpsudoku::bindings
