// Python sees steps as tuples, which cpsudoku.logic.steps makes into objects; digits are 1 … N there.
#include <nanobind/stl/unique_ptr.h>

#include <map>

#include "bindings/shared.hpp"
#include "logic/registry.hpp"

namespace cpsudoku::bindings {
namespace {

using logic::Candidate;
using logic::Engine;
using logic::Evidence;
using logic::OrderData;
using logic::Start;
using logic::Step;

using DigitRows = Rows<const std::uint8_t>;
using NumberRows = Rows<std::int32_t>;
using MaskRows = Rows<std::uint64_t>;
using Placements = nb::ndarray<std::int16_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Lengths = Row<std::int32_t>;

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

nb::object tuple_of(const logic::Assertion& assertion) {
  return nb::make_tuple(tuple_of(assertion.candidates), assertion.truth,
                        logic::name_of(assertion.reason), tuple_of(assertion.premises),
                        assertion.number);
}

nb::object tuple_of(const Step& step) {
  const Evidence& e = step.evidence;
  return nb::make_tuple(
      step.technique->name, tuple_of(step.placements), tuple_of(step.eliminations), step.surplus,
      nb::make_tuple(tuple_of(e.cells), tuple_of(e.candidates), tuple_of(e.base), tuple_of(e.cover),
                     tuple_of(e.fins), tuple_of(e.endo_fins), tuple_of(e.sets), tuple_of(e.colours),
                     tuple_of(e.proofs), tuple_of(e.inner)));
}

nb::object rating_tuple(const logic::Rating& r) {
  return nb::make_tuple(logic::name_of(r.end), r.hardest, r.technique, r.to_placement, r.first,
                        r.total, r.steps, r.placed);
}

logic::Kind kind_of(const std::string& name) {
  return named<logic::Kind>("kind", name, {"row", "column", "box", "other"});
}

void make_order(OrderData* self, const std::vector<std::string>& finders,
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
  new (self) OrderData(std::move(order));
}

using BoundPath = Used<std::unique_ptr<logic::Path>>;

std::optional<nb::object> next_step(BoundPath& self, std::optional<double> seconds) {
  const InUse in_use(self.in_use);
  const Step* step = watched(seconds, [&](Watch& watch) { return self.core->next(watch); });
  if (!step) return std::nullopt;
  return tuple_of(*step);
}

class BoundLogic {
 public:
  BoundLogic(int cells, int digits,
             const std::vector<std::pair<std::vector<int>, std::string>>& groups) {
    if (cells < 1 || cells > logic::kMostCells || digits < 1 || digits > logic::kMostDigits) {
      throw std::invalid_argument("the board is too big");
    }
    std::vector<logic::GroupData> data;
    for (const auto& [group, kind] : groups) {
      if (static_cast<int>(group.size()) > digits)
        throw std::invalid_argument("a group is too big");
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
    return std::unique_ptr<BoundPath>(
        new BoundPath{engine_->path(order, start(digits, candidates, at_first))});
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
    const bool is_late = watch.expired();  // first, since it may still ask the hook
    raise_if_interrupted(watch);
    return nb::make_tuple(tuple_of(steps), is_late);
  }

  // A single is given by technique, cell, digit and house; so each is a row of four numbers.
  void singles_many(const OrderData& order, const DigitRows& puzzles, std::optional<double> seconds,
                    const Placements& out, const Lengths& lengths) const {
    const std::size_t count = puzzles.shape(0);
    const std::size_t most = out.shape(1);
    if (out.shape(0) != count || out.shape(2) != 4 || lengths.shape(0) != count) {
      throw std::invalid_argument("an array has another shape");
    }
    const std::span<const std::uint8_t> all = checked(puzzles);
    const auto& known = logic::techniques();
    std::map<std::string_view, int> numbers;  // wide boards have objects of their own for the names
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (std::string_view(known[i]->family) == "singles")
        numbers[known[i]->name] = static_cast<int>(i);
    }
    std::fill_n(lengths.data(), count, 0);
    watched(seconds, [&](Watch& watch) {
      engine_->walk_many(order, all, watch, [&](std::size_t puzzle, const Step& step) {
        const auto technique = numbers.find(step.technique->name);
        auto& length = lengths.data()[puzzle];
        if (technique == numbers.end() || static_cast<std::size_t>(length) == most) return false;
        const auto& base = step.evidence.base;
        const Candidate placed = step.placements.front();
        const int row[] = {technique->second, placed.cell, placed.digit + 1,
                           base.empty() ? -1 : static_cast<int>(base.front())};
        std::copy(std::begin(row), std::end(row),
                  out.data() + (puzzle * most + static_cast<std::size_t>(length)) * 4);
        ++length;
        return true;
      });
    });
  }

