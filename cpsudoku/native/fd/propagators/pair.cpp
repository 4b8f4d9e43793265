// One cell with some digits, and two cells with some pairs of digits.
//
// What a pair leaves of one cell is the union of what its digits allow the other (`shared.hpp`), and
// most pairs of a puzzle share the tables of a relation, which the processor then keeps at hand.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

class AllowedDigits final : public Propagator {
 public:
  AllowedDigits(Cell cell, Mask allowed) : Propagator({cell}, Cost::cheap), allowed_(allowed) {}

  bool is_exact() const override { return true; }
  bool is_idempotent() const override { return true; }
  bool propagate(Store& store) const override { return store.narrow(scope()[0], allowed_); }

 private:
  Mask allowed_;
};

std::vector<Mask> turned(const std::vector<Mask>& allowed) {
  std::vector<Mask> back(allowed.size(), 0);
  for (std::size_t a = 0; a < allowed.size(); ++a) {
    for (const int d : bits(allowed[a])) back[d] |= Mask{1} << a;
  }
  return back;
}

class PairOfCells final : public Propagator {
 public:
  PairOfCells(const Pair& pair, Shared& shared)
      : Propagator({pair.first, pair.second}, Cost::cheap),
        of_second_(shared.unions(pair.allowed)),
        of_first_(shared.unions(turned(pair.allowed))) {}

  bool is_exact() const override { return true; }
  bool is_idempotent() const override { return true; }

  bool propagate(Store& store) const override {
    const Cell first = scope()[0], second = scope()[1];
    return store.narrow(second, (*of_second_)[store[first]]) &&
           store.narrow(first, (*of_first_)[store[second]]);
  }

 private:
  std::shared_ptr<const Unions> of_second_, of_first_;
};

}  // namespace

std::unique_ptr<Propagator> make_digits(Cell cell, Mask allowed) {
  return std::make_unique<AllowedDigits>(cell, allowed);
}

std::unique_ptr<Propagator> make_pair(const Pair& pair, Shared& shared) {
  return std::make_unique<PairOfCells>(pair, shared);
}

}  // namespace cpsudoku::fd
