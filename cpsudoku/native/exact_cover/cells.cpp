// Dancing cells for any exact cover problem: Algorithm C with sparse sets in place of links.
//
// Every item has a row of cells, one for each of its options, of which the first `size` hold the
// live ones.  Each node knows its cell.  To take a node out, it changes places with the last live
// one; to bring back all that was taken out, the old size suffices.  Item d of Knuth's toy
// (problem.hpp), which options 1, 3 and 5 have, when option 1 and then option 5 is hidden:
//
//     cells of d      1 3 5 |        size 3
//     hide option 1   5 3 | 1        size 2
//     hide option 5   3 | 5 1        size 1: to be decided next
//     restore         3 5 1 |        size 3, in another order
//
// The set of items still to decide is such a row as well.  So nothing is undone step by step: a
// branch saves the sizes of the active items, and going back sets them.  Forced options save
// nothing.
//
// Choosing an option makes its items inactive, the one that is branched on first, and hides what
// conflicts with it from all items that were active before; among them are the option's own, so
// that no option is hidden twice.  Sets of items made inactive earlier are left as they are, which
// keeps the order of the options of an item branched on.
//
// Items left with one option are decided before any branch, the last noted first, and the fewest
// options are looked for only at branches, up to the first item with two.
//
// Source: D. E. Knuth, The Art of Computer Programming 7.2.2.3, dancing cells (2022); the sets are
// those of P. Briggs and L. Torczon, "An efficient representation for sparse sets" (1993).
#include "exact_cover/solvers.hpp"

#include <limits>

#include "exact_cover/walk.hpp"

namespace cpsudoku::exact_cover {

namespace {

class DancingCells : public Counting {
 public:
  explicit DancingCells(std::shared_ptr<const CoverMatrix> matrix)
      : matrix_(std::move(matrix)),
        remainder_(*matrix_),
        primary_(static_cast<std::uint32_t>(matrix_->primary())),
        items_(matrix_->items()) {
    // Every item's cells lie where all of its options would find room.
    for (int o = 0; o < matrix_->options(); ++o) {
      for (const auto& entry : matrix_->option(o)) ++items_[entry.item].room;
    }
    std::uint32_t begin = 0;
    for (Item& item : items_) {
      item.begin = begin;
      begin += item.room;
    }
    cells_.resize(begin);
    nodes_.resize(begin);
    rows_.resize(matrix_->options() + 1);
    row_of_.resize(begin);
  }

  bool root(std::span<const int> chosen, std::span<const int> removed) {
    levels_.clear();
    units_.clear();
    choices_.clear();
    saved_.clear();
    if (!remainder_.begin(chosen, removed)) return false;
    lay_out();
    return activate();
  }

  // The item to decide next: one that has been left with one option, else one with the fewest.
  int select(bool) {
    while (!units_.empty()) {
      const std::uint32_t item = units_.back();
      units_.pop_back();
      if (items_[item].place < active_count_) return static_cast<int>(item);
    }
    int best = -1;
    std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
    for (std::size_t place = 0; place < active_count_; ++place) {
      const std::uint32_t item = active_[place];
      if (item >= primary_ || items_[item].size >= fewest) continue;
      best = static_cast<int>(item);
      fewest = items_[item].size;
      if (fewest == 2) break;
    }
    return best;
  }

  bool branch(int number) {
    const auto item = static_cast<std::uint32_t>(number);
    if (items_[item].size == 1) {
      ++forced_;
    } else {
      levels_.push_back({item, 1, choices_.size(), active_count_, saved_.size()});
      for (std::size_t place = 0; place < active_count_; ++place) {
        saved_.push_back({active_[place], items_[active_[place]].size});
      }
    }
    return attempt(cells_[items_[item].begin]);
  }

  bool retreat() {
    Level& level = levels_.back();
    active_count_ = level.active;
    choices_.resize(level.choices);
    for (std::size_t at = level.saved; at < saved_.size(); ++at) {
      items_[saved_[at].item].size = saved_[at].size;
    }
    const Item& item = items_[level.item];
    const std::uint32_t node = cells_[item.begin + level.next++];
    if (level.next == item.size) {
      saved_.resize(level.saved);
      levels_.pop_back();
    }
    return attempt(node);
  }

  static constexpr bool kForcedAreSteps = true;
  bool at_root() const { return levels_.empty(); }

  const std::vector<std::uint32_t>& chosen() const {
    solution_ = remainder_.chosen();
    for (const std::uint32_t node : choices_) solution_.push_back(option_of(node));
    return solution_;
  }

 private:
  struct Item {
    std::uint32_t begin = 0;  // its first cell
    std::uint32_t room = 0;   // number of its cells
    std::uint32_t size = 0;   // number of those that are live, which come first
    std::uint32_t place = 0;  // where it is in `active_`
  };
  struct Node {
    std::uint32_t item;
    std::uint32_t cell;  // where it is in `cells_`
    int colour;
  };
  struct Row {
    std::uint32_t begin, end, option;
  };
  struct Level {
    std::uint32_t item;
    std::uint32_t next;   // index among the item's cells of the option to try next
    std::size_t choices;  // sizes to go back to
    std::size_t active;
    std::size_t saved;
  };

