// What follows from a supposition, round by round, with the reasons: nets of forcing chains.
//
// In each round come the nodes that follow by one link from those of the round before, and those that
// choices and events give from all that was known before the round:
//
//     choice    all candidates of a cell, or of a digit in a house, but one are false: it is true
//     event     all premises of a simple technique are false: what it eliminates is
//
//     round 0   a          supposed
//     round 1   b̅ c̅        links from a
//     round 2   d e        the choice {b, c, d}; a link from c̅
//
// How long the net is that leads to a node is counted backward: each node once, with its parent among
// the nodes counted already if one of them is a parent, else with the earliest.
//
// Where links, choices and events give nothing more, other chains may, that begin again with what a
// wave has left (nests.hpp): these are *conclusions*, which count as much as they are long.
#pragma once

#include "logic/techniques/events.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

inline constexpr int kNever = 255;
inline constexpr int kMostRounds = 60;

// What chains on top of a wave conclude.
struct Conclusion {
  std::vector<std::uint16_t> sources;  // nodes of the wave that they rest on, all false
  std::vector<std::uint16_t> chains;   // their nodes, by which the same ones are known again
  int length = 0;
  std::shared_ptr<Step> step;  // where evidence is wanted
};

// How the nodes of a wave came up.
struct Course {
  std::vector<std::uint16_t> order;     // nodes as they came, ascending in each round
  std::vector<std::uint8_t> rounds;     // of each node; kNever
  std::vector<std::int16_t> reasons;    // of each node: −1 a link, else a set or a conclusion
  std::vector<Conclusion> conclusions;  // numbered on after the sets
  bool has(int node) const { return rounds[node] != kNever; }
  int round(int node) const { return rounds[node]; }
};

template <int N>
struct Wave : Course {
  std::vector<Row<N>> known;  // after each round
};

// What of a net does not depend on the length of its rows: its sets, and what a proof asks of its links.
class NetSets {
 public:
  std::vector<Choice> choices;  // of three members or more
  std::vector<Event> events;

  virtual const Numbering& numbering() const = 0;
  virtual bool is_linked(int from, int to) const = 0;
  // The earliest node of a wave from which one follows by a link.
  virtual int earliest_parent(const Course& wave, int node) const = 0;

  bool is_conclusion(int reason) const { return reason >= static_cast<int>(sets_.size()); }
  const Conclusion& conclusion(const Course& wave, int reason) const {
    return wave.conclusions[static_cast<std::size_t>(reason) - sets_.size()];
  }
  const Event& event(int reason) const { return events[sets_[reason].event]; }

 protected:
  struct Set {
    const std::vector<std::uint16_t>* members;
    std::size_t event;  // its number; of a choice, nothing
  };

  void list_choices(const Position& position, Mask digits, bool cells);
  // After choices or events have changed.
  void list_sets();

  std::vector<Set> sets_;  // choices, then events with several premises
  std::vector<int> member_ends_;
  std::vector<std::uint16_t> member_of_;  // the sets of each candidate in turn

 private:
  void list_cells(const Position& position);
  void list_houses(const Position& position, Mask digits);
};

template <int N>
class Net final : public NetSets {
 public:
  Links<N> basic;              // weak and strong links
  std::vector<Row<N>> direct;  // these, and events with one premise

  int nodes() const { return basic.nodes(); }
  const Numbering& numbering() const override { return basic.numbering; }
  bool is_linked(int from, int to) const override { return basic[from].has(to); }
  int earliest_parent(const Course& wave, int node) const override {
    return earliest(wave, parents_[node]);
  }

  void build(const Position& position, Mask digits, unsigned kinds, bool cells) {
    basic.build(position, digits, kinds);
    events.clear();
    list_choices(position, digits, cells);
    settle();
  }
  void add_events(const Position& position) {
    list_events(position, basic.numbering, events);
    settle();
  }

