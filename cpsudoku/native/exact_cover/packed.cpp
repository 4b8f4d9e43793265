// Exact cover for small problems: the whole state in a few vector registers' worth of memory.
//
// Every primary item has one 16-bit word with a bit for each of its options, set while the option
// is live.  All words lie side by side, and for each option there is a *row* of the same shape
// with every bit cleared that choosing the option strikes out:
//
//     item             a      b      c      d     ...
//     its options      1 3    2 4    0 2    1 3 5
//     state            11     11     11     111
//     row of option 1  10     11     11     100   ...   (bits from the right: 3 goes, 5 goes)
//     state & row      10...
//
// so that choosing an option, with all that follows for every item, is one AND over the state:
// 11 operations of 512 bits for the 324 items of a 9×9 sudoku, no loop over options, no branch to
// mispredict, nothing to undo (a level of the search is a copy).  The same pass finds the items
// with at most one option left (x & (x - 1) == 0); those are chosen together in the next pass.
// Secondary items need no words: their conflicts are in the rows.  The tables take
// options × items × 2 bytes (513 KB for 9×9), which is why bigger problems go to
// exact_cover/sparse.cpp.
//
// docs/measurements/exact-cover.md compares the widths of vectors, and all kinds of state.
#include "exact_cover/solvers.hpp"

#include <new>

#include "core/bits.hpp"
#include "exact_cover/walk.hpp"

namespace cpsudoku::exact_cover {

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMostOptionsOfAnItem = 16;
constexpr std::size_t kMostItems = std::size_t{1} << 16;  // which have 16-bit numbers
constexpr std::size_t kMostTableBytes = std::size_t{2} << 20;

template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{kAlignment}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t{kAlignment}); }
  template <class U>
  bool operator==(const AlignedAllocator<U>&) const {
    return true;
  }
};

using AlignedWords = std::vector<std::uint16_t, AlignedAllocator<std::uint16_t>>;

struct Node {
  std::uint16_t item;
  std::uint16_t bit;  // mask of the option in the item's word
};

std::size_t chunks_for(int items) { return (items + kChunk - 1) / kChunk; }

struct Tables {
  std::size_t chunks = 0;
  std::size_t width = 0;                 // words of a state: items rounded up to whole chunks
  ListsOf<Node> nodes;                   // of each option, primary items only
  std::vector<std::uint16_t> option_of;  // 16 for each item
  AlignedWords rows;                     // width words for each option
  AlignedWords all;                      // the state in which every option is live
  std::vector<std::uint32_t> open;       // a bit for each item
  bool has_secondary = false;

  const std::uint16_t* row(std::uint32_t option) const { return rows.data() + option * width; }
};

Tables tabulate(const CoverMatrix& matrix) {
  Tables t;
  t.chunks = chunks_for(matrix.primary());
  t.width = t.chunks * kChunk;
  t.has_secondary = matrix.items() > matrix.primary();
  t.option_of.assign(t.width * kMostOptionsOfAnItem, 0);
  t.all.assign(t.width, 0);
  t.open.assign(t.chunks, 0);
  std::vector<std::vector<Node>> nodes(matrix.options());
  for (int i = 0; i < matrix.primary(); ++i) {
    t.open[i / kChunk] |= std::uint32_t{1} << i % kChunk;
    std::size_t k = 0;
    for (const auto& [option, _] : matrix.members(i)) {
      const auto bit = static_cast<std::uint16_t>(1u << k);
      t.all[i] |= bit;
      t.option_of[i * kMostOptionsOfAnItem + k++] = static_cast<std::uint16_t>(option);
      nodes[option].push_back({static_cast<std::uint16_t>(i), bit});
    }
  }
  for (const auto& of_option : nodes) t.nodes.add(of_option);
  t.rows.assign(matrix.options() * t.width, 0xffff);
  for (std::uint32_t o = 0; o < nodes.size(); ++o) {
    std::uint16_t* row = t.rows.data() + o * t.width;
    for (const auto& [item, colour] : matrix.option(o)) {
      for (const auto& [other, other_colour] : matrix.members(item)) {
        if (other == o || (colour != 0 && other_colour == colour)) continue;
        for (const auto [at, bit] : t.nodes[other]) row[at] &= static_cast<std::uint16_t>(~bit);
      }
    }
  }
  return t;
}

