// Exact cover for problems of any size: the live options of each item as a bit set, and a trail.
//
// Every item owns some 64-bit words, enough for a bit for each of its options.  A bit is set while
// its option is live, that is, neither struck out nor in conflict with a chosen one.  Striking an
// option clears its bit in each of its items, and a live option has its bit set in all of them:
//
//     item a:  options 1 3        word 0:  . . . . 3 1
//     item d:  options 1 3 5      word 1:  . . . 5 3 1      striking option 3 clears the second
//     item f:  options 2 3        word 2:  . . . . 3 2      bit of words 0, 1 and 2
//
// So the set of an item's options shrinks as in Knuth's dancing links or dancing cells, but with
// nothing to relink: going through what is left is counting trailing zeros, membership is a bit,
// and undoing is setting the same bits again in any order, for which the numbers of the struck
// options (the trail) suffice.
//
// When an undecided primary item is left with one option it goes to a queue and the option is
// chosen before any branch; with none the state is a dead end.
#include "exact_cover/solvers.hpp"

#include <limits>

#include "core/bits.hpp"
#include "exact_cover/walk.hpp"

namespace cpsudoku::exact_cover {

namespace {

struct SparseNode {
  std::uint32_t item;
  std::uint32_t bit;  // where its bit is, counted over all words
};

struct SparseTables {
  int primary = 0;
  int items = 0;
  ListsOf<SparseNode> nodes;              // of each option, its primary items first
  std::vector<std::uint32_t> word_start;  // items+1: first word of each item
  std::vector<std::uint32_t> option_of;   // for each bit its option
  std::vector<int> colour_of;         // for each bit its option's colour there; empty: no colours
  std::vector<std::uint64_t> words;   // all options live
  std::vector<std::uint32_t> counts;  // for each item its number of live options
  std::vector<std::uint32_t> units;   // primary items with fewer than two options
};

SparseTables tabulate_sparse(const CoverMatrix& matrix) {
  SparseTables t;
  t.primary = matrix.primary();
  t.items = matrix.items();
  t.word_start.push_back(0);
  for (int i = 0; i < t.items; ++i) {
    t.counts.push_back(static_cast<std::uint32_t>(matrix.members(i).size()));
    t.word_start.push_back(t.word_start.back() + (t.counts.back() + 63) / 64);
    if (i < t.primary && t.counts.back() < 2) t.units.push_back(i);
  }
  t.words.assign(t.word_start.back(), 0);
  t.option_of.assign(t.words.size() * 64, 0);
  if (matrix.coloured()) t.colour_of.assign(t.option_of.size(), 0);
  std::vector<std::uint32_t> next(t.items);
  for (int i = 0; i < t.items; ++i) next[i] = t.word_start[i] * 64;
  for (int o = 0; o < matrix.options(); ++o) {
    for (const auto& [item, colour] : matrix.option(o)) {
      const std::uint32_t bit = next[item]++;
      t.nodes.items.push_back({static_cast<std::uint32_t>(item), bit});
      t.words[bit / 64] |= std::uint64_t{1} << bit % 64;
      t.option_of[bit] = o;
      if (matrix.coloured()) t.colour_of[bit] = colour;
    }
    t.nodes.close();
  }
  return t;
}

class SparseState : public Counting {
 public:
  explicit SparseState(std::shared_ptr<const SparseTables> tables)
      : t_(std::move(tables)), decided_(t_->items), stamps_(t_->items) {}

  bool root(std::span<const int> chosen, std::span<const int> removed) {
    words_ = t_->words;
    counts_ = t_->counts;
    std::fill(decided_.begin(), decided_.end(), 0);
    chosen_.clear();
    struck_.clear();
    decisions_.clear();
    levels_.clear();
    units_ = t_->units;
    for (std::uint32_t item : units_) {
      if (counts_[item] == 0) return false;
    }
    for (int option : removed) {
      if (live(option) && !strike(option)) return false;
    }
    for (int option : chosen) {
      if (!live(option)) return false;
      if (!decided_[t_->nodes[option][0].item] && !choose(option)) return false;
    }
    return propagate();
  }

  int select(bool careful) {
    int best = -1;
    std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
    unsigned most = 0;
    int compared = 0;
    int i = 0;
    for (; i < t_->primary; ++i) {
      if (decided_[i] || counts_[i] > fewest) continue;
      if (counts_[i] != 2) {
        if (counts_[i] < fewest) best = i;
        fewest = counts_[i];
        continue;
      }
      fewest = 2;  // after propagation there are none with fewer
      const unsigned found = careful ? impact(i) : 1;
      if (found > most) {
        most = found;
        best = i;
      }
      if (!careful || ++compared == kPairsCompared) break;
    }
    work_ += i / 16 + 1;
    return best;
  }

  bool branch(int item) {
    const std::uint32_t option = first_option(item);
    levels_.push_back({option, struck_.size(), decisions_.size(), chosen_.size()});
    return choose(option) && propagate();
  }

  bool retreat() {
    const Level level = levels_.back();
    levels_.pop_back();
    for (; struck_.size() > level.struck; struck_.pop_back()) restore(struck_.back());
    for (; decisions_.size() > level.decisions; decisions_.pop_back()) {
      decided_[decisions_.back()] = 0;
    }
    chosen_.resize(level.chosen);
    units_.clear();
    return strike(level.option) && propagate();
  }

