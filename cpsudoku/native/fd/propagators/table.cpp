// Cells with listed tuples of digits, or with any but these.
//
// Which tuples are left is remembered as bits, and each digit of each cell knows its tuples as bits
// as well, so that 64 tuples are tried at once (compact tables: Demeulenaere and others,
// Compact-Table, CP 2016).
//
//     tuples   0: 1 2   1: 1 3   2: 2 3           left                    111
//     first    1 → 011   2 → 100                  first loses 1   & 100 → 100
//     second   2 → 001   3 → 110                  second: 2 has none of it, 3 has: loses 2
//
// Forbidden tuples are counted instead: digit d of a cell goes where all combinations of the others'
// digits are among the tuples left that have d.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

class Tuples : public Propagator {
 public:
  Tuples(const Table& table, int digits)
      : Propagator(table.cells, Cost::middling),
        digits_(static_cast<std::size_t>(digits)),
        size_(table.tuples.size()),
        words_((table.tuples.size() + 63) / 64),
        having_(table.cells.size() * digits_ * words_, 0) {
    for (std::size_t t = 0; t < size_; ++t) {
      for (std::size_t i = 0; i < table.cells.size(); ++i) {
        const auto digit = static_cast<std::size_t>(table.tuples[t][i]);
        having_[(i * digits_ + digit) * words_ + t / 64] |= Word{1} << (t % 64);
      }
    }
  }

  void claim(std::vector<Word>& words) override {
    first_ = static_cast<std::uint32_t>(words.size());
    for (std::size_t w = 0; w < words_; ++w) {
      words.push_back(all_digits(static_cast<int>(std::min<std::size_t>(64, size_ - 64 * w))));
    }
  }

 protected:
  // Forget the tuples that have a digit which a cell has no more.
  void forget(Store& store) const {
    for (std::uint32_t w = 0; w < words_; ++w) {
      Word left = store.word(first_ + w);
      for (std::size_t i = 0; left != 0 && i < scope().size(); ++i) {
        Word alive = 0;
        for (Mask rest = store[scope()[i]]; rest != 0; rest &= rest - 1) {
          alive |= having(i, rest, w);
        }
        left &= alive;
      }
      store.set_word(first_ + w, left);
    }
  }

  Word having(std::size_t i, Mask digits, std::size_t w) const {
    const auto digit = static_cast<std::size_t>(std::countr_zero(digits));
    return having_[(i * digits_ + digit) * words_ + w];
  }
  std::size_t words() const { return words_; }
  Word left(const Store& store, std::size_t w) const {
    return store.word(first_ + static_cast<std::uint32_t>(w));
  }

 private:
  std::size_t digits_, size_, words_;
  std::vector<Word> having_;  // for each cell and digit the tuples that have it
  std::uint32_t first_ = 0;
};

class AllowedTuples final : public Tuples {
 public:
  using Tuples::Tuples;

  bool is_exact() const override { return true; }
  bool is_idempotent() const override { return true; }

  bool propagate(Store& store) const override {
    forget(store);
    bool some = false;
    for (std::size_t w = 0; w < words(); ++w) some |= left(store, w) != 0;
    for (std::size_t i = 0; some && i < scope().size(); ++i) {
      Mask kept = 0;
      for (Mask rest = store[scope()[i]]; rest != 0; rest &= rest - 1) {
        for (std::size_t w = 0; w < words(); ++w) {
          if (left(store, w) & having(i, rest, w)) {
            kept |= rest & (~rest + 1);
            break;
          }
        }
      }
      some = store.narrow(scope()[i], kept);
    }
    return some;
  }
};

class ForbiddenTuples final : public Tuples {
 public:
  using Tuples::Tuples;

  bool propagate(Store& store) const override {
    if (scope().empty()) return words() == 0;
    for (std::size_t i = 0; i < scope().size(); ++i) {
      forget(store);  // also what the cell before has just lost: only tuples of the domains count
      const std::uint64_t others = combinations(store, i);
      Mask kept = 0;
      for (Mask rest = store[scope()[i]]; rest != 0; rest &= rest - 1) {
        std::uint64_t found = 0;
        for (std::size_t w = 0; w < words(); ++w) {
          found += static_cast<std::uint64_t>(bit_count(left(store, w) & having(i, rest, w)));
        }
        if (found < others) kept |= rest & (~rest + 1);
      }
      if (!store.narrow(scope()[i], kept)) return false;
    }
    return true;
  }

 private:
  // In how many ways the other cells can be filled; more than any table has, where that is many.
  std::uint64_t combinations(const Store& store, std::size_t except) const {
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < scope().size() && product < std::uint64_t{1} << 56; ++i) {
      if (i != except) product *= static_cast<std::uint64_t>(bit_count(store[scope()[i]]));
    }
    return product;
  }
};

// Each once: they are counted.
Table without_repetitions(Table table) {
  sort_each_once(table.tuples);
  return table;
}

}  // namespace

std::unique_ptr<Propagator> make_table(const Table& table, int digits) {
  const Table sorted = without_repetitions(table);
  if (table.forbidden) return std::make_unique<ForbiddenTuples>(sorted, digits);
  return std::make_unique<AllowedTuples>(sorted, digits);
}

}  // namespace cpsudoku::fd
