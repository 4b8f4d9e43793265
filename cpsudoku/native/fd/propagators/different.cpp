// Cells that are all different.
//
// Two propagators.  `House` is for as many cells as digits, and cheap: a digit with one place left
// is placed.  Its cells' peers lose a placed digit elsewhere (`Search`), so it need not look at that.
//
// `AllDifferent` takes away all that cannot be part of an assignment of different digits (Régin, A
// filtering algorithm for constraints of difference in CSPs, AAAI 1994): what people find as naked
// and hidden subsets of any size.  Match each cell with a digit of its own; cell a *leans on* cell b
// where a has the digit that b is matched with.  A digit d of a, matched with b, is possible just
// where b can be given another one: b leans, over any number of others, on a, or on a cell that has
// a digit nobody is matched with.
//
//     a {1,2}   matched 1      a ⇄ b lean on each other; c leans on both.
//     b {1,2}   matched 2      Neither leans on c, and no digit is free but 4, which only c has:
//     c {1,2,3,4} matched 3    so c keeps 3 and 4 and loses 1 and 2.
//
// Of a hundred times that a house of variants is looked at, one has anything to take away.  So the
// sizes are looked at first: k cells can be closed off only where k of them have k digits or less,
// and, in a house, n − k digits have n − k places or less.  Five times of six they say no.
//
// `SameDigits` is for what two houses that share cells have besides: as both have every digit once,
// so do the rests (a row and a box: pointing and claiming, in both directions).
//
// `TwoPlaces` is for a house whose cells differ from others that are in no house with both: a digit
// that only two cells of the house may have is in none that differs from both.
//
// Which cell depends on which, also by way of others, is a bit matrix and its closure (Warshall
// 1962): n² word operations for n cells, 81 for a house of nine, where strongly connected
// components need lists and stacks.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

class House final : public Propagator {
 public:
  House(std::vector<Cell> cells, Mask all) : Propagator(std::move(cells), Cost::cheap), all_(all) {}

  bool propagate(Store& store) const override {
    Mask once = 0, twice = 0, fixed = 0;
    for (const Cell cell : scope()) {
      const Mask mask = store[cell];
      twice |= once & mask;
      once |= mask;
      fixed |= is_single(mask) ? mask : 0;
    }
    // Where two cells are fixed alike, a digit is missing once all are.
    if (once != all_) return false;
    const Mask hidden = once & ~twice & ~fixed;
    if (hidden == 0) return true;
    for (const Cell cell : scope()) {
      const Mask here = store[cell] & hidden;
      if (here != 0 && !store.narrow(cell, here & (~here + 1))) return false;
      if (!is_single(here)) return false;  // two digits that have no other place
    }
    return true;
  }

 private:
  Mask all_;
};

class TwoPlaces final : public Propagator {
 public:
  TwoPlaces(std::vector<Cell> house, std::vector<std::vector<Cell>> seers)
      : Propagator(std::move(house), Cost::middling), seers_(std::move(seers)) {}

  bool propagate(Store& store) const override {
    for (Mask rest = store.with_two_places(scope()); rest != 0; rest &= rest - 1) {
      const Mask digit = rest & (~rest + 1);
      if (!store.narrow_all(seers_[pair_with(store, digit)], ~digit)) return false;
    }
    return true;
  }

 private:
  // The number of the two cells that have a digit.
  std::size_t pair_with(const Store& store, Mask digit) const {
    std::size_t pair = 0;
    for (std::size_t i = 0; i < scope().size(); ++i) {
      if (store[scope()[i]] & digit) pair = pair * scope().size() + i;
    }
    return pair;
  }

  std::vector<std::vector<Cell>> seers_;  // of cells i and j > i: i · size + j
};

class SameDigits final : public Propagator {
 public:
  SameDigits(std::vector<Cell> one, const std::vector<Cell>& other)
      : Propagator(joined(one, other), Cost::middling), half_(one.size()) {}

  bool is_idempotent() const override { return true; }

  bool propagate(Store& store) const override {
    Mask one = 0, other = 0;
    for (std::size_t i = 0; i < half_; ++i) {
      one |= store[scope()[i]];
      other |= store[scope()[half_ + i]];
    }
    return one == other || store.narrow_all(scope(), one & other);
  }

 private:
  static std::vector<Cell> joined(std::vector<Cell> one, const std::vector<Cell>& other) {
    one.insert(one.end(), other.begin(), other.end());
    return one;
  }

  std::size_t half_;
};

// For each byte of a mask its digits as nibbles that are 1, and how many they are.
struct Digits {
  std::array<std::uint32_t, 256> nibbles{};
  std::array<std::uint8_t, 256> number{};
};

constexpr Digits kDigits = [] {
  Digits digits;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    for (std::size_t d = 0; d < 8; ++d) {
      if ((byte >> d & 1) == 0) continue;
      digits.nibbles[byte] |= std::uint32_t{1} << (4 * d);
      ++digits.number[byte];
    }
  }
  return digits;
}();

// Numbers of cells or digits by how many digits or places they have, nibbles from 1 on.
class Histogram {
 public:
  void add(unsigned size) { nibbles_ += Word{1} << (4 * (size - 1)); }
  // Nibble k − 1 becomes the number of those of size k or less.
  void accumulate() { nibbles_ *= 0x1111'1111'1111'1111; }
  std::size_t up_to(std::size_t size) const { return nibbles_ >> (4 * (size - 1)) & 15; }

 private:
  Word nibbles_ = 0;
};

class AllDifferentCells final : public Propagator {
 public:
  explicit AllDifferentCells(std::vector<Cell> cells) : Propagator(std::move(cells), Cost::dear) {}

