#include "proofs/follower.hpp"

#include <algorithm>
#include <stdexcept>

namespace cpsudoku::proofs {

std::span<const Number> take_list(std::span<const Number>& numbers) {
  const auto end = std::find(numbers.begin(), numbers.end(), 0);
  if (end == numbers.end()) throw std::invalid_argument("a list of numbers without its 0");
  const auto list = numbers.first(static_cast<std::size_t>(end - numbers.begin()));
  numbers = numbers.subspan(list.size() + 1);
  return list;
}

Follower::Follower(std::span<const Number> formula) {
  while (!formula.empty()) {
    for (const Number literal : take_list(formula)) {
      mark(literal) = 0;
      literals_.push_back(literal);
    }
    keep();
  }
}

bool Follower::follow(std::span<const Number> lines) {
  if (failed_) return false;
  failed_ = true;  // unless all lines are read and follow; so it stays if something is thrown
  while (!lines.empty()) {
    ++stamp_;
    for (const Number literal : take_list(lines)) {
      mark(literal) = stamp_;
      literals_.push_back(literal);
    }
    if (!follows(take_list(lines))) return false;
    refuted_ = refuted_ || literals_.size() == begins_.back();
    keep();
    ++accepted_;
  }
  failed_ = false;
  return true;
}

// Whether the clause whose literals are marked follows from its hints.
bool Follower::follows(std::span<const Number> hints) {
  const std::size_t clauses = begins_.size() - 1;
  for (const Number hint : hints) {
    if (hint < 1 || static_cast<std::size_t>(hint) > clauses) return false;
    Number last = 0;  // the only literal that is not marked, 0 until one is found
    for (std::size_t i = begins_[hint - 1]; i < begins_[hint]; ++i) {
      const Number literal = literals_[i];
      if (mark(literal) == stamp_ || literal == last) continue;
      if (last != 0) return false;  // two: the hint says nothing
      last = literal;
    }
    if (last == 0) return true;
    mark(-last) = stamp_;
  }
  return false;
}

// Make a clause of the literals after the last one.
void Follower::keep() {
  if (begins_.size() > static_cast<std::size_t>(kMost)) {
    throw std::invalid_argument("too many clauses");
  }
  begins_.push_back(literals_.size());
}

std::uint64_t& Follower::mark(Number literal) {
  if (literal > kMost || literal < -kMost) throw std::invalid_argument("a variable is too big");
  const std::size_t variable = static_cast<std::size_t>(literal < 0 ? -literal : literal);
  if (2 * variable + 1 >= marked_.size()) marked_.resize(2 * variable + 2);
  return marked_[2 * variable + (literal < 0 ? 1 : 0)];
}

}  // namespace cpsudoku::proofs