  void lay_out() {
    for (Item& item : items_) item.size = 0;
    std::uint32_t at = 0, row = 0;
    for (const std::uint32_t option : remainder_.open()) {
      rows_[row].begin = at;
      rows_[row].option = option;
      for (const auto& [item, colour] : matrix_->option(option)) {
        if (remainder_.taken(item)) continue;  // has this colour already
        Item& list = items_[item];
        const std::uint32_t cell = list.begin + list.size++;
        cells_[cell] = at;
        row_of_[at] = row;
        nodes_[at++] = {static_cast<std::uint32_t>(item), cell, colour};
      }
      rows_[row++].end = at;
    }
  }

  // Make all items active that no chosen option has; false if one has no option.
  bool activate() {
    active_.clear();
    bool possible = true;
    for (std::uint32_t item = 0; item < items_.size(); ++item) {
      if (remainder_.taken(static_cast<int>(item))) continue;
      items_[item].place = static_cast<std::uint32_t>(active_.size());
      active_.push_back(item);
      if (item < primary_ && items_[item].size <= 1) {
        possible &= items_[item].size == 1;
        units_.push_back(item);
      }
    }
    active_count_ = active_.size();
    return possible;
  }

  std::uint32_t option_of(std::uint32_t node) const { return rows_[row_of_[node]].option; }

  void deactivate(std::uint32_t item) {
    const std::uint32_t place = items_[item].place;
    const std::uint32_t last = active_[--active_count_];
    active_[place] = last;
    items_[last].place = place;
    active_[active_count_] = item;
    items_[item].place = static_cast<std::uint32_t>(active_count_);
  }

  // Take a node's row out of the cells of its other items that were active before this choice;
  // false if that leaves an item that still is without options.
  bool hide(std::uint32_t node, std::size_t active_before) {
    bool possible = true;
    const Row row = rows_[row_of_[node]];
    for (std::uint32_t other = row.begin; other < row.end; ++other) {
      if (other == node) continue;
      Node& out = nodes_[other];
      Item& item = items_[out.item];
      if (item.place >= active_before) continue;
      const std::uint32_t cell = item.begin + --item.size;
      const std::uint32_t moved = cells_[cell];
      cells_[cell] = other;
      cells_[out.cell] = moved;
      nodes_[moved].cell = out.cell;
      out.cell = cell;
      if (item.size <= 1 && out.item < primary_ && item.place < active_count_) {
        possible &= item.size == 1;
        units_.push_back(out.item);
      }
    }
    return possible;
  }

  bool cover(std::uint32_t node, std::size_t active_before) {
    const auto [number, own, colour] = nodes_[node];
    const Item& item = items_[number];
    work_ += item.size;
    for (std::uint32_t cell = item.begin; cell < item.begin + item.size; ++cell) {
      const std::uint32_t other = cells_[cell];
      if (other == node || (colour != 0 && nodes_[other].colour == colour)) continue;
      if (!hide(other, active_before)) return false;
    }
    return true;
  }

  // Choose a row, its items beginning with that of the node.
  bool choose(std::uint32_t node) {
    const Row row = rows_[row_of_[node]];
    const std::size_t before = active_count_;
    const auto each = [&](auto f) {
      for (std::uint32_t other = node; other < row.end; ++other) {
        if (!f(other)) return false;
      }
      for (std::uint32_t other = row.begin; other < node; ++other) {
        if (!f(other)) return false;
      }
      return true;
    };
    each([&](std::uint32_t other) {
      if (items_[nodes_[other].item].place < before) deactivate(nodes_[other].item);
      return true;
    });
    // An item that had its colour before was not active before, and stays as it is.
    return each([&](std::uint32_t other) {
      return items_[nodes_[other].item].place >= before || cover(other, before);
    });
  }

  bool attempt(std::uint32_t node) {
    choices_.push_back(node);
    if (choose(node)) return true;
    units_.clear();
    return false;
  }

  struct Size {
    std::uint32_t item, size;
  };

  std::shared_ptr<const CoverMatrix> matrix_;
  CoverRemainder remainder_;
  std::uint32_t primary_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> active_;  // all items not taken at the root, the active ones first
  std::size_t active_count_ = 0;
  std::vector<std::uint32_t> cells_;  // of each item its nodes, the live ones first
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> row_of_;  // of each node
  std::vector<Row> rows_;
  std::vector<std::uint32_t> units_;    // items left with one option, some of them decided since
  std::vector<std::uint32_t> choices_;  // nodes chosen
  std::vector<Level> levels_;           // branches with further options
  std::vector<Size> saved_;             // sizes at those
  mutable std::vector<std::uint32_t> solution_;
};

}  // namespace

CoverSolver make_cells_solver(std::shared_ptr<const CoverMatrix> matrix) {
  return solver_of<DancingCells>("cells", matrix->options(), matrix);
}

}  // namespace cpsudoku::exact_cover
