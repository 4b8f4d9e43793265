// Which propagator waits for what, and which is next.
//
//   slots   a propagator each, the cheap ones first; each cost begins with a word of its own
//
//     word 0   cheap      row 1, …, box 9, cage 15, pair r1c1 r1c2      cell r1c1 wakes
//     word 1   middling   sum across houses, row 1 and box 1, …           0b…0001 of word 0,
//     word 2   dear       subsets of row 1, automaton of a sandwich       0b…0011 of word 1, …
//     word 3   dearest    parts of an `Or`
//
//   waiting   a bit a slot;   busy   a bit a word of these that is not 0
//
// To wake all that wait for a cell is to add some bits; the lowest bit of the lowest word is the
// cheapest that waits.  The one that ran last in a word is last in turn there, so that none starves
// others of its cost.  Cells with one digit left are kept beside: their peers lose it before all
// else.
#pragma once

#include "core/lists.hpp"
#include "fd/formula.hpp"

namespace cpsudoku::fd {

using Word = std::uint64_t;
using PropagatorId = std::uint32_t;

enum class Cost : std::uint8_t { cheap, middling, dear, dearest };
inline constexpr std::size_t kCosts = 4;

// Never changed after it is built; shared by all searches of a network.
class Subscriptions {
 public:
  // For each propagator its cost, and for each cell the propagators that wait for its changes.
  Subscriptions(const std::vector<Cost>& costs,
                const std::vector<std::vector<PropagatorId>>& of_cells) {
    std::vector<std::uint32_t> slots(costs.size());
    for (std::size_t cost = 0; cost < kCosts; ++cost) {
      for (PropagatorId id = 0; id < costs.size(); ++id) {
        if (static_cast<std::size_t>(costs[id]) != cost) continue;
        slots[id] = static_cast<std::uint32_t>(ids_.size());
        ids_.push_back(id);
      }
      ids_.resize((ids_.size() + 63) / 64 * 64, 0);
    }
    for (const auto& ids : of_cells) {
      std::vector<Word> bits(words(), 0);
      for (const PropagatorId id : ids) bits[slots[id] / 64] |= Word{1} << (slots[id] % 64);
      for (std::uint32_t word = 0; word < words(); ++word) {
        if (bits[word] != 0) wakes_.items.push_back({word, bits[word]});
      }
      wakes_.close();
    }
    slots_ = std::move(slots);
  }

  std::size_t words() const { return ids_.size() / 64; }

 private:
  friend class Agenda;

  struct Wake {
    std::uint32_t word;
    Word bits;
  };

  ListsOf<Wake> wakes_;               // of cells
  std::vector<PropagatorId> ids_;     // of slots
  std::vector<std::uint32_t> slots_;  // of propagators
};

class Agenda {
 public:
  explicit Agenda(const Subscriptions& subscriptions)
      : subscriptions_(&subscriptions),
        waiting_(subscriptions.words(), 0),
        last_(subscriptions.words(), 0),
        busy_((subscriptions.words() + 63) / 64, 0) {}

  void changed(Cell cell, Mask after) {
    if ((after & (after - 1)) == 0) fixed_.push_back(cell);
    for (const auto& wake : subscriptions_->wakes_[cell]) add(wake.word, wake.bits);
  }

  void wake(PropagatorId id) {
    const std::uint32_t slot = subscriptions_->slots_[id];
    add(slot / 64, Word{1} << (slot % 64));
  }

  // This propagator need not run again after all.
  void forget(PropagatorId id) {
    const std::uint32_t slot = subscriptions_->slots_[id], word = slot / 64;
    waiting_[word] &= ~(Word{1} << (slot % 64));
    if (waiting_[word] == 0) busy_[word / 64] &= ~(Word{1} << (word % 64));
  }

  bool next_fixed(Cell& cell) {
    if (fixed_.empty()) return false;
    cell = fixed_.back();
    fixed_.pop_back();
    return true;
  }

  bool next(PropagatorId& id) {
    for (std::size_t i = 0; i < busy_.size(); ++i) {
      if (busy_[i] == 0) continue;
      const auto word = i * 64 + static_cast<std::size_t>(std::countr_zero(busy_[i]));
      Word& waiting = waiting_[word];
      const Word later = waiting & last_[word];
      const int bit = std::countr_zero(later != 0 ? later : waiting);
      last_[word] = ~Word{1} << bit;
      waiting &= ~(Word{1} << bit);
      if (waiting == 0) busy_[i] &= busy_[i] - 1;
      id = subscriptions_->ids_[word * 64 + static_cast<std::size_t>(bit)];
      return true;
    }
    return false;
  }

  void clear() {
    fixed_.clear();
    for (std::size_t i = 0; i < busy_.size(); ++i) {
      for (const int word : bits(std::exchange(busy_[i], 0))) waiting_[i * 64 + word] = 0;
    }
  }

 private:
  void add(std::uint32_t word, Word bits) {
    waiting_[word] |= bits;
    busy_[word / 64] |= Word{1} << (word % 64);
  }

  const Subscriptions* subscriptions_;
  std::vector<Cell> fixed_;
  std::vector<Word> waiting_;
  std::vector<Word> last_;  // the slots after the one that ran last
  std::vector<Word> busy_;
};

}  // namespace cpsudoku::fd
