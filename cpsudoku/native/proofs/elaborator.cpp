#include "proofs/elaborator.hpp"

#include <utility>

#include "core/ranges.hpp"

namespace cpsudoku::proofs {

namespace {

// A proof may name variables that the formula does not have, but not enough to fill the memory.
constexpr std::size_t kMostNewVariables = std::size_t{1} << 20;

std::size_t variable(Number literal) {
  return static_cast<std::size_t>(literal < 0 ? -literal : literal);
}

}  // namespace

Elaborator::Elaborator(std::span<const Number> formula) {
  clauses_.push_back({0, 0, true});  // there is no clause 0
  while (!formula.empty() && !refuted_) {
    const auto end = std::find(formula.begin(), formula.end(), 0);
    const auto size = static_cast<std::size_t>(end - formula.begin());
    store(formula.first(size));
    formula = formula.subspan(std::min(size + 1, formula.size()));
  }
  most_ = met_.size() + kMostNewVariables;
  // Lines can be written only now that all numbers of the formula are given out.
  const auto last = static_cast<Number>(clauses_.size());
  for (Number clause = 1; clause < last && !refuted_; ++clause) attach(clause);
  if (!refuted_) settle();
}

bool Elaborator::add(std::span<const Number> clause) {
  const auto is_far = [this](Number literal) { return variable(literal) > most_; };
  if (any_of(clause, is_far)) return false;
  grow(clause);
  for (const Number literal : clause) {
    if (is_true(literal)) {
      // Either it is true at the root, or it was assumed with the other sign: the clause always
      // holds.  It refutes nothing, and the follower can do without it.
      backtrack();
      return true;
    }
    if (!is_false(literal)) assign(-literal, 0);
  }
  const Number conflict = propagate();
  if (conflict != 0) collect_hints(conflict);
  backtrack();
  if (conflict == 0) return false;
  write(clause, hints_);
  refuted_ = refuted_ || clause.empty();
  if (refuted_) return true;
  attach(store(clause));
  if (!refuted_) settle();
  return true;
}

void Elaborator::remove(std::span<const Number> clause) {
  std::vector<Number> wanted(clause.begin(), clause.end());
  sort_each_once(wanted);
  if (wanted.size() < 2) return;
  const auto [first, last] = numbers_.equal_range(hash(wanted));
  for (auto place = first; place != last; ++place) {
    const auto held = literals(place->second);
    std::vector<Number> found(held.begin(), held.end());
    sort_each_once(found);
    if (found != wanted) continue;
    clauses_[place->second].dead = true;  // the watchers forget it when they meet it
    numbers_.erase(place);
    return;
  }
}

std::vector<Number> Elaborator::take_lines() { return std::exchange(lines_, {}); }

// Clauses -------------------------------------------------------------------------------------

std::size_t Elaborator::index(Number literal) {
  return 2 * variable(literal) + (literal < 0 ? 1 : 0);
}

// The same for any order; duplicates have been taken out.
std::uint64_t Elaborator::hash(std::span<const Number> literals) {
  std::uint64_t sum = 0;
  for (const Number literal : literals) {
    std::uint64_t x = index(literal) * 0x9E3779B97F4A7C15u;
    sum += x ^ x >> 29;
  }
  return sum;
}

void Elaborator::grow(std::span<const Number> literals) {
  std::size_t most = 0;
  for (const Number literal : literals) most = std::max(most, variable(literal));
  if (most < met_.size()) return;
  met_.resize(most + 1);
  reason_.resize(most + 1);
  values_.resize(2 * most + 2);
  watchers_.resize(2 * most + 2);
}

std::span<Number> Elaborator::literals(Number clause) {
  return std::span(literals_).subspan(clauses_[clause].begin, clauses_[clause].size);
}

// Give a clause the next number; literals that it has twice are taken out.
Number Elaborator::store(std::span<const Number> clause) {
  grow(clause);
  const auto number = static_cast<Number>(clauses_.size());
  const std::size_t begin = literals_.size();
  literals_.insert(literals_.end(), clause.begin(), clause.end());
  const auto held = literals_.begin() + static_cast<std::ptrdiff_t>(begin);
  std::sort(held, literals_.end());
  literals_.erase(std::unique(held, literals_.end()), literals_.end());
  clauses_.push_back({begin, static_cast<Number>(literals_.size() - begin), false});
  numbers_.emplace(hash(literals(number)), number);
  return number;
}

// Have a clause propagate: at the root if it is a unit there, else by watching two literals that
// are not false.  One that is true at the root stays so and needs no watching.
void Elaborator::attach(Number clause) {
  const auto held = literals(clause);
  const auto open = std::partition(held.begin(), held.end(),
                                   [this](Number literal) { return !is_false(literal); });
  const auto count = open - held.begin();
  if (std::any_of(held.begin(), open, [this](Number literal) { return is_true(literal); })) return;
  if (count > 1) return watch(clause);
  if (count == 0) return write_empty(clause);
  assign(held[0], clause);
  write_unit(clause);
}

void Elaborator::watch(Number clause) {
  const auto held = literals(clause);
  watchers_[index(held[0])].push_back({clause, held[1]});
  watchers_[index(held[1])].push_back({clause, held[0]});
}

// Propagation ---------------------------------------------------------------------------------

void Elaborator::assign(Number literal, Number reason) {
  values_[index(literal)] = 1;
  values_[index(-literal)] = -1;
  reason_[variable(literal)] = reason;
  trail_.push_back(literal);
}

// Take back all assignments but those of the root.
void Elaborator::backtrack() {
  for (std::size_t i = root_; i < trail_.size(); ++i) {
    values_[index(trail_[i])] = values_[index(-trail_[i])] = 0;
  }
  trail_.resize(root_);
  head_ = root_;
}

// Propagate all literals of the trail; the number of a clause whose literals are all false, or 0.
Number Elaborator::propagate() {
  Number conflict = 0;
  while (head_ < trail_.size() && conflict == 0) {
    const Number falsified = -trail_[head_++];
    auto& watching = watchers_[index(falsified)];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watching.size(); ++i) {
      if (conflict != 0 || visit(watching[i], falsified, conflict)) watching[kept++] = watching[i];
    }
    watching.resize(kept);
  }
  return conflict;
}

