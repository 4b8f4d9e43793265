#include "core/ordering.hpp"

#include <algorithm>
#include <numeric>

namespace cpsudoku {

std::vector<std::uint32_t> in_order(const std::vector<Rank>& ranks) {
  if (std::is_sorted(ranks.begin(), ranks.end())) return {};
  std::vector<std::uint32_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return ranks[a] < ranks[b]; });
  return order;
}

void sort_numbers(std::span<int> numbers) { std::sort(numbers.begin(), numbers.end()); }

}  // namespace cpsudoku