  const Wave<N>& wave(int node) {
    auto& slot = waves_[node];
    if (!ready_[node]) {
      ready_[node] = true;
      if (!slot) slot = std::make_unique<Wave<N>>();
      run(node, *slot);
    }
    return *slot;
  }

  // How many nodes lead to one, itself and the supposition counted.
  int length(const Wave<N>& wave, int node) {
    Row<N> counted;
    counted.set(node);
    int more = 0;
    queue_.assign(1, node);
    for (std::size_t head = 0; head < queue_.size() && queue_.size() < 300; ++head) {
      const int at = queue_[head];
      const int round = wave.round(at);
      if (round == 0) continue;
      const int reason = wave.reasons[at];
      if (reason < 0) {
        const Row<N> parents = parents_[at] & wave.known[wave.rounds[at]];
        const int parent = parents.meets(counted) ? -1 : earliest(wave, parents);
        if (parent >= 0) count(parent, counted);
      } else if (reason < static_cast<int>(choices.size())) {
        for (const auto c : choices[shorter_choice(wave, at, reason)].members) {
          if (2 * c != at) count(2 * c + 1, counted);
        }
      } else if (reason < static_cast<int>(sets_.size())) {
        for (const auto c : event(reason).premises) count(2 * c + 1, counted);
      } else {
        const Conclusion& why = conclusion(wave, reason);
        for (const auto n : why.sources) count(n, counted);
        more += use(why);
      }
    }
    return static_cast<int>(queue_.size()) + more;
  }
  // Conclusions count once until this is called.
  void forget_used() { used_.clear(); }

 private:
  template <int>
  friend class Nest;

  // After links, choices or events have changed.
  void settle() {
    direct = basic.rows;
    list_sets();
    for (const Event& event : events) {
      if (event.premises.size() > 1) continue;
      const int from = 2 * event.premises[0] + 1;
      for (const auto c : event.gone) {
        if (2 * c + 1 != from) direct[from].set(2 * c + 1);
      }
    }
    parents_.assign(direct.size(), Row<N>{});
    for (int n = 0; n < nodes(); ++n) {
      direct[n].each([&](int to) { parents_[to].set(n); });
    }
    if (waves_.size() < direct.size()) waves_.resize(direct.size());
    ready_.assign(direct.size(), false);
  }

  static int earliest(const Course& wave, const Row<N>& nodes) {
    int earliest = -1;
    nodes.each([&](int n) {
      if (earliest < 0 || wave.round(n) < wave.round(earliest)) earliest = n;
    });
    return earliest;
  }

  // What a wave on its way keeps.
  struct Progress {
    Row<N> all;                         // the nodes so far
    std::vector<std::uint8_t> falses;   // of each set: its members that are false
    std::vector<std::uint8_t> decided;  // of each choice: whether a member is true
    std::size_t begin = 0;              // where the last round's nodes begin
    int round = 0;
  };

  void run(int start, Wave<N>& wave) {
    begin(wave, progress_, start);
    while (progress_.begin < wave.order.size() && progress_.round < kMostRounds) {
      advance(wave, progress_);
      settle_round(wave, progress_);
    }
  }

  void begin(Wave<N>& wave, Progress& now, int start) {
    wave.order.assign(1, static_cast<std::uint16_t>(start));
    wave.rounds.assign(static_cast<std::size_t>(nodes()), kNever);
    wave.reasons.assign(static_cast<std::size_t>(nodes()), -1);
    wave.rounds[start] = 0;
    wave.conclusions.clear();
    now.all = {};
    now.all.set(start);
    now.falses.assign(sets_.size(), 0);
    now.decided.assign(choices.size(), 0);
    now.begin = 0;
    now.round = 0;
    wave.known.assign(1, now.all);
  }

  // Continues from the nodes of the last round.
  void advance(Wave<N>& wave, Progress& now) {
    ++now.round;
    const std::size_t end = wave.order.size();
    for (std::size_t i = now.begin; i < end; ++i) now.all |= direct[wave.order[i]];
    touched_.clear();
    paired_.clear();
    for (std::size_t i = now.begin; i < end; ++i) notify(wave.order[i], now);
    now.begin = end;
    fire(wave, now);
  }

