// Python sees one object for some rules, which propagates puzzles and writes what is left of them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <iterator>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "bindings/shared.hpp"
#include "propagation/groups.hpp"
#include "propagation/locked.hpp"
#include "propagation/probing.hpp"
#include "propagation/singles.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace cpsudoku {
namespace {

using backtrack::Cell;
using backtrack::Mask;

using PythonLists = nb::typed<nb::list, nb::typed<nb::list, int>>;
using PythonSequence = nb::typed<nb::sequence, int>;
using PythonTuple = nb::typed<nb::tuple, int, nb::ellipsis>;
using PythonPairs = nb::typed<nb::list, nb::typed<nb::tuple, int, int>>;
using PythonTuples = nb::typed<nb::list, PythonTuple>;
using PythonFormula = nb::typed<nb::tuple, nb::typed<nb::list, int>, PythonTuples, PythonTuples>;
using PythonSums = nb::typed<nb::tuple, nb::typed<nb::list, int>, PythonLists, PythonLists>;

// Filled item by item through Python's own interface, in half the time of `append`: these lists are
// made for every puzzle.
PyObject* checked(PyObject* object) {
  if (!object) throw nb::python_error();
  return object;
}

nb::list python_list(std::span<const backtrack::Variable> variables, backtrack::Variable plus = 0) {
  auto list = nb::steal<nb::list>(checked(PyList_New(std::ssize(variables))));
  Py_ssize_t i = 0;
  for (const auto variable : variables) {
    PyList_SET_ITEM(list.ptr(), i++, checked(PyLong_FromLong(variable + plus)));
  }
  return list;
}

template <typename Integer>
nb::tuple python_tuple(std::span<const Integer> integers) {
  auto tuple = nb::steal<nb::tuple>(checked(PyTuple_New(std::ssize(integers))));
  Py_ssize_t i = 0;
  for (const Integer integer : integers) {
    const auto value = static_cast<long long>(integer);
    PyTuple_SET_ITEM(tuple.ptr(), i++, checked(PyLong_FromLongLong(value)));
  }
  return tuple;
}

// The other way round: a third of the time of a `std::vector` as an argument.
std::vector<backtrack::Variable> variables_of(const PythonSequence& integers) {
  const auto fast = nb::steal(checked(PySequence_Fast(integers.ptr(), "expected integers")));
  const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(fast.ptr()));
  std::vector<backtrack::Variable> result(count);
  PyObject** item = PySequence_Fast_ITEMS(fast.ptr());
  for (auto& variable : result) {
    const long value = PyLong_AsLong(*item++);
    if (value == -1 && PyErr_Occurred()) throw nb::python_error();
    if (!std::in_range<backtrack::Variable>(value)) throw nb::value_error("too large a number");
    variable = static_cast<backtrack::Variable>(value);
  }
  return result;
}

nb::list python_lists(const backtrack::VariableLists& lists, backtrack::Variable plus) {
  auto result = nb::steal<nb::list>(checked(PyList_New(std::ssize(lists.ends))));
  for (std::size_t i = 0; i < lists.size(); ++i) {
    PyList_SET_ITEM(result.ptr(), static_cast<Py_ssize_t>(i), python_list(lists[i], plus).release().ptr());
  }
  return result;
}

nb::tuple python_clause(backtrack::Variable a, backtrack::Variable b) {
  auto clause = nb::steal<nb::tuple>(checked(PyTuple_New(2)));
  PyTuple_SET_ITEM(clause.ptr(), 0, checked(PyLong_FromLong(-a)));
  PyTuple_SET_ITEM(clause.ptr(), 1, checked(PyLong_FromLong(-b)));
  return clause;
}

class Reducer {
 public:
  Reducer(int digits, std::size_t cells, const std::vector<std::vector<Cell>>& groups)
      : layout_(digits, cells, groups),
        overlaps_(digits, cells, groups),
        grouping_(layout_, groups) {}
  Reducer(const Reducer&) = delete;  // the grouping refers to the layout

  std::optional<std::vector<Mask>> reduce(const std::vector<Mask>& candidates,
                                          std::size_t patience) const {
    check(candidates);
    nb::gil_scoped_release release;
    backtrack::Position position(layout_, backtrack::Singles::hidden, candidates);
    if (!position.start() || !overlaps_.eliminate(position)) return std::nullopt;
    if (patience && !backtrack::Prober(layout_, overlaps_, position).run(patience)) {
      return std::nullopt;
    }
    const auto left = position.all_candidates();
    return std::vector<Mask>(left.begin(), left.end());
  }

  std::vector<Mask> strike(const std::vector<Mask>& candidates) const {
    check(candidates);
    return grouping_.struck(candidates);
  }

  PythonTuple remaining(const std::vector<Mask>& candidates, const PythonSequence& literals) const {
    check(candidates);
    return PythonTuple(python_tuple<Mask>(grouping_.remaining(candidates, variables_of(literals))));
  }

