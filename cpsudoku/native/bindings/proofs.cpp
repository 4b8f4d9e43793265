#include <cstring>

#include "bindings/shared.hpp"
#include "proofs/elaborator.hpp"

namespace cpsudoku::bindings {

namespace {

using proofs::Elaborator;
using proofs::Follower;
using proofs::Number;

// Numbers of 32 bits each, in the machine's order.
std::vector<Number> numbers_in(const nb::bytes& bytes) {
  if (bytes.size() % sizeof(Number) != 0) throw nb::value_error("expected numbers of 32 bits");
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  for (const Number number : numbers) {
    if (number > proofs::kMost || number < -proofs::kMost)
      throw nb::value_error("too big a number");
  }
  return numbers;
}

// Call `take` for each clause up to the first for which it says false; the index of that one.
template <class Take>
std::optional<std::size_t> for_each_clause(const nb::bytes& bytes, Take take) {
  const std::vector<Number> numbers = numbers_in(bytes);
  nb::gil_scoped_release release;
  std::span<const Number> left(numbers);
  for (std::size_t index = 0; !left.empty(); ++index) {
    if (!take(proofs::take_list(left))) return index;
  }
  return std::nullopt;
}

using BoundElaborator = Used<Elaborator>;

std::optional<std::size_t> add(BoundElaborator& self, const nb::bytes& clauses) {
  const InUse in_use(self.in_use);
  return for_each_clause(clauses, [&self](std::span<const Number> clause) {
    return self.core.refuted() || self.core.add(clause);
  });
}

void remove(BoundElaborator& self, const nb::bytes& clauses) {
  const InUse in_use(self.in_use);
  for_each_clause(clauses, [&self](std::span<const Number> clause) {
    self.core.remove(clause);
    return true;
  });
}

using BoundFollower = Used<Follower>;

bool follow(BoundFollower& self, const nb::bytes& lines) {
  const InUse in_use(self.in_use);
  const std::vector<Number> numbers = numbers_in(lines);
  nb::gil_scoped_release release;
  return self.core.follow(numbers);
}

nb::bytes take_lines(BoundElaborator& self) {
  const InUse in_use(self.in_use);
  return bytes_of(self.core.take_lines());
}

}  // namespace

void bind_proofs(nb::module_& m) {
  nb::class_<BoundElaborator>(m, "ProofElaborator", "Finds the hints of a DRUP proof.")
      .def(
          "__init__",
          [](BoundElaborator* self, const nb::bytes& formula) {
            new (self) BoundElaborator{Elaborator(numbers_in(formula))};
          },
          "formula"_a)
      .def("add", &add, "clauses"_a,
           "Elaborate added clauses; return the index of the first that does not follow, or None.")
      .def("remove", &remove, "clauses"_a, "Elaborate deletions.")
      .def("take_lines", &take_lines, "Return the lines since the last call.")
      .def_prop_ro("refuted",
                   at_rest<Elaborator>([](const Elaborator& of) { return of.refuted(); }),
                   "Whether the empty clause was written.");
  nb::class_<BoundFollower>(m, "ProofFollower",
                            "Checks lines of clauses and hints, and only follows.")
      .def(
          "__init__",
          [](BoundFollower* self, const nb::bytes& formula) {
            new (self) BoundFollower{Follower(numbers_in(formula))};
          },
          "formula"_a)
      .def("follow", &follow, "lines"_a, "Return whether all lines follow.")
      .def_prop_ro("refuted", at_rest<Follower>([](const Follower& of) { return of.refuted(); }),
                   "Whether the empty clause follows.")
      .def_prop_ro("accepted", at_rest<Follower>([](const Follower& of) { return of.accepted(); }),
                   "How many lines have been accepted.");
}

}  // namespace cpsudoku::bindings