  void rate_many(const OrderData& order, const DigitRows& puzzles, unsigned threads,
                 std::optional<double> seconds, std::optional<double> seconds_each,
                 const NumberRows& out, const MaskRows& used) const {
    const std::size_t count = puzzles.shape(0);
    if (out.shape(0) != count || out.shape(1) != 8 || used.shape(0) != count ||
        used.shape(1) != kMaskWords) {
      throw std::invalid_argument("an array has another shape");
    }
    const std::span<const std::uint8_t> all = checked(puzzles);
    checked_threads(threads);
    std::vector<logic::Rating> ratings(count);
    watched(seconds, [&](Watch& watch) {
      engine_->rate_many(order, all, threads, watch, seconds_each, ratings);
    });
    for (std::size_t i = 0; i < count; ++i) {
      const logic::Rating& r = ratings[i];
      const int row[] = {static_cast<int>(r.end),
                         r.hardest,
                         r.technique,
                         r.to_placement,
                         r.first,
                         r.total,
                         r.steps,
                         r.placed};
      std::copy(std::begin(row), std::end(row), out.data() + i * 8);
      std::copy(r.used.begin(), r.used.end(), used.data() + i * kMaskWords);
    }
  }

 private:
  std::span<const std::uint8_t> checked(const DigitRows& puzzles) const {
    if (puzzles.shape(1) != static_cast<std::size_t>(engine_->cells())) {
      throw std::invalid_argument("an array has another shape");
    }
    const std::span<const std::uint8_t> all(puzzles.data(), puzzles.size());
    check_digits(all);
    return all;
  }
  void check_digits(std::span<const std::uint8_t> digits) const {
    const auto is_too_big = [&](std::uint8_t digit) { return digit > engine_->digits(); };
    if (any_of(digits, is_too_big)) throw std::invalid_argument("a digit is too big");
  }

  Start start(const std::vector<std::uint8_t>& digits, const std::vector<logic::Mask>& candidates,
              const std::vector<logic::Mask>& at_first) const {
    const auto cells = static_cast<std::size_t>(engine_->cells());
    const logic::Mask beyond = ~logic::Mask{0} << (engine_->digits() - 1) << 1;
    if (digits.size() != cells || (!candidates.empty() && candidates.size() != cells) ||
        (!at_first.empty() && at_first.size() != cells)) {
      throw std::invalid_argument("another number of cells");
    }
    check_digits(digits);
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
  for (const auto& finder : logic::finders()) {
    nb::list yields;
    for (const auto* technique : finder.yields) yields.append(technique->name);
    result.append(nb::make_tuple(finder.name, nb::tuple(yields)));
  }
  return nb::tuple(result);
}

}  // namespace

void bind_logic(nb::module_& m) {
  nb::class_<OrderData>(m, "LogicOrder", "What is looked for, one after the other.")
      .def("__init__", &make_order, "finders"_a, "numbers"_a, "options"_a);
  nb::class_<BoundPath>(m, "LogicPath", "A path of steps.")
      .def("next", &next_step, "seconds"_a.none(),
           nb::sig("def next(self, seconds: float | None) -> tuple[typing.Any, ...] | None"),
           "Return the next step, which has been applied, or None at the end.")
      .def_prop_ro("rating", at_rest<std::unique_ptr<logic::Path>>([](const auto& path) {
                     return rating_tuple(path->rating());
                   }),
                   nb::sig("def rating(self) -> tuple[typing.Any, ...]"),
                   "End, hardest, technique, to placement, first, total, steps; so far.");
  nb::class_<BoundLogic>(m, "Logic", "The techniques for some rules.")
      .def(nb::init<int, int, const std::vector<std::pair<std::vector<int>, std::string>>&>(),
           "cells"_a, "digits"_a, "groups"_a,
           "Each group with its kind: row, column, box or other.")
      .def("path", &BoundLogic::path, "order"_a, "digits"_a, "candidates"_a, "at_first"_a,
           nb::keep_alive<0, 1>(),  // a path reads the houses
           "Return the path from a position; no candidates: all; nothing at first: as now.")
      .def("find_all", &BoundLogic::find_all, "order"_a, "digits"_a, "candidates"_a, "at_first"_a,
           "seconds"_a.none(),
           nb::sig("def find_all(self, order: LogicOrder, digits: collections.abc.Sequence[int], "
                   "candidates: collections.abc.Sequence[int], "
                   "at_first: collections.abc.Sequence[int], seconds: float | None) "
                   "-> tuple[tuple[tuple[typing.Any, ...], ...], bool]"),
           "Return all steps in a position, and whether time was up before the end.")
      .def("singles_many", &BoundLogic::singles_many, "order"_a, "puzzles"_a, "seconds"_a.none(),
           "out"_a, "lengths"_a,
           nb::sig("def singles_many(self, order: LogicOrder, puzzles: object, "
                   "seconds: float | None, out: object, lengths: object) -> None"),
           "Write the singles at the beginning of the path of each row of digits into rows of\n"
           "technique, cell, digit and group (-1 for none), up to as many as there is room for,\n"
           "and how many they are.")
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

}  // namespace cpsudoku::bindings
