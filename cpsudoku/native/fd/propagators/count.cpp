// How many of some cells have one of some digits, and the cell that another one's digit points at.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

class CountOfCells final : public Propagator {
 public:
  explicit CountOfCells(const Count& count) : Propagator(count.cells, Cost::cheap), count_(count) {}

  bool is_exact() const override { return true; }
  bool is_idempotent() const override { return true; }

  bool propagate(Store& store) const override {
    std::int64_t certain = 0, open = 0;
    for (const Cell cell : scope()) {
      const Mask mask = store[cell];
      certain += (mask & ~count_.digits) == 0;
      open += (mask & ~count_.digits) != 0 && (mask & count_.digits) != 0;
    }
    std::int64_t least = certain, most = certain + open;
    switch (count_.relation) {
      case Relation::equal: least = most = count_.number; break;
      case Relation::at_most: most = count_.number; break;
      case Relation::at_least: least = count_.number; break;
      case Relation::unequal:
        if (open > 0) {  // only one number is ruled out, so nothing follows but at the ends
          if (open == 1 && count_.number == certain) least = certain + 1;
          if (open == 1 && count_.number == certain + 1) most = certain;
        } else if (count_.number == certain) {
          return false;
        }
        break;
    }
    if (most < certain || least > certain + open) return false;
    if (open == 0) return true;
    if (most == certain) return settle(store, ~count_.digits);
    if (least == certain + open) return settle(store, count_.digits);
    return true;
  }

 private:
  // The cells that might have one of the digits or not keep these digits.
  bool settle(Store& store, Mask keep) const {
    for (const Cell cell : scope()) {
      if ((store[cell] & ~count_.digits) == 0) continue;
      if ((store[cell] & count_.digits) != 0 && !store.narrow(cell, keep)) return false;
    }
    return true;
  }

  Count count_;
};

class ElementOfCells final : public Propagator {
 public:
  explicit ElementOfCells(const Element& element)
      : Propagator(scope_of({element}), Cost::cheap), element_(element) {}

  bool propagate(Store& store) const override {
    Mask places = 0, found = 0;
    const Mask value = store[element_.value];
    for (Mask rest = store[element_.index]; rest != 0; rest &= rest - 1) {
      const std::int64_t place = std::countr_zero(rest) + element_.shift;
      if (place < 0 || place >= static_cast<std::int64_t>(element_.cells.size())) continue;
      const Mask both = store[element_.cells[place]] & value;
      if (both == 0) continue;
      places |= rest & (~rest + 1);
      found |= both;
    }
    if (!store.narrow(element_.index, places) || !store.narrow(element_.value, found)) return false;
    if (!is_single(places)) return true;
    const auto place = static_cast<std::size_t>(std::countr_zero(places) + element_.shift);
    return store.narrow(element_.cells[place], found);
  }

 private:
  Element element_;
};

}  // namespace

std::unique_ptr<Propagator> make(const Count& count) {
  return std::make_unique<CountOfCells>(count);
}

std::unique_ptr<Propagator> make(const Element& element) {
  return std::make_unique<ElementOfCells>(element);
}

}  // namespace cpsudoku::fd
