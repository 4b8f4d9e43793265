#include "propagation/singles.hpp"

#include <stdexcept>
#include <string>

namespace cpsudoku::propagation {

namespace {

bool single(Mask mask) { return (mask & (mask - 1)) == 0; }

void check_groups(std::size_t cells, const std::vector<std::vector<Cell>>& groups) {
  for (const auto& group : groups) {
    auto sorted = group;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end() ||
        (!sorted.empty() && sorted.back() >= cells)) {
      throw std::invalid_argument("a group has a cell twice or a cell outside of the grid");
    }
  }
}

}  // namespace

Layout::Layout(int digits_, std::size_t cells_, const std::vector<std::vector<Cell>>& groups)
    : digits(digits_), cells(cells_), all(0) {
  if (digits < 1 || digits > kMaxDigits) {
    throw std::invalid_argument("expected 1 to " + std::to_string(kMaxDigits) + " digits");
  }
  if (cells > kMaxCells) {
    throw std::invalid_argument("expected at most " + std::to_string(kMaxCells) + " cells");
  }
  check_groups(cells, groups);
  all = ~Mask{0} >> (kMaxDigits - digits);
  std::vector<std::vector<Cell>> peers_of(cells), of(cells);
  for (const auto& group : groups) {
    const bool is_house = group.size() == static_cast<std::size_t>(digits);
    for (const Cell cell : group) {
      for (const Cell other : group) {
        if (other != cell) peers_of[cell].push_back(other);
      }
      if (is_house) of[cell].push_back(static_cast<Cell>(houses.size()));
    }
    if (is_house) houses.add(group);
  }
  for (auto& list : peers_of) {
    sort_each_once(list);
    peers.add(list);
  }
  for (const auto& list : of) houses_of.add(list);
}

CandidateGrid::CandidateGrid(const Layout& layout, Singles singles,
                             std::span<const Mask> candidates)
    : layout_(&layout),
      singles_(singles),
      masks_(candidates.begin(), candidates.end()),
      open_(layout.cells),
      dirty_(layout.houses.size()) {
  for (std::size_t cell = 0; cell < layout.cells; ++cell) open_.add(cell);
}

bool CandidateGrid::start() {
  for (std::size_t cell = 0; cell < layout_->cells; ++cell) {
    if (single(masks_[cell])) queue_.push_back(static_cast<Cell>(cell));
  }
  if (singles_ == Singles::hidden) {
    for (std::size_t house = 0; house < layout_->houses.size(); ++house) dirty_.add(house);
  }
  return propagate();
}

bool CandidateGrid::place(Cell cell, Mask digit) {
  --propagations_;  // the placement itself is the search's, only what follows is counted
  set(cell, digit);
  queue_.push_back(cell);
  return propagate();
}

bool CandidateGrid::exclude(Cell cell, Mask digits) {
  const Mask left = masks_[cell] & ~digits;
  set(cell, left);
  if (single(left)) queue_.push_back(cell);
  return propagate();
}

bool CandidateGrid::place_hidden() {
  const Singles usual = std::exchange(singles_, Singles::hidden);
  for (std::size_t house = 0; house < layout_->houses.size(); ++house) dirty_.add(house);
  const bool alive = propagate();
  singles_ = usual;
  return alive;
}

void CandidateGrid::undo(const Mark& mark) {
  while (trail_.size() > mark.trail) {
    const auto [cell, mask] = trail_.back();
    trail_.pop_back();
    masks_[cell] = mask;
  }
  while (placed_.size() > mark.placed) {
    open_.add(placed_.back());
    placed_.pop_back();
  }
}

std::ptrdiff_t CandidateGrid::fewest() const {
  std::ptrdiff_t best = -1;
  int least = kMaxDigits + 1;
  // With singles placed, an open cell has at least two candidates: no need to look further.
  const int enough = singles_ == Singles::none ? 0 : 2;
  for (const std::size_t cell : open_) {
    const int count = bit_count(masks_[cell]);
    if (count < least) {
      best = static_cast<std::ptrdiff_t>(cell);
      least = count;
      if (count <= enough) break;
    }
  }
  return best;
}

// ensure: at a dead end nothing waits any more, so that the next call starts clean.
bool CandidateGrid::propagate() {
  bool alive = true;
  while (alive) {
    if (head_ < queue_.size()) {
      alive = settle(queue_[head_++]);
    } else if (const auto house = dirty_.next(0); house >= 0) {
      dirty_.remove(static_cast<std::size_t>(house));
      alive = find_hidden(static_cast<std::size_t>(house));
    } else {
      break;
    }
  }
  queue_.clear();
  head_ = 0;
  if (!alive) dirty_.clear();
  return alive;
}

// Take a cell's only candidate away from its peers.
bool CandidateGrid::settle(Cell cell) {
  if (!open_.has(cell)) return true;
  const Mask digit = masks_[cell];
  if (!digit) return false;
  open_.remove(cell);
  placed_.push_back(cell);
  ++propagations_;
  for (const Cell peer : layout_->peers[cell]) {
    const Mask mask = masks_[peer];
    if (!(mask & digit)) continue;
    const Mask left = mask ^ digit;
    set(peer, left);
    // Without propagation a cell that ran out of candidates is noticed when its turn comes.
    if (singles_ == Singles::none) continue;
    if (!left) return false;
    if (single(left)) queue_.push_back(peer);
  }
  return true;
}

bool CandidateGrid::find_hidden(std::size_t house) {
  const auto cells = layout_->houses[house];
  Mask once = 0, twice = 0, placed = 0;
  for (const Cell cell : cells) {
    const Mask mask = masks_[cell];
    twice |= once & mask;
    once |= mask;
    if (single(mask)) placed |= mask;
  }
  if (once != layout_->all) return false;
  const Mask hidden = once & ~twice & ~placed;
  if (!hidden) return true;
  for (const Cell cell : cells) {
    const Mask digit = masks_[cell] & hidden;
    if (!digit) continue;
    if (!single(digit)) return false;  // two digits have this cell as their only place
    set(cell, digit);
    queue_.push_back(cell);
  }
  return true;
}

void CandidateGrid::set(Cell cell, Mask mask) {
  trail_.emplace_back(cell, masks_[cell]);
  masks_[cell] = mask;
  if (singles_ != Singles::hidden) return;
  for (const Cell house : layout_->houses_of[cell]) dirty_.add(house);
}

}  // namespace cpsudoku::propagation
