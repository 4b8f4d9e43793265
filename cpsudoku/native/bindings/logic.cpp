// Python sees steps as tuples, which cpsudoku.logic.steps makes into objects; digits are 1 … N there.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/shared.hpp"
#include "logic/engine.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace cpsudoku {
namespace {

using logic::Candidate;
using logic::Engine;
using logic::Evidence;
using logic::OrderData;
using logic::Start;
using logic::Step;

using Digits = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Masks = nb::ndarray<std::uint64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t kMaskWords = std::tuple_size_v<decltype(logic::Rating::used)>;

nb::object tuple_of(const Candidate& candidate) {
  return nb::make_tuple(candidate.cell, candidate.digit + 1);
}
nb::object tuple_of(int number) { return nb::int_(number); }
nb::object tuple_of(const logic::LockedSet& set);
nb::object tuple_of(const logic::Assertion& assertion);
nb::object tuple_of(const Step& step);

template <class T>
nb::object tuple_of(const std::vector<T>& items) {
  nb::list result;
  for (const auto& item : items) result.append(tuple_of(item));
  return nb::tuple(result);
}

nb::object tuple_of(const logic::LockedSet& set) {
  return nb::make_tuple(tuple_of(set.cells), set.digits);
}

const char* name_of(logic::Reason reason) {
  using enum logic::Reason;
  switch (reason) {
    case assumed: return "assumed";
    case peer: return "peer";
    case cell: return "cell";
    case house: return "house";
    case set: return "set";
    case inner: return "inner";
  }
  return "";
}

nb::object tuple_of(const logic::Assertion& assertion) {
  return nb::make_tuple(tuple_of(assertion.candidates), assertion.truth, name_of(assertion.reason),
                        tuple_of(assertion.premises), assertion.number);
}

nb::object tuple_of(const Step& step) {
  const Evidence& e = step.evidence;
  return nb::make_tuple(
      step.technique->name, tuple_of(step.placements), tuple_of(step.eliminations), step.surplus,
      nb::make_tuple(tuple_of(e.cells), tuple_of(e.candidates), tuple_of(e.base),
                     tuple_of(e.cover), tuple_of(e.fins), tuple_of(e.endo_fins), tuple_of(e.sets),
                     tuple_of(e.colours), tuple_of(e.proofs), tuple_of(e.inner)));
}

const char* name_of(logic::End end) {
  using enum logic::End;
  switch (end) {
    case open: return "open";
    case solved: return "solved";
    case stuck: return "stuck";
    case broken: return "broken";
    case limit: return "limit";
  }
  return "";
}

nb::object rating_tuple(const logic::Rating& r) {
  return nb::make_tuple(name_of(r.end), r.hardest, r.technique, r.to_placement, r.first, r.total,
                        r.steps, r.placed);
}

logic::Kind kind_of(const std::string& name) {
  if (name == "row") return logic::Kind::row;
  if (name == "column") return logic::Kind::column;
  if (name == "box") return logic::Kind::box;
  if (name == "other") return logic::Kind::other;
  throw std::invalid_argument("there is no kind " + name);
}

OrderData order_of(const std::vector<std::string>& finders,
                   const std::vector<std::pair<std::string, int>>& numbers,
                   const std::vector<std::pair<std::string, int>>& options) {
  OrderData order{finders, numbers, {}};
  for (const auto& [name, value] : options) {
    bool known = false;
    for (const auto& option : logic::option_names()) {
      if (option.name != name) continue;
      order.options.*option.member = value;
      known = true;
    }
    if (!known) throw std::invalid_argument("there is no option " + name);
  }
  return order;
}

class BoundPath {
 public:
  explicit BoundPath(std::unique_ptr<logic::Path> path) : path_(std::move(path)) {}

  std::optional<nb::object> next(std::optional<double> seconds) {
    const InUse in_use(in_use_);
    Watch watch = python_watch(seconds);
    const Step* step;
    {
      nb::gil_scoped_release release;
      step = path_->next(watch);
    }
    raise_if_interrupted(watch);
    if (!step) return std::nullopt;
    return tuple_of(*step);
  }
  nb::object rating() const {
    const InUse in_use(in_use_);
    return rating_tuple(path_->rating());
  }

