#include "bitboard/many.hpp"

#include <algorithm>
#include <cstring>

#include "bitboard/single.hpp"

namespace cpsudoku::bitboard {

namespace {

// The candidates that a byte stands for; none if it has no meaning.
using Meaning = std::array<std::uint16_t, 256>;

constexpr Meaning kNumberMeaning = [] {
  Meaning masks{};
  masks[0] = kAllDigits;
  for (unsigned digit = 1; digit <= 9; ++digit) {
    masks[digit] = static_cast<std::uint16_t>(1 << (digit - 1));
  }
  return masks;
}();

constexpr Meaning kTextMeaning = [] {
  Meaning masks{};
  for (const char blank : {'.', '0', '*', '_'})
    masks[static_cast<unsigned char>(blank)] = kAllDigits;
  for (unsigned digit = 1; digit <= 9; ++digit) masks['0' + digit] = kNumberMeaning[digit];
  return masks;
}();

Candidates read(const Puzzles& puzzles, std::size_t i) {
  const std::uint8_t* row = puzzles.row(i);
  Candidates masks;
  bool good = false;
  if (puzzles.notation == Notation::kCandidates) {
    std::memcpy(masks.data(), row, sizeof masks);
    good = std::all_of(masks.begin(), masks.end(),
                       [](std::uint16_t mask) { return mask <= kAllDigits; });
  } else {
    const Meaning& meaning = puzzles.notation == Notation::kText ? kTextMeaning : kNumberMeaning;
    std::transform(row, row + kCells, masks.begin(),
                   [&](std::uint8_t byte) { return meaning[byte]; });
    good = std::find(masks.begin(), masks.end(), 0) == masks.end();
  }
  if (!good) throw MalformedPuzzle(i, puzzles.notation);
  return masks;
}

// One puzzle after another, and in turns those that take longer, so that none waits for another
// until the time is out.
class Few {
 public:
  Few(const Puzzles& puzzles, const LaneOptions& options, Watch& watch, const Answers& answers)
      : puzzles_(puzzles),
        options_(options),
        // Whether the one solution wanted is one of several has to be known, too.
        limit_(answers.solutions ? std::max<std::uint64_t>(options.limit, 2) : options.limit),
        watch_(watch),
        answers_(answers) {}

  Effort search() {
    std::vector<Candidates> all(puzzles_.size);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = read(puzzles_, i);
    std::vector<Begun> begun;
    for (std::size_t i = 0; i < all.size(); ++i) {
      Single search(all[i], options_.width);
      Found found;
      if (go_on(search, found)) {
        hand_in(i, search, found);
      } else {
        begun.push_back({i, found, std::make_unique<Single>(search)});
      }
    }
    while (!begun.empty()) {
      std::erase_if(begun, [this](Begun& one) {
        const bool ended = go_on(*one.search, one.found) || watch_.expired();
        if (ended) hand_in(one.puzzle, *one.search, one.found);
        return ended;
      });
    }
    if (answers_.solutions != nullptr && !several_.empty()) find_first();
    return effort_;
  }

 private:
  struct Found {
    std::uint64_t count = 0;
    Grid first{};
  };
  struct Begun {
    std::size_t puzzle;
    Found found;
    std::unique_ptr<Single> search;
  };

  // Continues for some tenths of a millisecond at most; returns whether that was enough.
  bool go_on(Single& search, Found& found) {
    if (watch_.expired()) return false;
    found.count += search.run_briefly(limit_ - found.count, &found.first, found.count == 0 ? 1 : 0);
    return found.count == limit_ || search.exhausted();
  }

  void hand_in(std::size_t i, const Single& search, const Found& found) {
    const std::uint64_t count = std::min(found.count, options_.limit);
    answers_.counts[i] = static_cast<std::int64_t>(count);
    if (answers_.unknown) answers_.unknown[i] = count < options_.limit && !search.exhausted();
    if (answers_.solutions) write(i, found.first.data());
    if (found.count > 1) several_.push_back(i);
    effort_.guesses += search.branches();
    effort_.nodes += 1 + 2 * search.branches();
  }

  void write(std::size_t i, const std::uint8_t* grid) {
    std::transform(grid, grid + kCells, answers_.solutions + kCells * i, [&](std::uint8_t digit) {
      return static_cast<std::uint8_t>(digit + answers_.zero);
    });
  }

  // Of the puzzles with several solutions.
  void find_first() {
    const std::size_t n = several_.size();
    std::vector<std::uint64_t> offsets(n);
    std::transform(several_.begin(), several_.end(), offsets.begin(), [&](std::size_t i) {
      return static_cast<std::uint64_t>(puzzles_.row(i) - puzzles_.row(0));
    });
    std::vector<std::int64_t> counts(n);
    std::vector<std::uint8_t> grids(kCells * n);
    const auto unknown = std::make_unique<bool[]>(n);
    search_lanes({puzzles_.row(0), puzzles_.notation, 0, n, offsets.data()},
                 {1, options_.threads, options_.width}, watch_,
                 {counts.data(), grids.data(), unknown.get()});
    for (std::size_t k = 0; k < n; ++k) {
      if (!unknown[k]) write(several_[k], grids.data() + kCells * k);
    }
  }

  const Puzzles& puzzles_;
  const LaneOptions& options_;
  const std::uint64_t limit_;
  Watch& watch_;
  const Answers& answers_;
  std::vector<std::size_t> several_;
  Effort effort_{};
};

}  // namespace

Effort search_many(const Puzzles& puzzles, const LaneOptions& options, Watch& watch,
                   const Answers& answers) {
  const auto few = static_cast<std::size_t>(lanes_of(options.width) / 2);
  if (puzzles.size >= few) return search_lanes(puzzles, options, watch, answers);
  return Few(puzzles, options, watch, answers).search();
}

}  // namespace cpsudoku::bitboard
