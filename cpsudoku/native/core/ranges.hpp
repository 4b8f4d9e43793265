// Questions about all of a range, and a list in order, each item once.
#pragma once

#include <algorithm>

namespace cpsudoku {

template <class Range, class Predicate>
bool any_of(const Range& range, const Predicate& holds) {
  for (const auto& item : range) {
    if (holds(item)) return true;
  }
  return false;
}
template <class Range, class Predicate>
bool none_of(const Range& range, const Predicate& holds) {
  return !any_of(range, holds);
}
template <class Range, class Predicate>
bool all_of(const Range& range, const Predicate& holds) {
  return !any_of(range, [&holds](const auto& item) { return !holds(item); });
}

template <class Range, class Item>
bool contains(const Range& range, const Item& wanted) {
  return any_of(range, [&wanted](const auto& item) { return item == wanted; });
}

template <class List>
void sort_each_once(List& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace cpsudoku