 private:
  std::unique_ptr<logic::Path> path_;
  mutable InUse::Flag in_use_{false};
};

class BoundLogic {
 public:
  BoundLogic(int cells, int digits,
             const std::vector<std::pair<std::vector<int>, std::string>>& groups) {
    if (cells < 1 || cells > logic::kMostCells || digits < 1 || digits > logic::kMostDigits) {
      throw std::invalid_argument("the board is too big");
    }
    std::vector<logic::GroupData> data;
    for (const auto& [group, kind] : groups) {
      if (static_cast<int>(group.size()) > digits) throw std::invalid_argument("a group is too big");
      for (const int cell : group) {
        if (cell < 0 || cell >= cells) throw std::invalid_argument("there is no such cell");
      }
      data.push_back({group, kind_of(kind)});
    }
    engine_ = logic::make_engine(cells, digits, data);
  }

  std::unique_ptr<BoundPath> path(const OrderData& order, const std::vector<std::uint8_t>& digits,
                                  const std::vector<logic::Mask>& candidates,
                                  const std::vector<logic::Mask>& at_first) const {
    return std::make_unique<BoundPath>(engine_->path(order, start(digits, candidates, at_first)));
  }

  nb::object find_all(const OrderData& order, const std::vector<std::uint8_t>& digits,
                      const std::vector<logic::Mask>& candidates,
                      const std::vector<logic::Mask>& at_first,
                      std::optional<double> seconds) const {
    Watch watch = python_watch(seconds);
    std::vector<Step> steps;
    const Start from = start(digits, candidates, at_first);
    {
      nb::gil_scoped_release release;
      steps = engine_->find_all(order, from, watch);
    }
    const bool is_late = watch.expired();  // first, as it may still ask the hook
    raise_if_interrupted(watch);
    return nb::make_tuple(tuple_of(steps), is_late);
  }

  void rate_many(const OrderData& order, const Digits& puzzles, unsigned threads,
                 std::optional<double> seconds, std::optional<double> seconds_each,
                 const Numbers& out, const Masks& used) const {
    const std::size_t count = puzzles.shape(0);
    if (puzzles.shape(1) != static_cast<std::size_t>(engine_->cells()) || out.shape(0) != count ||
        out.shape(1) != 8 || used.shape(0) != count || used.shape(1) != kMaskWords) {
      throw std::invalid_argument("an array has another shape");
    }
    const std::span<const std::uint8_t> all(puzzles.data(), puzzles.size());
    for (const auto digit : all) {
      if (digit > engine_->digits()) throw std::invalid_argument("a digit is too big");
    }
    checked_threads(threads);
    Watch watch = python_watch(seconds);
    std::vector<logic::Rating> ratings(count);
    {
      nb::gil_scoped_release release;
      engine_->rate_many(order, all, threads, watch, seconds_each, ratings);
    }
    raise_if_interrupted(watch);
    for (std::size_t i = 0; i < count; ++i) {
      write(ratings[i], out.data() + i * 8);
      std::copy(ratings[i].used.begin(), ratings[i].used.end(),
                used.data() + i * kMaskWords);
    }
  }

 private:
  static void write(const logic::Rating& r, std::int32_t* to) {
    const int all[] = {static_cast<int>(r.end), r.hardest, r.technique, r.to_placement,
                       r.first,                 r.total,   r.steps,     r.placed};
    std::copy(std::begin(all), std::end(all), to);
  }

  Start start(const std::vector<std::uint8_t>& digits,
              const std::vector<logic::Mask>& candidates,
              const std::vector<logic::Mask>& at_first) const {
    const auto cells = static_cast<std::size_t>(engine_->cells());
    const logic::Mask beyond = ~logic::Mask{0} << (engine_->digits() - 1) << 1;
    if (digits.size() != cells || (!candidates.empty() && candidates.size() != cells) ||
        (!at_first.empty() && at_first.size() != cells)) {
      throw std::invalid_argument("another number of cells");
    }
    for (const auto digit : digits) {
      if (digit > engine_->digits()) throw std::invalid_argument("a digit is too big");
    }
    for (const auto* masks : {&candidates, &at_first}) {
      for (const auto mask : *masks) {
        if (mask & beyond) throw std::invalid_argument("a candidate is too big");
      }
    }
    return {digits, candidates, at_first};
  }

