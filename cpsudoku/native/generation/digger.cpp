#include "generation/digger.hpp"

#include <numeric>

#include "bitboard/lanes.hpp"
#include "core/parallel.hpp"
#include "core/verify.hpp"
#include "generation/filling.hpp"

namespace cpsudoku::generation {

namespace {

constexpr std::size_t kBoards = 1024;      // in flight, of each thread
constexpr std::uint64_t kAhead = 1 << 15;  // puzzles that wait at most to be taken
constexpr std::uint64_t kNone = ~std::uint64_t{0};

std::shared_ptr<const Layout> classic_layout() {
  static const auto layout =
      std::make_shared<const Layout>(9, 81, classic_groups<propagation::Cell>());
  return layout;
}

bool meets(const Wish& wish, const Board& board, Rejections& rejections) {
  if (board.failed()) {
    ++rejections.pattern;
    return false;
  }
  if (board.clues() < wish.least || board.clues() > wish.most) {
    ++rejections.clues[board.clues()];
    return false;
  }
  for (std::size_t box = 0; box < 9; ++box) {
    if (board.blanks(box) < wish.least_blanks[box]) {
      ++rejections.boxes;
      return false;
    }
  }
  return true;
}

}  // namespace

// One thread's boards.
class Digger::Worker {
 public:
  explicit Worker(Digger& digger)
      : digger_(digger),
        wish_(digger.wish_),
        filler_(classic_layout()),
        restricted_(any_of(wish_.candidates, [](std::uint16_t mask) { return mask != 0x1ff; })),
        ranked_(std::count(wish_.plan.must_go.begin(), wish_.plan.must_go.end(), true) +
                    std::count_if(wish_.least_blanks.begin(), wish_.least_blanks.end(),
                                  [](std::uint8_t least) { return least > 0; }) >
                0),
        slots_(kBoards, Slot{Board(wish_.plan), {}, false}) {
    std::copy(wish_.candidates.begin(), wish_.candidates.end(), candidates_.begin());
  }

  void run(Watch until, Watch& watch) {
    for (;;) {
      for (Slot& slot : slots_) {
        if (!slot.busy) fill(slot);
      }
      asked_.clear();
      for (Slot& slot : slots_) {
        // Attempts beyond one that succeeded do not count any more.
        if (slot.busy && slot.key.attempt > 0 && !digger_.is_wanted(slot.key)) {
          digger_.hand_in(slot.key, nullptr);
          slot.busy = false;
          fill(slot);
        }
        if (slot.busy) asked_.push_back(&slot);
      }
      if (asked_.empty()) break;
      questions_.resize(81 * asked_.size());
      counts_.resize(asked_.size());
      for (std::size_t i = 0; i < asked_.size(); ++i) asked_[i]->board.ask(&questions_[81 * i]);
      bitboard::search_lanes(
          {questions_.data(), bitboard::Notation::kCandidates, 162, asked_.size()}, {.limit = 1},
          watch, {counts_.data()});
      if (watch.expired()) break;  // some counts are unknown: the same is asked again
      for (std::size_t i = 0; i < asked_.size(); ++i) {
        Slot& slot = *asked_[i];
        if (!(counts_[i] != 0 ? slot.board.refute() : slot.board.confirm())) end(slot);
      }
      if (until.expired() || digger_.has_enough()) break;
    }
    digger_.add_rejections(rejections_);
    rejections_ = {};
  }

 private:
  struct Slot {
    Board board;
    Key key;
    bool busy;
  };

  // Begins attempts until one has a question, or no attempts are left.
  void fill(Slot& slot) {
    while (!slot.busy && digger_.next_key(slot.key)) {
      slot.busy = true;
      if (!begin(slot)) end(slot);
    }
  }

  // Draws a grid and the order of digging; returns whether there is a question.
  bool begin(Slot& slot) {
    Randomness chance(digger_.seed_, digger_.first_ + slot.key.number, slot.key.attempt);
    ClassicGrid grid;
    if (!restricted_) {
      grid = classic_grid(chance);
    } else if (filler_.fill(candidates_, chance, never_, grid) != Filled::done) {
      throw NoGrid();
    }
    std::array<std::uint8_t, 81> order;
    draw_order(order, chance);
    const auto& targets = wish_.targets;
    const int stop_at = targets.empty() ? 0 : targets[chance.below(targets.size())];
    return slot.board.start(grid, order, stop_at);
  }

  // A random order, but first the orbits that must go, then those that a box needs for its blanks.
  void draw_order(std::array<std::uint8_t, 81>& order, Randomness& chance) {
    const Plan& plan = wish_.plan;
    const std::size_t size = plan.orbits.size();
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    chance.shuffle(order, size);
    if (!ranked_) return;
    auto needed = wish_.least_blanks;
    std::array<std::uint8_t, 81> rank{};
    for (const bool must_go : {true, false}) {
      for (std::size_t place = 0; place < size; ++place) {
        const std::size_t orbit = order[place];
        if (plan.must_go[orbit] != must_go) continue;
        rank[orbit] = must_go ? 0 : 2;
        for (const auto cell : plan.orbits[orbit]) {
          auto& need = needed[cell / 27 * 3 + cell % 9 / 3];
          if (need == 0) continue;
          --need;
          rank[orbit] = std::min<std::uint8_t>(rank[orbit], 1);
        }
      }
    }
    const auto drawn = order;
    std::size_t next = 0;
    for (const std::uint8_t wanted : {0, 1, 2}) {
      for (std::size_t place = 0; place < size; ++place) {
        if (rank[drawn[place]] == wanted) order[next++] = drawn[place];
      }
    }
  }