  bool is_exact() const override { return true; }
  bool is_idempotent() const override { return true; }

  bool propagate(Store& store) const override {
    Matching open;
    if (!without_fixed(store, open)) return false;
    return !open.may_have_subset() || (open.match() && open.prune(store));
  }

 private:
  // The cells that are not fixed, and the digit that each is matched with.
  struct Matching {
    std::array<Cell, kMaxDigits + 1> cells;
    std::array<Mask, kMaxDigits + 1> digits;
    std::array<std::uint8_t, kMaxDigits> owner;  // of each matched digit
    std::array<Mask, kMaxDigits> leans;
    std::size_t size = 0;
    Mask matched = 0;

    // Whether the sizes allow a subset: k cells of k digits at most, all of which, where there are
    // no more digits than cells, leave n − k digits with n − k places at most.
    bool may_have_subset() const {
      Mask all = 0;
      for (std::size_t i = 0; i < size; ++i) all |= digits[i];
      if (size > 15 || all >> 16 != 0) return true;
      Histogram cells, places;
      Word counts = 0;
      for (std::size_t i = 0; i < size; ++i) {
        const auto low = digits[i] & 0xff, high = digits[i] >> 8;
        cells.add(unsigned{kDigits.number[low]} + kDigits.number[high]);
        counts += kDigits.nibbles[low] | Word{kDigits.nibbles[high]} << 32;
      }
      cells.accumulate();
      const std::size_t number = std::size_t{kDigits.number[all & 0xff]} + kDigits.number[all >> 8];
      if (number < size) return true;
      if (number == size) {
        for (const int d : bits(all)) places.add(static_cast<unsigned>(counts >> (4 * d) & 15));
        places.accumulate();
      }
      for (std::size_t k = 2; k < size; ++k) {
        if (cells.up_to(k) < k) continue;
        if (number > size || places.up_to(size - k) >= size - k) return true;
      }
      return false;
    }

    bool match() {
      for (std::size_t i = 0; i < size; ++i) {
        Mask tried = 0;
        if (!place(i, tried)) return false;
      }
      return true;
    }

    // Give a cell a digit, others moving on where they must.
    bool place(std::size_t i, Mask& tried) {
      if (const Mask free = digits[i] & ~matched) {
        take(i, free & (~free + 1));
        return true;
      }
      while (const Mask left = digits[i] & ~tried) {
        const Mask digit = left & (~left + 1);
        tried |= digit;
        if (place(owner[index(digit)], tried)) {
          take(i, digit);
          return true;
        }
      }
      return false;
    }

    void take(std::size_t i, Mask digit) {
      owner[index(digit)] = static_cast<std::uint8_t>(i);
      matched |= digit;
    }

    bool prune(Store& store) {
      Mask movable = 0;  // the cells that have, or lean on one that has, a free digit
      for (std::size_t i = 0; i < size; ++i) {
        leans[i] = 0;
        for (Mask rest = digits[i] & matched; rest != 0; rest &= rest - 1) {
          leans[i] |= Mask{1} << owner[index(rest)];
        }
        if (digits[i] & ~matched) movable |= Mask{1} << i;
      }
      for (std::size_t k = 0; k < size; ++k) {
        for (std::size_t i = 0; i < size; ++i) {
          if (leans[i] >> k & 1) leans[i] |= leans[k];
        }
      }
      const Mask free = movable;
      for (std::size_t i = 0; i < size; ++i) {
        if (leans[i] & free) movable |= Mask{1} << i;
      }
      for (std::size_t i = 0; i < size; ++i) {
        Mask keep = digits[i] & ~matched;
        for (Mask rest = digits[i] & matched; rest != 0; rest &= rest - 1) {
          const std::size_t other = owner[index(rest)];
          if (other == i || movable >> other & 1 || leans[other] >> i & 1)
            keep |= rest & (~rest + 1);
        }
        if (!store.narrow(cells[i], keep)) return false;
      }
      return true;
    }

    static std::size_t index(Mask mask) { return static_cast<std::size_t>(std::countr_zero(mask)); }
  };

  // Take the digits of fixed cells from the others, and collect what is not fixed.
  bool without_fixed(Store& store, Matching& open) const {
    for (;;) {
      Mask fixed = 0, twice = 0, all = 0;
      open.size = 0;
      for (const Cell cell : scope()) {
        const Mask mask = store[cell];
        const bool is_open = !is_single(mask);
        open.cells[open.size] = cell;
        open.digits[open.size] = mask;
        open.size += is_open;
        const Mask single = is_open ? 0 : mask;
        twice |= fixed & single;
        fixed |= single;
        all |= is_open ? mask : 0;
      }
      if (twice != 0) return false;
      if ((all & fixed) == 0) return true;
      for (std::size_t i = 0; i < open.size; ++i) {
        if (!store.narrow(open.cells[i], ~fixed)) return false;
      }
    }
  }
};

}  // namespace

std::unique_ptr<Propagator> make_house(std::vector<Cell> cells, Mask all) {
  return std::make_unique<House>(std::move(cells), all);
}

std::unique_ptr<Propagator> make_two_places(std::vector<Cell> house,
                                            std::vector<std::vector<Cell>> seers) {
  return std::make_unique<TwoPlaces>(std::move(house), std::move(seers));
}

std::unique_ptr<Propagator> make_same_digits(std::vector<Cell> one, std::vector<Cell> other) {
  return std::make_unique<SameDigits>(std::move(one), other);
}

std::unique_ptr<Propagator> make_all_different(std::vector<Cell> cells) {
  return std::make_unique<AllDifferentCells>(std::move(cells));
}

}  // namespace cpsudoku::fd
