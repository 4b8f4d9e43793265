// Lists of different lengths, in sequence in one array.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cpsudoku {

// List i is items[starts[i] … starts[i + 1]); what comes after the last is a list once it is closed.
template <class Item>
struct ListsOf {
  std::vector<std::size_t> starts{0};
  std::vector<Item> items;

  std::size_t size() const { return starts.size() - 1; }
  std::span<const Item> operator[](std::size_t i) const {
    return {items.data() + starts[i], items.data() + starts[i + 1]};
  }
  void close() { starts.push_back(items.size()); }

  // Add a list of its own.
  template <class List>
  void add(const List& list) {
    items.insert(items.end(), list.begin(), list.end());
    close();
  }
};

}  // namespace cpsudoku
