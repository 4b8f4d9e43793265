#include "fd/propagators/regions.hpp"

namespace cpsudoku::fd {

namespace {

class Cut final : public Propagator {
 public:
  Cut(const Regions& regions, int digits)
      : Propagator(scope_of({regions}), Cost::middling),
        it_(regions),
        names_(all_digits(static_cast<int>(regions.count))),
        digits_(static_cast<std::size_t>(digits)) {}

  bool propagate(Store& store) const override {
    if (it_.cells.size() != it_.count * it_.size) return false;
    for (const Cell region : it_.regions) {
      if (!store.narrow(region, names_)) return false;
    }
    // Whatever goes may give more to do, in another region too.
    for (std::uint64_t changes = ~store.changes(); changes != store.changes();) {
      changes = store.changes();
      for (std::size_t name = 0; name < it_.count; ++name) {
        if (!fill(store, Mask{1} << name)) return false;
      }
    }
    return true;
  }

 private:
  // How far a region is known.
  struct Region {
    std::size_t known = 0, possible = 0;
    Mask had = 0;          // digits of the cells that are in it for certain
    Mask once = 0, twice = 0;  // digits that one cell at least, two cells may have in it
  };

  bool fill(Store& store, Mask name) const {
    Region region;
    if (!look(store, name, region)) return false;
    if (region.known > it_.size || region.possible < it_.size) return false;
    const Mask needed = it_.size == digits_ ? all_digits(static_cast<int>(digits_)) : 0;
    if ((needed & ~region.once) != 0) return false;
    for (std::size_t i = 0; i < it_.cells.size(); ++i) {
      const Mask names = store[it_.regions[i]];
      if ((names & name) == 0) continue;
      if (is_single(names)) {
        if (!differ(store, it_.cells[i], region.had)) return false;
      } else if (region.known == it_.size) {
        if (!store.narrow(it_.regions[i], ~name)) return false;
        continue;
      } else if ((store[it_.cells[i]] & ~region.had) == 0) {
        if (!store.narrow(it_.regions[i], ~name)) return false;
        continue;
      } else if (region.possible == it_.size && !store.narrow(it_.regions[i], name)) {
        return false;
      }
      const Mask alone = store[it_.cells[i]] & needed & ~region.twice & ~region.had;
      if (alone == 0) continue;
      if (!is_single(alone)) return false;
      if (!store.narrow(it_.cells[i], alone) || !store.narrow(it_.regions[i], name)) return false;
    }
    return true;
  }

  bool look(const Store& store, Mask name, Region& region) const {
    for (std::size_t i = 0; i < it_.cells.size(); ++i) {
      const Mask names = store[it_.regions[i]], digits = store[it_.cells[i]];
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
};

}  // namespace

std::unique_ptr<Propagator> make_regions(const Regions& regions, int digits) {
  return std::make_unique<Cut>(regions, digits);
}

}  // namespace cpsudoku::fd