  PythonSums sums(const std::vector<Mask>& candidates, backtrack::Variable first) const {
    check(candidates);
    return PythonSums(nb::make_tuple(python_list(grouping_.candidates(candidates)),
                                     python_lists(grouping_.exactly_one(candidates), first - 1),
                                     python_lists(grouping_.at_most_one(candidates), first - 1)));
  }

  // A sum is a clause, and of more than two the same object is what at most one is true of; of a
  // sum of two the exclusion is a clause, but where one variable stands for both nothing is left to
  // say.  Tuples, for they take half the time of lists.
  PythonFormula cardinality_formula(const std::vector<Mask>& candidates) const {
    check(candidates);
    const auto literals = grouping_.literals(candidates);
    nb::list clauses, pairs, larger;
    std::vector<backtrack::Variable> group;
    const auto add = [&](const backtrack::VariableLists& lists, bool is_clause) {
      for (std::size_t i = 0; i < lists.size(); ++i) {
        group.clear();
        for (const auto v : lists[i]) group.push_back(literals.of[static_cast<std::size_t>(v)]);
        if (group.size() == 2 && group[0] == -group[1]) continue;
        const auto all = python_tuple<backtrack::Variable>(group);
        if (is_clause) clauses.append(all);
        if (group.size() == 2) pairs.append(python_clause(group[0], group[1]));
        if (group.size() > 2) larger.append(all);
      }
    };
    add(grouping_.exactly_one(candidates), true);
    add(grouping_.at_most_one(candidates), false);
    clauses.extend(pairs);
    return PythonFormula(nb::make_tuple(python_list(literals.names), clauses, larger));
  }

  // A literal for each given and for each candidate that a cell has lost, as `remaining` reads them.
  nb::typed<nb::list, int> assumptions(const std::vector<Mask>& candidates) const {
    check(candidates);
    std::vector<backtrack::Variable> literals, negative;
    backtrack::Variable base = 1;
    for (const Mask mask : candidates) {
      if (mask && !(mask & (mask - 1))) {
        literals.push_back(base + std::countr_zero(mask));
      } else {
        for (Mask lost = layout_.all & ~mask; lost; lost &= lost - 1) {
          negative.push_back(-base - std::countr_zero(lost));
        }
      }
      base += layout_.digits;
    }
    literals.insert(literals.end(), negative.begin(), negative.end());
    return nb::typed<nb::list, int>(python_list(literals));
  }

  PythonPairs exclusions(const std::vector<Mask>& candidates) const {
    check(candidates);
    const auto pairs = grouping_.pairs(candidates);
    auto result = nb::steal<nb::list>(checked(PyList_New(std::ssize(pairs))));
    Py_ssize_t i = 0;
    for (const auto& [a, b] : pairs) {
      PyList_SET_ITEM(result.ptr(), i++, python_clause(a, b).release().ptr());
    }
    return PythonPairs(result);
  }

 private:
  void check(const std::vector<Mask>& candidates) const {
    if (candidates.size() != layout_.cells) throw std::invalid_argument("one mask a cell, please");
    for (const Mask mask : candidates) {
      if (mask & ~layout_.all) throw std::invalid_argument("a mask has a digit that the rules lack");
    }
  }

  backtrack::Layout layout_;
  backtrack::Overlaps overlaps_;
  backtrack::Grouping grouping_;
};

}  // namespace

void bind_propagation(nb::module_& m) {
  nb::class_<Reducer>(m, "Reducer", "What follows without search under some rules.")
      .def(nb::init<int, std::size_t, const std::vector<std::vector<Cell>>&>(), "digits"_a,
           "cells"_a, "groups"_a)
      .def("reduce", &Reducer::reduce, "candidates"_a, "patience"_a,
           "Return the candidates left, or None; patience: alternatives probed without a gain.")
      .def("strike", &Reducer::strike, "candidates"_a,
           "Return the candidates without the digits of decided cells in their peers.")
      .def("remaining", &Reducer::remaining, "candidates"_a, "literals"_a,
           "Return the candidates without what literals of the whole formula exclude.")
      .def("sums", &Reducer::sums, "candidates"_a, "first"_a = 1,
           "Return candidates, and lists of variables from `first` on: exactly and at most one true.")
      .def("cardinality_formula", &Reducer::cardinality_formula, "candidates"_a,
           "Return names by literal, clauses, and lists of more than two literals: at most one true.")
      .def("assumptions", &Reducer::assumptions, "candidates"_a,
           "Return a literal for each given, and for each candidate that an open cell has lost.")
      .def("exclusions", &Reducer::exclusions, "candidates"_a,
           "Return a clause for each pair of candidates that exclude one another.");
}

}  // namespace cpsudoku
