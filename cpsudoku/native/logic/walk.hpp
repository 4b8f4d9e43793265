// Walks a path: the first step in the order is applied, again and again, until all is placed or
// nothing is found.
#pragma once

#include <limits>
#include <stdexcept>

#include "logic/engine.hpp"
#include "logic/registry.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// An order: what is looked for, in turn, and the number of each technique.
class Order {
 public:
  // Without the finders whose techniques the houses, the size of the board or the options rule out.
  // Throws std::invalid_argument if there is no finder of a name.
  Order(const OrderData& data, const Houses& houses) : options(data.options) {
    for (const auto& name : data.finders) {
      const auto* finder = find_finder(name);
      if (!finder && is_finder(name)) continue;  // looked for only on narrow boards
      if (!finder) throw std::invalid_argument("there is no technique " + name);
      if (finder->needs_boxes() && houses.of(Kind::box).empty()) continue;
      if (finder->needs_uniqueness() && !options.uniqueness) continue;
      finders.push_back(finder);
    }
    for (const auto* technique : techniques()) {
      const auto same = [&](const auto& pair) { return pair.first == technique->name; };
      const auto found = std::find_if(data.numbers.begin(), data.numbers.end(), same);
      const int number = found == data.numbers.end() ? 0 : found->second;
      numbers_.push_back({technique, number, static_cast<int>(numbers_.size())});
    }
    if constexpr (kWidth != kNarrow) add_own_techniques();
    for (const auto* finder : finders) {
      int least = std::numeric_limits<int>::max();
      for (const auto* technique : finder->yields) least = std::min(least, number(technique).first);
      ascending_ = ascending_ && (least_.empty() || least >= least_.back());
      least_.push_back(least);
    }
  }

  // What every step counts at least that the finder number `finder` and all after it find; 0 where
  // easier ones come after harder ones.
  int least_from(std::size_t finder) const { return ascending_ ? least_[finder] : 0; }

  // The number of a technique, and its index in techniques().
  std::pair<int, int> number(const Technique* technique) const {
    for (const Numbered& each : numbers_) {
      if (each.technique == technique) return {each.number, each.index};
    }
    return {0, -1};
  }

  std::vector<const Finder*> finders;
  Options options;

 private:
  struct Numbered {
    const Technique* technique;
    int number;
    int index;  // in techniques()
  };

  // What is compiled for wide boards has objects of its own for the same names.
  void add_own_techniques() {
    const auto count = static_cast<std::ptrdiff_t>(numbers_.size());
    for (const auto& finder : logic::finders()) {
      for (const auto* technique : finder.yields) {
        const auto same = [&](const Numbered& each) {
          return std::string_view(each.technique->name) == technique->name;
        };
        const auto named = std::find_if(numbers_.begin(), numbers_.begin() + count, same);
        numbers_.push_back({technique, named->number, named->index});
      }
    }
  }

  std::vector<Numbered> numbers_;
  std::vector<int> least_;  // of each finder
  bool ascending_ = true;
};

// Easy steps take less time than reading the clock; long searches read it themselves.
inline constexpr int kStepsPerLook = 16;

class Walk {
 public:
  // require: both outlive the walk.
  Walk(const Houses& houses, const Order& order, bool wants_evidence)
      : position_(houses), order_(&order), sink_(wants_evidence) {}

  Position& position() { return position_; }

  // After the position has been started again.
  void restart() {
    rating_ = {};
    ++turn_;
  }

  // The next step, which has been applied; nullptr at the end.
  const Step* next(Watch& watch) {
    if (rating_.end != End::open) return nullptr;
    if (position_.broken()) {
      rating_.end = End::broken;
    } else if (position_.solved()) {
      rating_.end = End::solved;
    } else if (rating_.steps % kStepsPerLook == 0 && watch.expired()) {
      give_up(order_->finders.empty() ? 0 : order_->least_from(0));
    } else if (find(watch)) {
      const Step& step = sink_.draft();
      count(step);
      apply(step);
      return &step;
    }
    return nullptr;
  }

  const Rating& rating() const { return rating_; }

 private:
  bool find(Watch& watch) {
    Search search{position_, sink_, order_->options, watch, memory_, ++turn_, rating_.hardest};
    for (std::size_t i = 0; i < order_->finders.size(); ++i) {
      const bool late =
          kWidth != kNarrow && search.expired();  // on big boards even short ones add up
      const bool found = !late && order_->finders[i]->find(search);
      if (search.cut_short) {  // whatever it says: some end by saying that all is found
        give_up(order_->least_from(i));
        return false;
      }
      if (found) return true;
    }
    if (!order_->finders.empty()) give_up(order_->least_from(order_->finders.size() - 1));
    rating_.end = End::stuck;
    return false;
  }

  // All easier steps were looked for in vain: the next one counts at least `least`.
  void give_up(int least) {
    rating_.end = End::limit;
    rating_.hardest = std::max(rating_.hardest, least);
    if (rating_.steps == 0) rating_.first = least;
    if (!rating_.placed) rating_.to_placement = std::max(rating_.to_placement, least);
  }

  void apply(const Step& step) {
    // By cells and digits, so that what arises does so in an order that no technique decides.
    gone_ = step.eliminations;
    sort_candidates(gone_);
    for (const auto& [cell, digit] : gone_) position_.eliminate(cell, digit);
    for (const auto& [cell, digit] : step.placements) {
      if (position_.open().has(cell)) position_.place(cell, digit);
    }
  }

  void count(const Step& step) {
    const auto [base, technique] = order_->number(step.technique);
    const int number = base + step.surplus;
    if (number > rating_.hardest || rating_.steps == 0) {
      rating_.hardest = number;
      rating_.technique = technique;
    }
    if (rating_.steps == 0) rating_.first = number;
    if (!rating_.placed) rating_.to_placement = rating_.hardest;
    rating_.placed = rating_.placed || !step.placements.empty();
    rating_.total += number;
    rating_.used[static_cast<std::size_t>(technique) / 64] |= std::uint64_t{1} << (technique % 64);
    ++rating_.steps;
  }

  Position position_;
  const Order* order_;
  FirstStep sink_;
  Memory memory_;
  std::uint64_t turn_ = 0;
  std::vector<Candidate> gone_;
  Rating rating_;
};

// All steps of these finders in a position, in their order.  Fewer where the watch expires.
inline std::vector<Step> find_all(const Position& position, const Order& order, Watch& watch) {
  AllSteps sink(true);
  Memory memory;
  Search search{position, sink, order.options, watch, memory, 1};
  for (const auto* finder : order.finders) {
    finder->find(search);
    if (search.cut_short) break;
  }
  return std::move(sink.steps);
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
