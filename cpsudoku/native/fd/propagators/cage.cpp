#include "fd/propagators/cage.hpp"

#include <cstring>

namespace cpsudoku::fd {

namespace {

// As many sets as a vector of 16 bytes has lanes; an operation is done in all of them.
template <class Lane>
struct Lanes {
  static constexpr std::size_t kNumber = 16 / sizeof(Lane);
  typedef Lane Vector __attribute__((vector_size(16)));

  static Vector all(Mask mask) { return Vector{} + static_cast<Lane>(mask); }
  // All ones in the lanes that are 0.
  static Vector zero(Vector x) { return reinterpret_cast<Vector>(x == Vector{}); }

  // The lanes whose bits, the lowest for the first, are set.
  static Vector of_bits(Word bits) {
    Vector one{};
    for (std::size_t i = 0; i < kNumber; ++i) one[i] = static_cast<Lane>(Lane{1} << i);
    return ~zero(all(bits) & one);
  }

  static Mask any(Vector x) {
    Mask half[2];
    std::memcpy(half, &x, sizeof x);
    Mask found = half[0] | half[1];
    for (int shift = 32; shift >= static_cast<int>(8 * sizeof(Lane)); shift /= 2) {
      found |= found >> shift;
    }
    return static_cast<Lane>(found);
  }

  static Word to_bits(Vector x) {
    Vector one{};
    for (std::size_t i = 0; i < kNumber; ++i) one[i] = static_cast<Lane>(Lane{1} << i);
    return any(x & one);
  }
};

template <class Lane>
class Cage final : public Propagator {
 public:
  explicit Cage(Group group) : Propagator(group.of.cells, Cost::cheap), group_(std::move(group)) {
    const std::size_t n = Of::kNumber;
    sets_.resize((group_.sets.size() + n - 1) / n);
    for (std::size_t i = 0; i < group_.sets.size(); ++i) {
      sets_[i / n][i % n] = static_cast<Lane>(group_.sets[i]);
    }
  }

  void claim(std::vector<Word>& words) override {
    group_.claim(words);
    if (scope().size() * group_.digits > 64) return;
    seen_ = static_cast<std::uint32_t>(words.size());
    words.push_back(0);
  }

  bool propagate(Store& store) const override {
    if (sets_.empty()) return false;
    const std::size_t n = scope().size();
    Masks masks;
    Vector kept[kMaxDigits];
    Mask fixed = 0;
    for (std::size_t i = 0; i < n; ++i) {
      masks[i] = store[scope()[i]];
      kept[i] = Vector{};
      fixed |= is_single(masks[i]) ? masks[i] : 0;
    }
    const Word before = store.word(group_.words);
    Word left = 0;
    Vector lacking{};  // what some set does not have
    for (std::size_t block = 0; block < sets_.size(); ++block) {
      const auto first = block * Of::kNumber;
      const Word bits = before >> first & all_digits(Of::kNumber);
      if (bits == 0) continue;
      const Vector fits = fill(sets_[block], masks, Of::of_bits(bits), kept);
      left |= Of::to_bits(fits) << first;
      lacking |= fits & ~sets_[block];
    }
    if (left == 0) return false;
    store.set_word(group_.words, left);
    for (std::size_t i = 0; i < n; ++i) {
      if (!store.narrow(scope()[i], Of::any(kept[i]))) return false;
    }
    const auto common = all_digits(static_cast<int>(group_.digits)) & ~Of::any(lacking);
    return take_elsewhere(store, common & ~fixed);
  }

 private:
  using Of = Lanes<Lane>;
  using Vector = typename Of::Vector;
  using Masks = std::array<Mask, kMaxDigits>;

  // In which of the wanted lanes the cells can have the digits of the set; what they keep then is
  // added.
  Vector fill(Vector set, const Masks& masks, Vector wanted, Vector* kept) const {
    const std::size_t n = scope().size();
    Vector own[kMaxDigits], singles[kMaxDigits];
    Vector once{}, twice{}, forced{}, wrong{};
    for (std::size_t i = 0; i < n; ++i) {
      own[i] = Of::all(masks[i]) & set;
      singles[i] = Of::zero(own[i] & (own[i] - 1));
      const Vector single = own[i] & singles[i];
      wrong |= Of::zero(own[i]) | (forced & single);
      forced |= single;
      twice |= once & own[i];
      once |= own[i];
    }
    wrong |= once ^ set;
    const Vector alone = once & ~twice & ~forced;
    once = Vector{};
    for (std::size_t i = 0; i < n; ++i) {
      const Vector here = own[i] & alone;
      wrong |= here & (here - 1);
      const Vector free = own[i] & ~forced;
      const Vector other = here | (free & Of::zero(here));
      own[i] = (own[i] & singles[i]) | (other & ~singles[i]);
      wrong |= Of::zero(own[i]);
      once |= own[i];
    }
    const Vector fits = Of::zero(wrong | (once ^ set)) & wanted;
    for (std::size_t i = 0; i < n; ++i) kept[i] |= own[i] & fits;
    return fits;
  }

  // The group has these digits: a cell that sees all its cells that may have one does not.
  bool take_elsewhere(Store& store, Mask common) const {
    Mask moved = common;  // the digits whose places have changed
    if (seen_ != 0) {
      Word places = 0;
      for (const Cell cell : scope()) places = places << group_.digits | (store[cell] & common);
      Word changed = places ^ store.word(seen_);
      store.set_word(seen_, places);
      for (moved = 0; changed != 0; changed >>= group_.digits) moved |= changed;
      moved &= common;
    }
    for (; moved != 0; moved &= moved - 1) {
      if (!take_elsewhere_one(store, moved & (~moved + 1))) return false;
    }
    return true;
  }

  bool take_elsewhere_one(Store& store, Mask digit) const {
    const std::size_t width = group_.of.sees.size() / scope().size();
    for (std::size_t w = 0; w < width; ++w) {
      Word seers = ~Word{0};
      for (std::size_t i = 0; i < scope().size(); ++i) {
        const bool has_digit = (store[scope()[i]] & digit) != 0;
        seers &= group_.of.sees[i * width + w] | (Word{has_digit} - 1);
      }
      for (const int place : bits(seers)) {
        if (!store.narrow(static_cast<Cell>(w * 64) + place, ~digit)) return false;
      }
    }
    return true;
  }

  Group group_;
  std::vector<Vector> sets_;
  std::uint32_t seen_ =
      0;  // where the places of common digits are remembered, 0 where they are not
};

}  // namespace

std::unique_ptr<Propagator> make_cage(Group group) {
  if (group.digits <= 16) return std::make_unique<Cage<std::uint16_t>>(std::move(group));
  return std::make_unique<Cage<Word>>(std::move(group));
}

}  // namespace cpsudoku::fd