  void end(Slot& slot) {
    slot.busy = false;
    if (!meets(wish_, slot.board, rejections_)) {
      digger_.hand_in(slot.key, nullptr);
      return;
    }
    Made made;
    if (wish_.measured) {
      made.choices = effort(slot.board.puzzle());
      if (made.choices < wish_.least_choices || made.choices > wish_.most_choices) {
        ++rejections_.effort;
        digger_.hand_in(slot.key, nullptr);
        return;
      }
    }
    made.index = digger_.first_ + slot.key.number;
    made.attempts = slot.key.attempt + 1;
    made.met = true;
    made.puzzle = slot.board.puzzle();
    made.grid = slot.board.grid();
    digger_.hand_in(slot.key, &made);
  }

  std::uint64_t effort(const ClassicGrid& puzzle) {
    std::array<std::uint64_t, 81> masks;
    for (std::size_t cell = 0; cell < 81; ++cell) {
      masks[cell] = puzzle[cell] != 0 ? std::uint64_t{1} << (puzzle[cell] - 1) : 0x1ff;
    }
    return filler_.choices(masks, kNone, never_);
  }

  Digger& digger_;
  const Wish& wish_;
  Filler<std::uint16_t> filler_;
  const bool restricted_;  // whether some cell cannot have every digit
  const bool ranked_;      // whether some orbits come before others
  std::array<std::uint64_t, 81> candidates_;
  std::vector<Slot> slots_;
  std::vector<Slot*> asked_;
  std::vector<std::uint16_t> questions_;
  std::vector<std::int64_t> counts_;
  Rejections rejections_;
  Watch never_;  // filling a grid takes microseconds
};

Digger::Digger(Wish wish, std::uint64_t seed, std::uint64_t first, std::uint64_t count,
               unsigned threads, std::uint64_t first_attempt)
    : wish_(std::move(wish)),
      seed_(seed),
      first_(first),
      count_(count),
      first_attempt_(first_attempt) {
  while (workers_.size() < threads) workers_.push_back(std::make_unique<Worker>(*this));
}

Digger::~Digger() = default;

void Digger::run(double seconds, Watch& watch) {
  const Watch until(seconds);
  const auto threads = static_cast<unsigned>(workers_.size());
  in_parallel(threads, threads, watch,
              [&](std::size_t i, Watch& mine) { workers_[i]->run(until, mine); });
}

bool Digger::has_enough() {
  const std::lock_guard lock(mutex_);
  return ended_ >= kAhead / 2;
}

void Digger::add_rejections(const Rejections& part) {
  const std::lock_guard lock(mutex_);
  Rejections& sum = rejections_;
  for (std::size_t i = 0; i < sum.clues.size(); ++i) sum.clues[i] += part.clues[i];
  sum.boxes += part.boxes;
  sum.effort += part.effort;
  sum.pattern += part.pattern;
}

// As many attempts for one puzzle as are likely needed for one to succeed.
std::uint64_t Digger::most_at_a_time() const { return (tried_ + 1) / (met_ + 1); }

// The attempt to begin next: the next of the lowest puzzle that may have one more at a time, else
// the first of a new puzzle.
bool Digger::next_key(Key& key) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t most = most_at_a_time();
  for (; free_from_ < ledger_.size(); ++free_from_) {
    Entry& entry = ledger_[free_from_];
    if (entry.ended || entry.made.met || entry.next >= wish_.attempts) continue;
    if (entry.running.size() >= most) continue;
    key = {taken_ + free_from_, entry.next++};
    entry.running.push_back(key.attempt);
    return true;
  }
  if (taken_ + ledger_.size() == count_ || ledger_.size() >= kAhead) return false;
  key = {taken_ + ledger_.size(), first_attempt_};
  ledger_.push_back({first_attempt_ + 1, {first_attempt_}, {}});
  return true;
}

bool Digger::is_wanted(const Key& key) {
  const std::lock_guard lock(mutex_);
  return key.number >= taken_ && key.attempt < ledger_[key.number - taken_].lowest();
}

// An attempt has ended, with a puzzle or (null) without.
void Digger::hand_in(const Key& key, const Made* made) {
  const std::lock_guard lock(mutex_);
  ++tried_;
  if (made != nullptr) ++met_;
  if (key.number < taken_) return;
  const std::size_t at = key.number - taken_;
  Entry& entry = ledger_[at];
  std::erase(entry.running, key.attempt);
  if (entry.ended) return;
  if (made != nullptr && key.attempt < entry.lowest()) entry.made = *made;
  std::erase_if(entry.running, [&](std::uint64_t attempt) { return attempt > entry.lowest(); });
  const bool exhausted = !entry.made.met && entry.next >= wish_.attempts;
  if (entry.running.empty() && (entry.made.met || exhausted)) {
    if (exhausted) {
      entry.made.index = first_ + key.number;
      entry.made.attempts = wish_.attempts;
    }
    entry.ended = true;
    ++ended_;
  } else if (!entry.made.met) {
    free_from_ = std::min(free_from_, at);
  }
}

std::optional<Made> Digger::take() {
  const std::lock_guard lock(mutex_);
  if (ledger_.empty() || !ledger_.front().ended) return std::nullopt;
  const Made made = ledger_.front().made;
  ledger_.pop_front();
  ++taken_;
  --ended_;
  free_from_ -= free_from_ > 0;
  return made;
}

}  // namespace cpsudoku::generation
