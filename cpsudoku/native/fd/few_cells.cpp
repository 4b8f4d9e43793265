#include "fd/making.hpp"

namespace cpsudoku::fd {

Mask digits_where(const Formula& formula, Cell cell, int digits) {
  const auto* table = std::get_if<Table>(&formula.what);
  if (table != nullptr && !table->forbidden) {
    Mask listed = 0;
    for (const auto& tuple : table->tuples) listed |= Mask{1} << tuple.front();
    return listed;
  }
  std::vector<int> grid(cell + 1, 0);
  Mask allowed = 0;
  for (int d = 0; d < digits; ++d) {
    grid[cell] = d;
    if (holds(formula, grid)) allowed |= Mask{1} << d;
  }
  return allowed;
}

Pair pair_where(const Formula& formula, const std::vector<Cell>& scope, int digits) {
  const auto* pair_said = std::get_if<Pair>(&formula.what);
  if (pair_said != nullptr && pair_said->first < pair_said->second) return *pair_said;
  Pair pair{scope[0], scope[1], std::vector<Mask>(static_cast<std::size_t>(digits), 0)};
  if (std::holds_alternative<AllDifferent>(formula.what)) {  // of which chess moves make hundreds
    for (std::size_t a = 0; a < pair.allowed.size(); ++a) {
      pair.allowed[a] = all_digits(digits) & ~(Mask{1} << a);
    }
    return pair;
  }
  std::vector<int> grid(scope[1] + 1, 0);
  for (int a = 0; a < digits; ++a) {
    grid[scope[0]] = a;
    for (int b = 0; b < digits; ++b) {
      grid[scope[1]] = b;
      if (holds(formula, grid)) pair.allowed[a] |= Mask{1} << b;
    }
  }
  return pair;
}

std::optional<DigitCounts> counts_of(const Formula& formula) {
  if (const auto* count = std::get_if<Count>(&formula.what)) {
    if (!std::has_single_bit(count->digits) || count->cells.size() > 63) return std::nullopt;
    DigitCounts found{count->cells, static_cast<std::size_t>(std::countr_zero(count->digits)), 0};
    std::sort(found.cells.begin(), found.cells.end());
    for (std::size_t k = 0; k <= found.cells.size(); ++k) {
      const bool fits = compares(static_cast<std::int64_t>(k), count->relation, {count->number});
      found.counts |= Word{fits} << k;
    }
    return found;
  }
  const auto* some = std::get_if<Or>(&formula.what);
  if (some == nullptr || some->parts.empty()) return std::nullopt;
  auto found = counts_of(some->parts.front());
  for (const Formula& part : some->parts) {
    const auto more = counts_of(part);
    if (!more || more->cells != found->cells || more->digit != found->digit) return std::nullopt;
    found->counts |= more->counts;
  }
  return found;
}

}  // namespace cpsudoku::fd
