// Python sees one class; it gives the choices of sets as numbers into its list of choices.

#include "bindings/shared.hpp"
#include "defining_sets/classic.hpp"

namespace cpsudoku::bindings {
namespace {

using namespace defining_sets;

using Choices = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using Answers = std::vector<std::vector<DefiningSets::Choice>>;
using Found = std::pair<std::string, DefiningSets::Set>;

// What both kinds of them offer.
class BoundDefiningSets {
 public:
  virtual ~BoundDefiningSets() = default;
  virtual DefiningSets& sets() = 0;
  InUse::Flag in_use{false};
};

// Answers of a search: Ctrl-C is raised, the rest named.
template <DefiningSets::Answer (DefiningSets::*kSearch)(std::size_t, Watch&)>
Found answered(BoundDefiningSets& of, std::size_t number, std::optional<double> seconds) {
  const InUse in_use(of.in_use);
  DefiningSets& sets = of.sets();
  const auto answer =
      watched(seconds, [&](Watch& watch) { return (sets.*kSearch)(number, watch); });
  if (answer == DefiningSets::Answer::found) return {"found", sets.found()};
  return {answer == DefiningSets::Answer::none ? "none" : "out of time", {}};
}

// With a solver of Python's for the suspects.
class AskedDefiningSets final : public BoundDefiningSets {
 public:
  AskedDefiningSets(std::size_t choices, std::size_t cells, nb::callable ask)
      : choices_(checked(choices)),
        cells_(checked(cells)),
        ask_(std::move(ask)),
        sets_(choices, cells, [this](DefiningSets&, std::span<const DefiningSets::Choice> set) {
          nb::gil_scoped_acquire gil;
          const DefiningSets::Set asked(set.begin(), set.end());
          const auto rows = nb::cast<Answers>(ask_(asked));
          check_answer(set, rows);
          for (const auto& row : rows) take(row);
          return static_cast<unsigned>(rows.size());
        }) {}

  void add(const std::vector<DefiningSets::Choice>& row) {
    const InUse now(in_use);
    take(row);
  }
  void complete() {
    const InUse now(in_use);
    sets_.complete();
  }
  DefiningSets& sets() override { return sets_; }

 private:
  void take(const std::vector<DefiningSets::Choice>& row) {
    bool fits = row.size() == cells_;
    for (std::size_t i = 0; i < row.size(); ++i) {
      fits = fits && row[i] < choices_ && (i == 0 || row[i - 1] < row[i]);
    }
    if (!fits) throw nb::value_error("a row has a choice for each open cell, in ascending order");
    sets_.add(row);
  }

  // The search continues until two solutions differ within a set or one is left: with other answers
  // it would not end.
  static void check_answer(std::span<const DefiningSets::Choice> set, const Answers& rows) {
    if (rows.size() > 2 || (rows.size() == 2 && rows[0] == rows[1])) {
      throw nb::value_error("expected up to two solutions that differ");
    }
    for (const auto& row : rows) {
      for (const auto choice : set) {
        if (!contains(row, choice)) {
          throw nb::value_error("expected solutions that have the choices asked for");
        }
      }
    }
  }

  static std::size_t checked(std::size_t number) {
    constexpr std::size_t kMost = std::size_t{1} << 24;  // some times what 256×256 has
    if (number == 0 || number > kMost) {
      throw nb::value_error("expected 1 to 16777216 choices, and as many cells");
    }
    return number;
  }

  std::size_t choices_;
  std::size_t cells_;
  nb::callable ask_;
  DefiningSets sets_;
};

// With the compiled search for classic puzzles.
class BoundClassicDefiningSets final : public BoundDefiningSets {
 public:
  BoundClassicDefiningSets(const std::vector<std::uint16_t>& candidates, const Choices& choices) {
    if (candidates.size() != bitboard::kCells) throw nb::value_error("expected 81 masks");
    bitboard::Candidates masks;
    std::copy(candidates.begin(), candidates.end(), masks.begin());
    check_choices(masks, choices);
    sets_ = std::make_unique<ClassicDefiningSets>(masks, choices);
  }

  void fill(std::uint64_t most, std::size_t samples, std::uint64_t seed,
            std::optional<double> seconds) {
    const InUse now(in_use);
    watched(seconds, [&](Watch& watch) { sets_->fill(most, samples, seed, watch); });
  }
  DefiningSets& sets() override { return sets_->sets(); }

 private:
  // The choices are the candidates of the open cells, each once: a solution with another digit would
  // have no row.
  static void check_choices(const bitboard::Candidates& masks, const Choices& choices) {
    bitboard::Candidates left{};
    for (std::size_t cell = 0; cell < bitboard::kCells; ++cell) {
      if (masks[cell] > bitboard::kAllDigits) throw nb::value_error("a mask is 0 to 511");
      if (masks[cell] & (masks[cell] - 1)) left[cell] = masks[cell];
    }
    for (const auto& [cell, digit] : choices) {
      const unsigned bit = digit >= 1 && digit <= 9 ? 1u << (digit - 1) : 0;
      if (cell >= bitboard::kCells || !(left[cell] & bit)) {
        throw nb::value_error("expected each choice once, and a candidate of an open cell");
      }
      left[cell] = static_cast<std::uint16_t>(left[cell] ^ bit);
    }
    if (choices.empty() || left != bitboard::Candidates{}) {
      throw nb::value_error("expected all candidates of the open cells, one cell at least");
    }
  }

  std::unique_ptr<ClassicDefiningSets> sets_;
};

std::size_t rows_in(BoundDefiningSets& of) {
  const InUse now(of.in_use);
  return of.sets().rows();
}

}  // namespace

void bind_defining_sets(nb::module_& m) {
  nb::class_<BoundDefiningSets>(m, "AnyDefiningSets", "What finds smallest defining sets.")
      .def_prop_ro("rows", &rows_in, "Number of solutions in the pool.")
      .def("find", &answered<&DefiningSets::find>, "size"_a, "seconds"_a.none(),
           "Look for a defining set of this size, where smaller ones were looked for in vain; "
           "return 'found', 'none' or 'out of time', and the set.")
      .def("guess", &answered<&DefiningSets::guess>, "tries"_a, "seconds"_a.none(),
           "Make up minimal defining sets; return 'found' and the smallest, or 'out of time'.");
  nb::class_<AskedDefiningSets, BoundDefiningSets>(
      m, "DefiningSets", "Smallest defining sets, with a solver of Python's.")
      .def(nb::init<std::size_t, std::size_t, nb::callable>(), "choices"_a, "cells"_a, "ask"_a,
           nb::sig("def __init__(self, choices: int, cells: int, ask: "
                   "collections.abc.Callable[[list[int]], list[list[int]]]) -> None"),
           "`ask` returns up to two solutions with some choices, each as the list of its choices.")
      .def("add", &AskedDefiningSets::add, "row"_a, "Add a solution to the pool.")
      .def("complete", &AskedDefiningSets::complete, "Say that the pool holds all solutions.");
  nb::class_<BoundClassicDefiningSets, BoundDefiningSets>(
      m, "ClassicDefiningSets", "Smallest defining sets of a classic 9×9 puzzle.")
      .def(nb::init<const std::vector<std::uint16_t>&, const Choices&>(), "candidates"_a,
           "choices"_a, "The choices are all (cell, digit) of cells with several candidates.")
      .def("fill", &BoundClassicDefiningSets::fill, "most"_a, "samples"_a, "seed"_a,
           "seconds"_a.none(),
           "Fill the pool: with all solutions, if they are at most this many, else with samples.");
}

}  // namespace cpsudoku::bindings