class PackedState : public Counting {
 public:
  PackedState(std::shared_ptr<const Tables> tables, const PackedKernel& kernel)
      : t_(std::move(tables)),
        kernel_(kernel),
        open_(t_->chunks),
        units_(t_->chunks),
        pairs_(t_->chunks),
        weights_(t_->width) {
    states_.resize(8 * t_->width);
    opens_.resize(8 * t_->chunks);
  }

  bool root(std::span<const int> chosen, std::span<const int> removed) {
    depth_ = 0;
    levels_.clear();
    chosen_.clear();
    taken_ = 0;
    open_ = t_->open;
    std::copy(t_->all.begin(), t_->all.end(), state());
    for (int option : removed) strike(option);
    for (int option : chosen) {
      if (!live(option)) return false;
      if (!contains(chosen_, static_cast<std::uint32_t>(option)) && !take(option)) { return false; }
    }
    return propagate();
  }

  int select(bool careful) {
    kernel_.find_pairs(state(), t_->chunks, pairs_.data());
    work_ += t_->chunks;
    if (careful) kernel_.weigh(state(), t_->chunks, weights_.data());
    int best = -1;
    unsigned most = 0;
    int compared = 0;
    for (std::size_t chunk = 0; chunk < t_->chunks; ++chunk) {
      for (const int place : bits(pairs_[chunk])) {
        const int item = static_cast<int>(chunk * kChunk) + place;
        if (!careful) return item;
        const unsigned found = impact(item);
        if (found > most) {
          most = found;
          best = item;
        }
        if (++compared == kPairsCompared) return best;
      }
    }
    return best < 0 ? fewest_options() : best;
  }

  bool branch(int item) {
    const std::uint32_t option = first_option(item);
    levels_.push_back({static_cast<std::uint32_t>(item), option, chosen_.size()});
    if ((depth_ + 2) * t_->width > states_.size()) {
      states_.resize(states_.size() * 2);
      opens_.resize(opens_.size() * 2);
    }
    std::copy(open_.begin(), open_.end(), opens_.begin() + depth_ * t_->chunks);
    ++depth_;
    // The first pass reads the state of the level above and writes this level's.
    return take(option) && propagate(state() - t_->width);
  }

  bool retreat() {
    const Level level = levels_.back();
    levels_.pop_back();
    --depth_;
    const auto open = opens_.begin() + depth_ * t_->chunks;
    std::copy(open, open + t_->chunks, open_.begin());
    chosen_.resize(level.chosen);
    taken_ = chosen_.size();
    strike(level.option);
    // Often one option is left; taking it now saves the pass that would find it.
    const std::uint16_t word = state()[level.item];
    if ((word & (word - 1)) == 0) {
      ++forced_;
      if (!take(first_option(level.item))) return false;
    }
    return propagate();
  }

  bool at_root() const { return levels_.empty(); }
  const std::vector<std::uint32_t>& chosen() const { return chosen_; }

 private:
  struct Level {
    std::uint32_t item;
    std::uint32_t option;
    std::size_t chosen;
  };

  std::uint16_t* state() { return states_.data() + depth_ * t_->width; }

  // See exact_cover/walk.hpp; of an item with two options.
  unsigned impact(std::size_t item) {
    const unsigned word = state()[item];
    const std::uint16_t* options = t_->option_of.data() + item * kMostOptionsOfAnItem;
    work_ += t_->chunks;
    return kernel_.impact(state(), weights_.data(), t_->row(options[std::countr_zero(word)]),
                          t_->row(options[std::bit_width(word) - 1]), t_->chunks);
  }

  int fewest_options() const {
    const std::uint16_t* words = states_.data() + depth_ * t_->width;
    int best = -1;
    int fewest = kMostOptionsOfAnItem + 1;
    for (std::size_t chunk = 0; chunk < t_->chunks; ++chunk) {
      for (const int place : bits(open_[chunk])) {
        const int item = static_cast<int>(chunk * kChunk) + place;
        const int count = std::popcount(words[item]);
        if (count < fewest) {
          fewest = count;
          best = item;
        }
      }
    }
    return best;
  }

