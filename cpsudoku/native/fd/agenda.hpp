// Who waits for what, and whose turn it is.
//
//   cell r1c1 changed {3,5,9} → {3,5}: any ✓, bounds ✓ (9 was the highest), fixed ✗
//
//   subscriptions of r1c1   (house of row 1, any) (sum of a cage, any) (at most 12, bounds) …
//
//   queues    fixed cells    r3c4                         their peers lose the digit, before all else
//             cheap          row 1, pair r1c1 r1c2
//             middling       cage 15
//             dear           automaton of a sandwich, parts of an `Or`
//
// A propagator waits in one queue at most, the one of its cost, and the cheapest that wait are run
// first, in the order in which they were woken.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fd/formula.hpp"

namespace cpsudoku::fd {

using PropagatorId = std::uint32_t;
inline constexpr PropagatorId kNobody = 0xffffffff;

enum class Cost : std::uint8_t { cheap, middling, dear, dearest };
inline constexpr std::size_t kCosts = 4;

// What happens to a domain; a change of its bounds is any change too, and so is fixing it.
enum Event : std::uint8_t { kAny = 1, kBounds = 2, kFixed = 4 };

struct Subscription {
  PropagatorId propagator;
  std::uint8_t events;
};

// Never changed after it is built; shared by all searches of a network.
struct Subscriptions {
  std::vector<std::vector<Subscription>> of_cell;
  std::vector<Cost> costs;  // of each propagator
};

class Agenda {
 public:
  explicit Agenda(const Subscriptions& subscriptions)
      : subscriptions_(&subscriptions), waiting_(subscriptions.costs.size(), false) {}

  void changed(Cell cell, Mask before, Mask after) {
    const Mask gone = before & ~after;
    unsigned events = kAny;
    if (gone > after || (gone & (~before + 1) & before) != 0) events |= kBounds;
    if ((after & (after - 1)) == 0) {
      events |= kFixed;
      fixed_.push_back(cell);
    }
    for (const Subscription& one : subscriptions_->of_cell[cell]) {
      if (one.events & events) wake(one.propagator);
    }
  }

  void wake(PropagatorId id) {
    if (waiting_[id] || id == running_) return;
    waiting_[id] = true;
    queues_[static_cast<std::size_t>(subscriptions_->costs[id])].push(id);
  }

  // Whoever runs is not woken by what it does itself.
  void set_running(PropagatorId id) { running_ = id; }

  bool next_fixed(Cell& cell) {
    if (fixed_.empty()) return false;
    cell = fixed_.back();
    fixed_.pop_back();
    return true;
  }

  bool next(PropagatorId& id) {
    for (Queue& queue : queues_) {
      if (queue.empty()) continue;
      id = queue.pop();
      waiting_[id] = false;
      return true;
    }
    return false;
  }

  void clear() {
    fixed_.clear();
    running_ = kNobody;
    for (Queue& queue : queues_) {
      while (!queue.empty()) waiting_[queue.pop()] = false;
    }
  }

 private:
  // First in, first out; its room is used again whenever it runs empty.
  class Queue {
   public:
    bool empty() const { return first_ == items_.size(); }
    void push(PropagatorId id) { items_.push_back(id); }
    PropagatorId pop() {
      const PropagatorId id = items_[first_++];
      if (first_ == items_.size()) {
        items_.clear();
        first_ = 0;
      }
      return id;
    }

   private:
    std::vector<PropagatorId> items_;
    std::size_t first_ = 0;
  };

  const Subscriptions* subscriptions_;
  std::vector<Cell> fixed_;
  std::array<Queue, kCosts> queues_;
  std::vector<char> waiting_;
  PropagatorId running_ = kNobody;
};

}  // namespace cpsudoku::fd
