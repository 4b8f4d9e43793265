#include "fd/propagators/pair.hpp"

#include <algorithm>

namespace cpsudoku::fd {

namespace {

class Digits final : public Propagator {
 public:
  Digits(Cell cell, Mask allowed) : Propagator({cell}, Cost::cheap), allowed_(allowed) {}

  bool is_exact() const override { return true; }
  bool is_idempotent() const override { return true; }
  bool propagate(Store& store) const override { return store.narrow(scope()[0], allowed_); }

 private:
  Mask allowed_;
};

// The union of the masks of a set of digits.
class Unions {
 public:
  explicit Unions(const std::vector<Mask>& masks) {
    for (std::size_t first = 0; first < masks.size(); first += 8) {
      const std::size_t width = std::min<std::size_t>(8, masks.size() - first);
      start_.push_back(items_.size());
      for (std::size_t set = 0; set < std::size_t{1} << width; ++set) {
        Mask all = 0;
        for (std::size_t i = 0; i < width; ++i) all |= set >> i & 1 ? masks[first + i] : 0;
        items_.push_back(all);
      }
    }
  }

  Mask operator[](Mask digits) const {
    Mask all = 0;
    for (const std::size_t start : start_) {
      all |= items_[start + (digits & 0xff)];
      digits >>= 8;
    }
    return all;
  }

 private:
  std::vector<std::size_t> start_;
  std::vector<Mask> items_;
};

std::vector<Mask> turned(const std::vector<Mask>& allowed) {
  std::vector<Mask> back(allowed.size(), 0);
  for (std::size_t a = 0; a < allowed.size(); ++a) {
    for (Mask rest = allowed[a]; rest != 0; rest &= rest - 1) {
      back[static_cast<std::size_t>(std::countr_zero(rest))] |= Mask{1} << a;
    }
  }
  return back;
}

class PairOfCells final : public Propagator {
 public:
  explicit PairOfCells(const Pair& pair)
      : Propagator({pair.first, pair.second}, Cost::cheap),
        of_second_(pair.allowed),
        of_first_(turned(pair.allowed)) {}

  bool is_exact() const override { return true; }
  bool is_idempotent() const override { return true; }

  bool propagate(Store& store) const override {
    const Cell first = scope()[0], second = scope()[1];
    return store.narrow(second, of_second_[store[first]]) &&
           store.narrow(first, of_first_[store[second]]);
  }

 private:
  Unions of_second_, of_first_;
};

}  // namespace

std::unique_ptr<Propagator> make_digits(Cell cell, Mask allowed) {
  return std::make_unique<Digits>(cell, allowed);
}

std::unique_ptr<Propagator> make_pair(const Pair& pair) {
  return std::make_unique<PairOfCells>(pair);
}

}  // namespace cpsudoku::fd