  // What has come up is this round's.
  void settle_round(Wave<N>& wave, Progress& now) {
    (now.all - wave.known.back()).each([&](int n) {
      wave.order.push_back(static_cast<std::uint16_t>(n));
      wave.rounds[n] = static_cast<std::uint8_t>(now.round);
    });
    wave.known.push_back(now.all);
  }

  // Notifies the sets of a node.
  void notify(int n, Progress& now) {
    const auto c = static_cast<std::size_t>(candidate_of(n));
    for (int k = member_ends_[c]; k < member_ends_[c + 1]; ++k) {
      const auto s = member_of_[k];
      const bool choice = s < choices.size();
      if (is_true(n)) {
        if (choice) now.decided[s] = 1;
        continue;
      }
      const auto left = sets_[s].members->size() - ++now.falses[s];
      if (left <= (choice ? 1U : 0U)) touched_.push_back(s);
      if (left == 2 && choice) paired_.push_back(s);
    }
  }

  void fire(Wave<N>& wave, Progress& now) {
    std::sort(touched_.begin(), touched_.end());
    for (std::size_t i = 0; i < touched_.size(); ++i) {
      const auto s = touched_[i];
      if (i && touched_[i - 1] == s) continue;
      if (s >= choices.size()) {
        for (const auto c : events[sets_[s].event].gone) conclude(wave, now.all, 2 * c + 1, s);
      } else if (!now.decided[s]) {
        const bool contradiction = now.falses[s] == choices[s].members.size();
        for (const auto c : choices[s].members) {
          // Unknown is what no earlier round has made false.
          if (contradiction || !wave.has(2 * c + 1)) conclude(wave, now.all, 2 * c, s);
        }
      }
    }
  }
  void conclude(Wave<N>& wave, Row<N>& all, int n, std::size_t set) {
    if (all.has(n)) return;
    all.set(n);
    wave.reasons[n] = static_cast<std::int16_t>(set);
  }

  // What a conclusion adds to a length: nothing where its chains were counted before.
  int use(const Conclusion& why) {
    if (contains(used_, why.chains)) return 0;
    used_.push_back(why.chains);
    return why.length;
  }

  void count(int n, Row<N>& counted) {
    if (counted.has(n)) return;
    counted.set(n);
    queue_.push_back(n);
  }

  // A later choice with fewer members that gives the node as well; none where the wave contradicts
  // itself about the node.
  std::size_t shorter_choice(const Wave<N>& wave, int n, int choice) const {
    auto best = static_cast<std::size_t>(choice);
    if (choices[best].members.size() <= 3) return best;
    const int limit = wave.round(n);
    if (wave.round(opposite(n)) <= limit) return best;  // skfr looks for one that is not false
    const auto c = static_cast<std::size_t>(candidate_of(n));
    for (int k = member_ends_[c]; k < member_ends_[c + 1]; ++k) {
      const auto s = static_cast<std::size_t>(member_of_[k]);
      if (s <= static_cast<std::size_t>(choice) || s >= choices.size()) continue;
      const auto& members = choices[s].members;
      if (members.size() >= choices[best].members.size()) continue;
      const bool gives =
          all_of(members, [&](auto m) { return 2 * m == n || wave.round(2 * m + 1) <= limit; });
      if (gives) best = s;
      if (choices[best].members.size() == 3) break;
    }
    return best;
  }

  std::vector<Row<N>> parents_;
  std::vector<std::unique_ptr<Wave<N>>> waves_;
  std::vector<std::uint8_t> ready_;
  Progress progress_;
  std::vector<std::uint16_t> touched_;  // sets of which at most one member can still be true
  std::vector<std::uint16_t> paired_;   // choices of which two can
  std::vector<std::vector<std::uint16_t>> used_;
  std::vector<int> queue_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
