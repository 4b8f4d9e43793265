// Sorting by ranks, with one sort for all types: each std::stable_sort takes compilers a sixth of a
// second, and each std::sort half of that.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace cpsudoku {

// What items are sorted by: the first number, then the next one, …
using Rank = std::array<std::int64_t, 5>;

// The numbers of the ranks, the lowest rank first, and of equal ones the first; none if they are in
// this order already, as short lists often are.
std::vector<std::uint32_t> in_order(const std::vector<Rank>& ranks);

// Items of the same rank stay in their order; each rank is computed once.
template <class Item, class RankOf>
void sort_by_rank(std::vector<Item>& items, const RankOf& rank_of) {
  if (items.size() < 2) return;
  std::vector<Rank> ranks;
  ranks.reserve(items.size());
  for (const Item& item : items) ranks.push_back(rank_of(item));
  const auto order = in_order(ranks);
  if (order.empty()) return;
  std::vector<Item> sorted;
  sorted.reserve(items.size());
  for (const std::uint32_t i : order) sorted.push_back(std::move(items[i]));
  items = std::move(sorted);
}

void sort_numbers(std::span<int> numbers);

}  // namespace cpsudoku