  std::uint32_t first_option(std::size_t item) const {
    const unsigned word = states_[depth_ * t_->width + item];
    return t_->option_of[item * kMostOptionsOfAnItem + std::countr_zero(word)];
  }

  bool live(std::uint32_t option) {
    const auto entries = t_->nodes[option];
    return !entries.empty() && (state()[entries[0].item] & entries[0].bit) != 0;
  }

  void strike(std::uint32_t option) {
    for (const auto [item, bit] : t_->nodes[option]) {
      state()[item] &= static_cast<std::uint16_t>(~bit);
    }
  }

  // Choose an option; the next pass strikes out its conflicts.  False if an item of it is decided.
  bool take(std::uint32_t option) {
    for (const auto [item, bit] : t_->nodes[option]) {
      std::uint32_t& open = open_[item / kChunk];
      const std::uint32_t mask = std::uint32_t{1} << item % kChunk;
      if ((open & mask) == 0) return false;
      open ^= mask;
    }
    chosen_.push_back(option);
    return true;
  }

  // Strike out what conflicts with the options taken, and take what is forced, until all is still.
  bool propagate() { return propagate(state()); }

  bool propagate(const std::uint16_t* from) {
    for (;;) {
      pass(from);
      from = state();
      if (!take_units()) return false;
      if (taken_ == chosen_.size()) return true;
    }
  }

  void pass(const std::uint16_t* from) {
    rows_.clear();
    for (; taken_ < chosen_.size(); ++taken_) rows_.push_back(t_->row(chosen_[taken_]));
    kernel_.strike(state(), from, rows_.data(), rows_.size(), t_->chunks, units_.data());
    work_ += 5 + t_->chunks;
  }

  bool take_units() {
    // Options taken together may exclude one another through a secondary item.
    if (t_->has_secondary) {
      for (std::size_t i = chosen_.size() - rows_.size(); i < chosen_.size(); ++i) {
        if (!live(chosen_[i])) return false;
      }
    }
    for (std::size_t chunk = 0; chunk < t_->chunks; ++chunk) {
      while (const std::uint32_t units = units_[chunk] & open_[chunk]) {
        const std::size_t item = chunk * kChunk + std::countr_zero(units);
        if (state()[item] == 0) return false;
        ++forced_;
        if (!take(first_option(item))) return false;
      }
    }
    return true;
  }

  std::shared_ptr<const Tables> t_;
  const PackedKernel& kernel_;
  std::size_t depth_ = 0;
  AlignedWords states_;                // one state for each level
  std::vector<std::uint32_t> open_;    // items not yet in a chosen option, a bit each
  std::vector<std::uint32_t> opens_;   // the same for each level above
  std::vector<std::uint32_t> units_;   // items with at most one option after the last pass
  std::vector<std::uint32_t> pairs_;   // items with two options at the last selection
  AlignedWords weights_;               // of each item in impact()
  std::vector<std::uint32_t> chosen_;  // options, in the order chosen
  std::size_t taken_ = 0;              // how many of them the state has seen
  std::vector<const std::uint16_t*> rows_;
  std::vector<Level> levels_;
};

}  // namespace

bool fits_packed(const CoverMatrix& matrix) {
  if (static_cast<std::size_t>(matrix.items()) > kMostItems) return false;
  for (int i = 0; i < matrix.primary(); ++i) {
    if (matrix.members(i).size() > kMostOptionsOfAnItem) return false;
  }
  const std::size_t width = chunks_for(matrix.primary()) * kChunk;
  return matrix.options() * width * sizeof(std::uint16_t) <= kMostTableBytes;
}

CoverSolver make_packed_solver(const CoverMatrix& matrix, const PackedKernel& kernel) {
  return solver_of<PackedState>(kernel.name, matrix.options(),
                                std::make_shared<const Tables>(tabulate(matrix)),
                                std::cref(kernel));
}

}  // namespace cpsudoku::exact_cover
