#include "search/backtrack.hpp"

namespace cpsudoku::search {

namespace {
// Nodes between two looks at the watch, times cells: some hundred microseconds at any size.
constexpr std::uint64_t kCellsPerPoll = 1 << 16;
}  // namespace

BacktrackSearch::BacktrackSearch(std::shared_ptr<const Layout> layout, BacktrackOptions options,
                                 std::span<const Mask> candidates)
    : layout_(std::move(layout)),
      options_(options),
      position_(*layout_, options.singles, candidates) {}

Status BacktrackSearch::next(Watch& watch) {
  const std::uint64_t between = 1 + kCellsPerPoll / (layout_->cells + 1);
  std::uint64_t poll = nodes_;
  for (;;) {
    if (nodes_ >= poll) {
      if (watch.expired()) return Status::stopped;
      poll = nodes_ + between;
    }
    switch (step_) {
      case Step::start:
        step_ = position_.start() ? Step::choose : Step::done;
        conflicts_ += step_ == Step::done;
        break;
      case Step::choose: {
        auto cell = next_cell();
        step_ = Step::advance;
        if (is_late(cell)) {
          if (!position_.place_hidden()) {
            ++conflicts_;
            break;
          }
          cell = next_cell();
        }
        if (cell < 0) return Status::solution;
        choose_and_push(cell);
        break;
      }
      case Step::advance: advance(); break;
      case Step::done: return Status::exhausted;
    }
  }
}

bool BacktrackSearch::exhausted() const {
  if (step_ == Step::done) return true;
  return step_ == Step::advance && all_of(frames_, [](const Frame& f) { return f.untried == 0; });
}

std::ptrdiff_t BacktrackSearch::next_cell() const {
  return options_.order == Order::index ? position_.first_open() : position_.fewest();
}

// Whether hidden singles are to be looked for before this cell is branched on.
bool BacktrackSearch::is_late(std::ptrdiff_t cell) const {
  return options_.late && cell >= 0 && frames_.size() >= options_.late->depth &&
         bit_count(domain(static_cast<Cell>(cell))) >= options_.late->candidates;
}

void BacktrackSearch::choose_and_push(std::ptrdiff_t cell) {
  const auto chosen = static_cast<Cell>(cell);
  const Mask untried = position_.candidates(chosen);
  conflicts_ += untried == 0;
  frames_.push_back({chosen, untried, position_.mark()});
}

// Try the next digit of the newest frame that has one.
void BacktrackSearch::advance() {
  while (!frames_.empty() && !frames_.back().untried) frames_.pop_back();
  if (frames_.empty()) {
    step_ = Step::done;
    return;
  }
  Frame& frame = frames_.back();
  position_.undo(frame.mark);
  const Mask digit = frame.untried & (~frame.untried + 1);
  frame.untried ^= digit;
  ++nodes_;
  const bool alive = position_.place(frame.cell, digit);
  conflicts_ += !alive;
  step_ = alive ? Step::choose : Step::advance;
}

}  // namespace cpsudoku::search