  bool at_root() const { return levels_.empty(); }
  const std::vector<std::uint32_t>& chosen() const { return chosen_; }

 private:
  struct Level {
    std::uint32_t option;
    std::size_t struck, decisions, chosen;  // sizes to go back to
  };

  bool live(std::uint32_t option) const {
    const auto entries = t_->nodes[option];
    if (entries.empty()) return false;
    return words_[entries[0].bit / 64] >> entries[0].bit % 64 & 1;
  }

  // Call f with each live option that cannot be chosen beside the one with this bit of an item,
  // because of that item, until f says false; return whether it never did.
  template <class F>
  bool each_conflict(std::uint32_t item, std::uint32_t bit, F f) const {
    const int colour = t_->colour_of.empty() ? 0 : t_->colour_of[bit];
    for (std::uint32_t word = t_->word_start[item]; word < t_->word_start[item + 1]; ++word) {
      for (const int place : bits(words_[word])) {
        const std::uint32_t other = word * 64 + place;
        if (other == bit || (colour != 0 && t_->colour_of[other] == colour)) continue;
        if (!f(t_->option_of[other])) return false;
      }
    }
    return true;
  }

  // See exact_cover/walk.hpp; of an item with two options.
  unsigned impact(std::uint32_t item) {
    const std::uint32_t first = first_option(item);
    unsigned found = impact_of(first);
    for (const auto [at, bit] : t_->nodes[first]) {
      if (at == item) {
        each_conflict(item, bit, [&](std::uint32_t second) {
          found += impact_of(second);
          return true;
        });
      }
    }
    return found;
  }

  // The weights of the primary items that lose options when an option is chosen.
  unsigned impact_of(std::uint32_t option) {
    unsigned found = 0;
    ++stamp_;
    for (const auto [item, bit] : t_->nodes[option]) {
      if (decided_[item]) continue;  // a secondary item that has this colour already
      each_conflict(item, bit, [&](std::uint32_t struck) {
        for (const auto [at, _] : t_->nodes[struck]) {
          if (static_cast<int>(at) >= t_->primary) break;  // primary items come first
          if (stamps_[at] == stamp_) continue;
          stamps_[at] = stamp_;
          found += counts_[at] == 2 ? 4 : counts_[at] == 3 ? 2 : 1;
        }
        ++work_;
        return true;
      });
    }
    return found;
  }

  std::uint32_t first_option(std::uint32_t item) const {
    std::uint32_t word = t_->word_start[item];
    while (words_[word] == 0) ++word;
    return t_->option_of[word * 64 + std::countr_zero(words_[word])];
  }

  // Take an option that is live out of all of its items; false if that leaves one without options.
  bool strike(std::uint32_t option) {
    bool possible = true;
    struck_.push_back(option);
    ++work_;
    for (const auto [item, bit] : t_->nodes[option]) {
      words_[bit / 64] &= ~(std::uint64_t{1} << bit % 64);
      const std::uint32_t left = --counts_[item];
      if (left <= 1 && static_cast<int>(item) < t_->primary && !decided_[item]) {
        possible &= left != 0;
        units_.push_back(item);
      }
    }
    return possible;
  }

  void restore(std::uint32_t option) {
    for (const auto [item, bit] : t_->nodes[option]) {
      words_[bit / 64] |= std::uint64_t{1} << bit % 64;
      ++counts_[item];
    }
  }

  // Choose a live option: decide its items and strike out what conflicts with it.
  bool choose(std::uint32_t option) {
    chosen_.push_back(option);
    const auto entries = t_->nodes[option];
    // All items first: else a strike would find one of them left with only this option.
    const std::size_t before = decisions_.size();
    for (const auto [item, bit] : entries) {
      if (decided_[item]) continue;  // a secondary item that has this colour already
      decided_[item] = 1;
      decisions_.push_back(item);
    }
    std::size_t next = before;
    for (const auto [item, bit] : entries) {
      if (next == decisions_.size() || decisions_[next] != item) continue;
      ++next;
      if (!each_conflict(item, bit, [&](std::uint32_t other) { return strike(other); })) {
        return false;
      }
    }
    return true;
  }

  bool propagate() {
    while (!units_.empty()) {
      const std::uint32_t item = units_.back();
      units_.pop_back();
      if (decided_[item]) continue;
      ++forced_;
      if (!choose(first_option(item))) return false;
    }
    return true;
  }

  std::shared_ptr<const SparseTables> t_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint8_t> decided_;     // item is in a chosen option
  std::vector<std::uint32_t> chosen_;     // options, in the order chosen
  std::vector<std::uint32_t> struck_;     // options, in the order struck out
  std::vector<std::uint32_t> decisions_;  // items, in the order decided
  std::vector<std::uint32_t> units_;      // undecided items that were left with one option
  std::vector<Level> levels_;
  std::vector<std::uint64_t> stamps_;  // when impact_of() last counted the item
  std::uint64_t stamp_ = 0;
};

}  // namespace

CoverSolver make_sparse_solver(const CoverMatrix& matrix) {
  return solver_of<SparseState>("sparse", matrix.options(),
                                std::make_shared<const SparseTables>(tabulate_sparse(matrix)));
}

}  // namespace cpsudoku::exact_cover
