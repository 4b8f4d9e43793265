// What a technique's code is given, and where its steps go.
//
//     bool find_naked_single(Search& search) {
//       for (const Cell cell : search.position.naked()) {
//         Step& step = search.begin(kNakedSingle);
//         step.place(cell, std::countr_zero(search.position.candidates(cell)));
//         if (search.wants_evidence()) step.evidence.cells = {cell};
//         if (search.close()) return true;   // nobody wants another one
//       }
//       return false;
//     }
//
// The step is one object that is filled again and again, so that a search that keeps nothing
// allocates nothing.
#pragma once

#include <typeinfo>

#include "logic/engine.hpp"
#include "logic/position.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// Takes steps as they are found.
class Sink {
 public:
  explicit Sink(bool wants_evidence) : wants_evidence_(wants_evidence) {}
  virtual ~Sink() = default;
  // Returns whether the search shall stop.  `step` may be moved from.
  virtual bool take(Step& step) = 0;
  bool wants_evidence() const { return wants_evidence_; }
  // Whether it wants all steps there are, not only the next.
  virtual bool keeps_all() const { return false; }
  Step& draft() { return draft_; }

 private:
  bool wants_evidence_;
  Step draft_;
};

// Stops at the first step, which stays in the draft.
class FirstStep : public Sink {
 public:
  using Sink::Sink;
  bool take(Step&) override { return true; }
};

class AllSteps : public Sink {
 public:
  using Sink::Sink;
  bool take(Step& step) override {
    steps.push_back(step);
    return false;
  }
  bool keeps_all() const override { return true; }
  std::vector<Step> steps;
};

// What families keep from one search to the next, one object of each type: buffers, tables.
class Memory {
 public:
  template <class T>
  T& get() {
    for (auto& [type, object] : slots_) {
      if (type == &typeid(T)) return *static_cast<T*>(object.get());
    }
    slots_.emplace_back(&typeid(T), std::make_shared<T>());
    return *static_cast<T*>(slots_.back().second.get());
  }

 private:
  std::vector<std::pair<const std::type_info*, std::shared_ptr<void>>> slots_;
};

struct Search {
  const Position& position;
  Sink& sink;
  const Options& options;
  Watch& watch;
  Memory& memory;          // of this thread
  std::uint64_t turn;      // another one for each position: what a table in the memory was made for
  int reached = 0;         // the largest number of the path so far, in the order's unit
  bool cut_short = false;  // a search ended before its end

  const Houses& houses() const { return position.houses(); }
  bool wants_evidence() const { return sink.wants_evidence(); }
  bool keeps_all() const { return sink.keeps_all(); }
  Step& begin(const Technique& technique) {
    Step& step = sink.draft();
    step.clear();
    step.technique = &technique;
    return step;
  }
  // Long searches ask every some tens of microseconds, and return false once it is true.
  bool expired() { return cut_short = cut_short || watch.expired(); }
  // Hands the step over if anything follows from it; returns whether the search shall stop.
  bool close() { return !sink.draft().empty() && sink.take(sink.draft()); }
};

// Finds steps of one or several techniques; returns whether it was asked to stop.
using Find = bool (*)(Search&);

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
