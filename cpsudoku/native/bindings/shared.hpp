// What the bindings of the cores share; each core's bindings are in a file of their own.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/ranges.hpp"
#include "core/watch.hpp"

namespace cpsudoku::bindings {

namespace nb = nanobind;
using namespace nb::literals;

using Integers = nb::typed<nb::tuple, int, nb::ellipsis>;

// Arrays as the cores read and write them: rows in sequence.
template <class T>
using Row = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Rows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T, int kColumns>
using RowsOf = nb::ndarray<T, nb::shape<-1, kColumns>, nb::c_contig, nb::device::cpu>;

// A watch whose hook lets Python handle signals, so that Ctrl-C ends a native search.
// Only Python's main thread handles signals; elsewhere the hook never says true.
Watch python_watch(std::optional<double> seconds);

// Raise in Python what the hook met (usually KeyboardInterrupt).  Call it with the GIL held.
void raise_if_interrupted(const Watch& watch);

// What a search that takes a watch returns: it runs without the GIL, and its interruption is raised.
template <class Search>
auto watched(Watch& watch, const Search& search) {
  const auto run = [&] {
    nb::gil_scoped_release release;
    return search(watch);
  };
  if constexpr (std::is_void_v<decltype(run())>) {
    run();
    raise_if_interrupted(watch);
  } else {
    auto found = run();
    raise_if_interrupted(watch);
    return found;
  }
}

template <class Search>
auto watched(std::optional<double> seconds, const Search& search) {
  Watch watch = python_watch(seconds);
  return watched(watch, search);
}

// What a call holds while it uses an object that has one user at a time: a second thread gets an
// error, instead of corrupting it.  (Calls give the interpreter's lock away while they search, and
// Python's free-threaded build has none.)  Objects without it do not change once they are made, or have
// locks of their own.
class InUse {
 public:
  using Flag = std::atomic<bool>;

  explicit InUse(Flag& flag) : flag_(flag) {
    if (flag_.exchange(true)) refuse();
  }
  ~InUse() { flag_.store(false); }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  [[noreturn]] static void refuse();

  Flag& flag_;
};

// A core's object that has one user at a time.
template <class Core>
struct Used {
  Core core;
  mutable InUse::Flag in_use{false};
};

// A getter of what a core that nobody is using says of itself.
template <class Core, class Get>
auto at_rest(Get get) {
  return [get](const Used<Core>& self) {
    const InUse now(self.in_use);
    return get(self.core);
  };
}

// More threads than any machine has processors are a mistake, and each would have memory of its own.
inline constexpr unsigned kMostThreads = 4096;

inline unsigned checked_threads(unsigned threads) {
  if (threads > kMostThreads) throw nb::value_error("threads: expected at most 4096");
  return threads;
}

// Throws std::invalid_argument unless there is a mask for each cell, with digits that are in `all`.
template <class Mask>
void check_masks(const std::vector<Mask>& masks, std::size_t cells, Mask all) {
  if (masks.size() != cells) throw std::invalid_argument("expected one mask a cell");
  for (const Mask mask : masks) {
    if (mask & ~all) throw std::invalid_argument("a mask has a digit that the rules lack");
  }
}

// The place of a name among those known.  Throws std::invalid_argument: it is not one of them.
std::size_t place_of(const char* what, const std::string& name,
                     std::initializer_list<const char*> known);

// What a name stands for.  require: the names are in the order of their enumerators.
template <class T>
T named(const char* what, const std::string& name, std::initializer_list<const char*> known) {
  return static_cast<T>(place_of(what, name, known));
}

// The items of an array, a vector or a text as bytes.
template <class Items>
nb::bytes bytes_of(const Items& items) {
  return nb::bytes(reinterpret_cast<const char*>(items.data()), items.size() * sizeof items[0]);
}

inline PyObject* checked(PyObject* object) {
  if (!object) throw nb::python_error();
  return object;
}

// Filled item by item through Python's own interface, in half the time of `append`: these are made for
// every puzzle.
template <class Integer>
Integers python_tuple(std::span<const Integer> integers) {
  auto tuple = nb::steal<Integers>(checked(PyTuple_New(std::ssize(integers))));
  Py_ssize_t i = 0;
  for (const Integer integer : integers) {
    const auto value = static_cast<long long>(integer);
    NB_TUPLE_SET_ITEM(tuple.ptr(), i++, checked(PyLong_FromLongLong(value)));
  }
  return tuple;
}

// One for each core.
using Bind = void(nb::module_& m);
Bind bind_backtrack, bind_defining_sets, bind_exact_cover, bind_fd, bind_generation, bind_bitboard,
    bind_grids, bind_hitting_sets, bind_symmetry, bind_lanes, bind_lines, bind_logic,
    bind_propagation, bind_proofs, bind_verify;

}  // namespace cpsudoku::bindings