  std::unique_ptr<Engine> engine_;
};

nb::object described_techniques() {
  nb::list result;
  for (const auto* t : logic::techniques()) {
    result.append(nb::make_tuple(t->name, t->family, t->needs_boxes, t->needs_uniqueness));
  }
  return nb::tuple(result);
}

nb::object described_finders() {
  nb::list result;
  for (const auto& finder : logic::finders<logic::kNarrow>()) {
    nb::list yields;
    for (const auto* technique : finder.yields) yields.append(technique->name);
    result.append(nb::make_tuple(finder.name, nb::tuple(yields)));
  }
  return nb::tuple(result);
}

}  // namespace

void bind_logic(nb::module_& m) {
  nb::class_<OrderData>(m, "LogicOrder", "What is looked for, one after the other.")
      .def("__init__",
           [](OrderData* self, const std::vector<std::string>& finders,
              const std::vector<std::pair<std::string, int>>& numbers,
              const std::vector<std::pair<std::string, int>>& options) {
             new (self) OrderData(order_of(finders, numbers, options));
           },
           "finders"_a, "numbers"_a, "options"_a,
           nb::sig("def __init__(self, finders: collections.abc.Sequence[str], numbers: "
                   "collections.abc.Sequence[tuple[str, int]], options: "
                   "collections.abc.Sequence[tuple[str, int]]) -> None"));
  nb::class_<BoundPath>(m, "LogicPath", "A path of steps.")
      .def("next", &BoundPath::next, "seconds"_a.none(),
           nb::sig("def next(self, seconds: float | None) -> tuple[typing.Any, ...] | None"),
           "Return the next step, which has been applied, or None at the end.")
      .def_prop_ro("rating", &BoundPath::rating, nb::sig("def rating(self) -> tuple[typing.Any, ...]"),
                   "End, hardest, technique, to placement, first, total, steps; so far.");
  nb::class_<BoundLogic>(m, "Logic", "The techniques for some rules.")
      .def(nb::init<int, int, const std::vector<std::pair<std::vector<int>, std::string>>&>(),
           "cells"_a, "digits"_a, "groups"_a,
           nb::sig("def __init__(self, cells: int, digits: int, groups: "
                   "collections.abc.Sequence[tuple[list[int], str]]) -> None"),
           "Each group with its kind: row, column, box or other.")
      .def("path", &BoundLogic::path, "order"_a, "digits"_a, "candidates"_a, "at_first"_a,
           nb::keep_alive<0, 1>(),  // a path reads the houses
           nb::sig("def path(self, order: LogicOrder, digits: collections.abc.Sequence[int], "
                   "candidates: collections.abc.Sequence[int], "
                   "at_first: collections.abc.Sequence[int]) -> LogicPath"),
           "Return the path from a position; no candidates: all; nothing at first: as now.")
      .def("find_all", &BoundLogic::find_all, "order"_a, "digits"_a, "candidates"_a, "at_first"_a,
           "seconds"_a.none(),
           nb::sig("def find_all(self, order: LogicOrder, digits: collections.abc.Sequence[int], "
                   "candidates: collections.abc.Sequence[int], "
                   "at_first: collections.abc.Sequence[int], seconds: float | None) "
                   "-> tuple[tuple[tuple[typing.Any, ...], ...], bool]"),
           "Return all steps in a position, and whether time was up before the end.")
      .def("rate_many", &BoundLogic::rate_many, "order"_a, "puzzles"_a, "threads"_a,
           "seconds"_a.none(), "seconds_each"_a.none(), "out"_a, "used"_a,
           nb::sig("def rate_many(self, order: LogicOrder, puzzles: object, threads: int, "
                   "seconds: float | None, seconds_each: float | None, out: object, "
                   "used: object) -> None"),
           "Write the rating of each row of digits into a row of eight numbers, and the\n"
           "techniques on its path into a row of four masks.");
  m.def("logic_techniques", &described_techniques,
        nb::sig("def logic_techniques() -> tuple[tuple[str, str, bool, bool], ...]"),
        "Name, family, needs boxes, needs uniqueness.");
  m.def("logic_finders", &described_finders,
        nb::sig("def logic_finders() -> tuple[tuple[str, tuple[str, ...]], ...]"),
        "Name, names of the techniques that it yields.");
}

}  // namespace cpsudoku