// Look at a clause one of whose watched literals has become false; whether it keeps watching it.
bool Elaborator::visit(Watcher& watcher, Number falsified, Number& conflict) {
  if (is_true(watcher.blocker)) return true;
  if (clauses_[watcher.clause].dead) return false;
  const auto held = literals(watcher.clause);
  if (held[0] == falsified) std::swap(held[0], held[1]);
  watcher.blocker = held[0];
  if (is_true(held[0])) return true;
  for (std::size_t i = 2; i < held.size(); ++i) {
    if (is_false(held[i])) continue;
    std::swap(held[1], held[i]);
    watchers_[index(held[1])].push_back({watcher.clause, held[0]});
    return false;
  }
  if (is_false(held[0])) {
    conflict = watcher.clause;
  } else {
    assign(held[0], watcher.clause);
  }
  return true;
}

// Propagate at the root, and write a unit clause for each literal that becomes true there.
void Elaborator::settle() {
  std::size_t done = root_;
  const Number conflict = propagate();
  for (; done < trail_.size(); ++done) {
    const Number reason = reason_[variable(trail_[done])];
    if (literals(reason).size() > 1) write_unit(reason);
  }
  root_ = trail_.size();
  if (conflict != 0) write_empty(conflict);
}

// Lines ---------------------------------------------------------------------------------------

void Elaborator::write(std::span<const Number> clause, std::span<const Number> hints) {
  lines_.insert(lines_.end(), clause.begin(), clause.end());
  lines_.push_back(0);
  lines_.insert(lines_.end(), hints.begin(), hints.end());
  lines_.push_back(0);
}

// Write the empty clause: all literals of a clause are false at the root.
void Elaborator::write_empty(Number conflict) {
  hints_.clear();
  for (const Number literal : literals(conflict)) hints_.push_back(reason_[variable(literal)]);
  hints_.push_back(conflict);
  write({}, hints_);
  refuted_ = true;
}

// Write the unit clause of the literal that a clause makes true at the root, and have later hints
// refer to that.
void Elaborator::write_unit(Number clause) {
  if (literals(clause).size() == 1) return;
  hints_.clear();
  Number unit = 0;
  for (const Number literal : literals(clause)) {
    if (is_true(literal)) {
      unit = literal;
    } else {
      hints_.push_back(reason_[variable(literal)]);
    }
  }
  hints_.push_back(clause);
  write(std::span(&unit, 1), hints_);
  reason_[variable(unit)] = store(std::span(&unit, 1));
}

// Collect the clauses that led to a conflict: units of the root first, then the others in the order
// in which they propagated.
void Elaborator::collect_hints(Number conflict) {
  hints_.assign(1, conflict);
  meet(conflict);
  for (std::size_t i = trail_.size(); i-- > root_;) {
    const std::size_t v = variable(trail_[i]);
    if (met_[v] == 0) continue;
    if (reason_[v] != 0) {
      hints_.push_back(reason_[v]);
      meet(reason_[v]);
    }
    met_[v] = 0;  // last, since its reason has it too
  }
  for (const Number literal : met_root_) {
    met_[variable(literal)] = 0;
    hints_.push_back(reason_[variable(literal)]);
  }
  met_root_.clear();
  std::reverse(hints_.begin(), hints_.end());
}

// Mark the variables of a clause, those of the root in a list of their own.
void Elaborator::meet(Number clause) {
  for (const Number literal : literals(clause)) {
    const std::size_t v = variable(literal);
    if (met_[v] != 0) continue;
    met_[v] = 1;
    if (reason_[v] != 0 && literals(reason_[v]).size() == 1) met_root_.push_back(literal);
  }
}

}  // namespace cpsudoku::proofs
