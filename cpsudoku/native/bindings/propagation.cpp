// Python sees one object for some rules, which propagates puzzles and writes what is left of them.
#include <cstdlib>
#include <iterator>

#include "bindings/shared.hpp"
#include "propagation/groups.hpp"
#include "propagation/probing.hpp"

namespace cpsudoku::bindings {
namespace {

using propagation::Cell;
using propagation::Mask;

using PythonLists = nb::typed<nb::list, nb::typed<nb::list, int>>;
using PythonSequence = nb::typed<nb::sequence, int>;
using PythonPairs = nb::typed<nb::list, nb::typed<nb::tuple, int, int>>;
using PythonTuples = nb::typed<nb::list, Integers>;
using PythonFormula = nb::typed<nb::tuple, nb::typed<nb::list, int>, nb::typed<nb::list, int>,
                                PythonTuples, PythonTuples>;
using PythonModel = nb::typed<nb::tuple, Integers, nb::typed<nb::list, int>>;
using PythonSums = nb::typed<nb::tuple, nb::typed<nb::list, int>, PythonLists, PythonLists>;

// See `python_tuple`.
nb::list python_list(std::span<const propagation::Variable> variables,
                     propagation::Variable plus = 0) {
  auto list = nb::steal<nb::list>(checked(PyList_New(std::ssize(variables))));
  Py_ssize_t i = 0;
  for (const auto variable : variables) {
    NB_LIST_SET_ITEM(list.ptr(), i++, checked(PyLong_FromLong(variable + plus)));
  }
  return list;
}

// The other way round: a third of the time of a `std::vector` as an argument.
template <typename Integer>
std::vector<Integer> integers_of(const PythonSequence& integers) {
  // (A list could be changed meanwhile, by another thread or by an item that says its number.)
  const nb::tuple held(integers);
  std::vector<Integer> result(held.size());
  Py_ssize_t i = 0;
  for (auto& integer : result) {
    PyObject* const item = NB_TUPLE_GET_ITEM(held.ptr(), i++);
    if constexpr (std::is_same_v<Integer, Mask>) {
      integer = PyLong_AsUnsignedLongLong(item);
      if (integer == ~Mask{0} && PyErr_Occurred()) throw nb::python_error();
    } else {
      const long value = PyLong_AsLong(item);
      if (value == -1 && PyErr_Occurred()) throw nb::python_error();
      if (!std::in_range<Integer>(value)) throw nb::value_error("too large a number");
      integer = static_cast<Integer>(value);
    }
  }
  return result;
}

nb::list python_lists(const propagation::VariableLists& lists, propagation::Variable plus) {
  auto result = nb::steal<nb::list>(checked(PyList_New(static_cast<Py_ssize_t>(lists.size()))));
  for (std::size_t i = 0; i < lists.size(); ++i) {
    NB_LIST_SET_ITEM(result.ptr(), static_cast<Py_ssize_t>(i),
                     python_list(lists[i], plus).release().ptr());
  }
  return result;
}

nb::tuple python_clause(propagation::Variable a, propagation::Variable b) {
  auto clause = nb::steal<nb::tuple>(checked(PyTuple_New(2)));
  NB_TUPLE_SET_ITEM(clause.ptr(), 0, checked(PyLong_FromLong(-a)));
  NB_TUPLE_SET_ITEM(clause.ptr(), 1, checked(PyLong_FromLong(-b)));
  return clause;
}

class Reducer {
 public:
  Reducer(int digits, std::size_t cells, const std::vector<std::vector<Cell>>& groups)
      : layout_(digits, cells, groups),
        overlaps_(digits, cells, groups),
        grouping_(layout_, groups) {}
  Reducer(const Reducer&) = delete;  // the grouping refers to the layout

  std::optional<std::vector<Mask>> reduce(const PythonSequence& candidates,
                                          std::size_t patience) const {
    const auto masks = masks_of(candidates);
    nb::gil_scoped_release release;
    propagation::CandidateGrid position(layout_, propagation::Singles::hidden, masks);
    if (!position.start() || !overlaps_.eliminate(position)) return std::nullopt;
    if (patience && !propagation::Prober(layout_, overlaps_, position).run(patience)) {
      return std::nullopt;
    }
    const auto left = position.all_candidates();
    return std::vector<Mask>(left.begin(), left.end());
  }

  std::vector<Mask> strike(const PythonSequence& candidates) const {
    return grouping_.struck(masks_of(candidates));
  }

  Integers remaining(const PythonSequence& candidates, const PythonSequence& literals) const {
    const auto left =
        grouping_.remaining(masks_of(candidates), integers_of<propagation::Variable>(literals));
    return python_tuple<Mask>(left);
  }

  PythonSums sums(const PythonSequence& candidates, propagation::Variable first) const {
    const auto masks = masks_of(candidates);
    return PythonSums(nb::make_tuple(python_list(grouping_.candidates(masks)),
                                     python_lists(grouping_.exactly_one(masks), first - 1),
                                     python_lists(grouping_.at_most_one(masks), first - 1)));
  }

