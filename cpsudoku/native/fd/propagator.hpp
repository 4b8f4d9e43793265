// What a constraint does to domains.
//
// A propagator looks at the domains of its cells and takes digits away that the constraint excludes.
// Three promises, which the tests hold every one to:
//
// - sound: a digit goes only if no digits of the other cells' domains go with it;
// - decided: once all its cells are fixed, `propagate` is true just where the constraint holds;
// - exact, where it says so: after `propagate` every digit left has such digits of the others.
//
// What a propagator remembers between calls is in the words of the store, which are taken back with
// the domains; so one propagator serves any number of searches at a time, and what it remembers may
// be forgotten: the tests run each from scratch beside.
#pragma once

#include "fd/store.hpp"

namespace cpsudoku::fd {

class Propagator {
 public:
  Propagator(std::vector<Cell> scope, Cost cost) : scope_(std::move(scope)), cost_(cost) {}
  virtual ~Propagator() = default;
  Propagator(const Propagator&) = delete;
  Propagator& operator=(const Propagator&) = delete;

  // Append the words of its memory, with their values at the start.
  virtual void claim(std::vector<Word>& /*words*/) {}

  // Take away what the constraint excludes.  ensure: false only if it cannot hold any more.
  virtual bool propagate(Store& store) const = 0;

  // Whether nothing that the constraint excludes by itself is ever left.
  virtual bool is_exact() const { return false; }

  // Whether what it changes itself never gives it more to do.
  virtual bool is_idempotent() const { return false; }

  const std::vector<Cell>& scope() const { return scope_; }

  // The cells that decide most, where search had better begin.
  virtual const std::vector<Cell>& focus() const { return scope_; }

  // The cells that most likely are at fault when it has just failed.
  virtual const std::vector<Cell>& suspects(const Store& /*store*/) const { return focus(); }

  Cost cost() const { return cost_; }

 private:
  std::vector<Cell> scope_;
  Cost cost_;
};

}  // namespace cpsudoku::fd
