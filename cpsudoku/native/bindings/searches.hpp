// What every search for grids offers Python, however it searches.
#pragma once

#include <bit>
#include <cstdint>

#include "bindings/shared.hpp"

namespace cpsudoku::bindings {

// A search for grids as Python sees it: one face, so that it is bound once.
class GridSearch {
 public:
  virtual ~GridSearch() = default;
  virtual Status next(Watch& watch) = 0;
  // Those of the solution that it is at: one a cell, from 1.
  virtual std::string digits() const = 0;
  virtual bool exhausted() const = 0;
  virtual std::uint64_t nodes() const = 0;
  virtual std::uint64_t conflicts() const = 0;
  virtual std::uint64_t propagations() const = 0;

  mutable InUse::Flag in_use{false};
};

// A search, and how many cells its solutions show, which come first.
template <class Search>
class BoundSearch final : public GridSearch {
 public:
  template <class... Arguments>
  explicit BoundSearch(std::size_t shown, const Arguments&... arguments)
      : search_(arguments...), shown_(shown) {}

  Status next(Watch& watch) override { return search_.next(watch); }
  std::string digits() const override {
    std::string digits(shown_, 0);
    for (std::uint32_t cell = 0; cell < shown_; ++cell) {
      digits[cell] = static_cast<char>(std::countr_zero(search_.domain(cell)) + 1);
    }
    return digits;
  }
  bool exhausted() const override { return search_.exhausted(); }
  std::uint64_t nodes() const override { return search_.nodes(); }
  std::uint64_t conflicts() const override { return search_.conflicts(); }
  std::uint64_t propagations() const override { return search_.propagations(); }

 private:
  Search search_;
  std::size_t shown_;
};

}  // namespace cpsudoku::bindings
