// Regions of one size with different digits, where it is not known which cell is in which region.
//
// A cell has several domains, its digits and the names of its region.  Region k and digit d meet in
// one cell at most, and in one for certain if a region has as many cells as there are digits:
//
//            cell 0   1   2   3       region A has 2 cells, digits are 1 and 2
//   digits        1   12  2   12      cell 0 is in A, so A's 1 is there: cells 1 and 3, if in A, are 2;
//   names         A   B   AB  B       A's 2 can only be in cell 2: its region is A
//
// - Where a cell's region is known, its digit goes from the other cells of that region, and the region
//   from the other cells with that digit.  So the cells of a region differ, as do the regions of a
//   digit.
// - A region and a digit that can meet only in one cell do, where they have to.
// - A region has no more cells that are known than its size, and no fewer that are possible.
//
// Long before a region has a name one knows of cells that they are in one or in different ones: that
// is in `partition.cpp`, which also has the clues about regions.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

class Cut final : public Propagator {
 public:
  Cut(const Regions& regions, int digits, std::unique_ptr<Propagator> partition)
      : Propagator(scope_of({regions}), Cost::middling),
        it_(regions),
        names_(all_digits(static_cast<int>(regions.count))),
        digits_(static_cast<std::size_t>(digits)),
        partition_(std::move(partition)),
        focus_(regions.cells) {
    focus_.insert(focus_.end(), regions.names[0].begin(), regions.names[0].end());
    for (std::size_t i = 0; i < regions.cells.size(); ++i) {
      suspects_.push_back({regions.cells[i], regions.names[0][i]});
    }
  }

  void claim(std::vector<Word>& words) override { partition_->claim(words); }

  bool propagate(Store& store) const override {
    if (it_.cells.size() != it_.count * it_.size) return false;
    for (const auto& names : it_.names) {
      if (!store.narrow_all(names, names_)) return false;
    }
    // Whatever goes may give more to do, in another region too.
    for (std::uint64_t changes = ~store.changes(); changes != store.changes();) {
      changes = store.changes();
      for (std::size_t name = 0; name < it_.count; ++name) {
        if (!fill(store, Mask{1} << name)) return false;
      }
      if (!partition_->propagate(store)) return false;
    }
    return true;
  }

  bool is_idempotent() const override { return true; }

  const std::vector<Cell>& focus() const override { return focus_; }

  const std::vector<Cell>& suspects(const Store& store) const override {
    for (std::size_t i = 0; i < it_.cells.size(); ++i) {
      for (const auto& names : it_.names) {
        if (store.failed() == names[i]) return suspects_[i];
      }
      if (store.failed() == it_.cells[i]) return suspects_[i];
    }
    return focus_;
  }

 private:
  // How far a region is known.
  struct Region {
    std::size_t known = 0, possible = 0;
    Mask had = 0;              // digits of the cells that are in it for certain
    Mask once = 0, twice = 0;  // digits that one cell at least, two cells may have in it
  };

  bool fill(Store& store, Mask name) const {
    Region region;
    if (!look(store, name, region)) return false;
    if (region.known > it_.size || region.possible < it_.size) return false;
    const Mask needed = it_.size == digits_ ? all_digits(static_cast<int>(digits_)) : 0;
    if ((needed & ~region.once) != 0) return false;
    for (std::size_t i = 0; i < it_.cells.size(); ++i) {
      const Mask names = store[it_.names[0][i]];
      if ((names & name) == 0) continue;
      if (is_single(names)) {
        if (!differ(store, it_.cells[i], region.had)) return false;
      } else if (region.known == it_.size) {
        if (!store.narrow(it_.names[0][i], ~name)) return false;
        continue;
      } else if ((store[it_.cells[i]] & ~region.had) == 0) {
        if (!store.narrow(it_.names[0][i], ~name)) return false;
        continue;
      } else if (region.possible == it_.size && !store.narrow(it_.names[0][i], name)) {
        return false;
      }
      const Mask alone = store[it_.cells[i]] & needed & ~region.twice & ~region.had;
      if (alone == 0) continue;
      if (!is_single(alone)) return false;
      if (!store.narrow(it_.cells[i], alone) || !store.narrow(it_.names[0][i], name)) return false;
    }
    return true;
  }

  bool look(const Store& store, Mask name, Region& region) const {
    for (std::size_t i = 0; i < it_.cells.size(); ++i) {
      const Mask names = store[it_.names[0][i]], digits = store[it_.cells[i]];
      if ((names & name) == 0) continue;
      ++region.possible;
      region.twice |= region.once & digits;
      region.once |= digits;
      if (!is_single(names)) continue;
      ++region.known;
      if (!is_single(digits)) continue;
      if ((region.had & digits) != 0) return false;
      region.had |= digits;
    }
    return true;
  }

  // Take the digits that the region has from one of its cells, if it is not one that has them.
  static bool differ(Store& store, Cell cell, Mask had) {
    return is_single(store[cell]) || store.narrow(cell, ~had);
  }

  Regions it_;
  Mask names_;
  std::size_t digits_;
  std::unique_ptr<Propagator> partition_;
  std::vector<Cell> focus_;                  // without the other names, which follow
  std::vector<std::vector<Cell>> suspects_;  // for each place its cells
};

}  // namespace

std::unique_ptr<Propagator> make_regions(const Regions& regions, int digits) {
  return std::make_unique<Cut>(regions, digits, make_partition(regions, digits));
}

}  // namespace cpsudoku::fd