  // A sum is a clause, and of more than two the same object is what at most one is true of; where it
  // has two, or a variable twice, the exclusions are clauses.  Tuples, for they take half the time of
  // lists.
  PythonFormula cardinality_formula(const PythonSequence& candidates) const {
    const auto masks = masks_of(candidates);
    const auto literals = grouping_.literals(masks);
    nb::list clauses, pairs, larger;
    const auto add = [&](const propagation::VariableLists& lists, bool is_clause) {
      for (std::size_t i = 0; i < lists.size(); ++i) {
        const auto sum = lists[i];
        const auto all = python_tuple<propagation::Variable>(sum);
        if (is_clause) clauses.append(all);
        if (sum.size() > 2 && !has_a_variable_twice(sum)) {
          larger.append(all);
          continue;
        }
        for (std::size_t k = 1; k < sum.size(); ++k) {
          for (std::size_t j = 0; j < k; ++j) pairs.append(python_clause(sum[j], sum[k]));
        }
      }
    };
    add(literals.exactly_one, true);
    add(literals.at_most_one, false);
    clauses.extend(pairs);
    return PythonFormula(nb::make_tuple(python_list(grouping_.candidates(masks)),
                                        python_list(literals.of_variables), clauses, larger));
  }

  // The grid that a model says, by the literals of its candidates, and the clause that excludes it.
  PythonModel solution(const PythonSequence& candidates, const PythonSequence& named,
                       const PythonSequence& literals, const PythonSequence& model) const {
    std::vector<propagation::Variable> grid, clause;
    for (const Mask mask : masks_of(candidates)) grid.push_back(std::bit_width(mask));
    const auto choices = integers_of<propagation::Variable>(named);
    const auto meant = integers_of<propagation::Variable>(literals);
    if (meant.size() != choices.size())
      throw nb::value_error("a literal for each candidate, please");
    auto values = values_of(model);
    const auto last = static_cast<int>(grid.size()) * layout_.digits;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const auto variable = static_cast<std::size_t>(std::abs(std::int64_t{meant[i]}));
      if (variable >= values.size()) throw nb::value_error("a literal without a value");
      if (choices[i] < 1 || choices[i] > last) throw nb::value_error("no such candidate");
      if (values[variable].literal != meant[i]) continue;
      const auto [cell, digit] = std::div(choices[i] - 1, layout_.digits);
      grid[static_cast<std::size_t>(cell)] = digit + 1;
      if (!std::exchange(values[variable].is_in_clause, true)) clause.push_back(-meant[i]);
    }
    return PythonModel(
        nb::make_tuple(python_tuple<propagation::Variable>(grid), python_list(clause)));
  }

  // A literal for each given and for each candidate that a cell has lost, as `remaining` reads them.
  nb::typed<nb::list, int> assumptions(const PythonSequence& candidates) const {
    std::vector<propagation::Variable> literals, negative;
    propagation::Variable base = 1;
    for (const Mask mask : masks_of(candidates)) {
      if (mask && !(mask & (mask - 1))) {
        literals.push_back(base + std::countr_zero(mask));
      } else {
        for (const int d : bits(layout_.all & ~mask)) negative.push_back(-base - d);
      }
      base += layout_.digits;
    }
    literals.insert(literals.end(), negative.begin(), negative.end());
    return nb::typed<nb::list, int>(python_list(literals));
  }

  PythonPairs exclusions(const PythonSequence& candidates) const {
    const auto pairs = grouping_.pairs(masks_of(candidates));
    auto result = nb::steal<nb::list>(checked(PyList_New(std::ssize(pairs))));
    Py_ssize_t i = 0;
    for (const auto& [a, b] : pairs) {
      NB_LIST_SET_ITEM(result.ptr(), i++, python_clause(a, b).release().ptr());
    }
    return PythonPairs(result);
  }

 private:
  struct Value {
    propagation::Variable literal = 0;  // the one that is true
    bool is_in_clause = false;
  };

  // By variable, from 0 on; require: the model has each variable once.
  static std::vector<Value> values_of(const PythonSequence& model) {
    const auto literals = integers_of<propagation::Variable>(model);
    std::vector<Value> values(literals.size() + 1);
    for (const auto literal : literals) {
      const auto variable = static_cast<std::size_t>(std::abs(std::int64_t{literal}));
      if (variable >= values.size()) throw nb::value_error("a model without some variables");
      values[variable].literal = literal;
    }
    return values;
  }

  // require: sorted by their variables
  static bool has_a_variable_twice(std::span<const propagation::Variable> literals) {
    return std::adjacent_find(literals.begin(), literals.end(), [](auto a, auto b) {
             return std::abs(a) == std::abs(b);
           }) != literals.end();
  }

  std::vector<Mask> masks_of(const PythonSequence& candidates) const {
    auto masks = integers_of<Mask>(candidates);
    check_masks(masks, layout_.cells, layout_.all);
    return masks;
  }

  propagation::Layout layout_;
  propagation::Overlaps overlaps_;
  propagation::Grouping grouping_;
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
           "Return candidates, and lists of variables from `first` on: exactly and at most one "
           "true.")
      .def("cardinality_formula", &Reducer::cardinality_formula, "candidates"_a,
           "Return candidates, their literals, clauses, and lists of literals: at most one true.")
      .def("solution", &Reducer::solution, "candidates"_a, "named"_a, "literals"_a, "model"_a,
           "Return the grid that a model says, and the clause that excludes it.")
      .def("assumptions", &Reducer::assumptions, "candidates"_a,
           "Return a literal for each given, and for each candidate that an open cell has lost.")
      .def("exclusions", &Reducer::exclusions, "candidates"_a,
           "Return a clause for each pair of candidates that exclude one another.");
}

}  // namespace cpsudoku::bindings
