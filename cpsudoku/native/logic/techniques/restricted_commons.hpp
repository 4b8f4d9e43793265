// Almost locked sets in the order in which HoDoKu meets them (B. Hobiger): what comes next.
//
// A *restricted common* is a pair of sets i < j and one or two digits whose places in both all see one
// another; commons are ordered by i, then j.
//
//     pairs    the first common from which anything follows
//     wings    the first two commons, in order, that share a set, likewise
//     chains   ascending sets a < b < c < d …: of all, what excludes most
//
// In a chain a set passes on another digit than it was reached by, so of two commons the one digit
// may be spent (B. Hobiger calls what is left the actual restricted common):
//
//     A -x- B -xy- C        from B to C only y is left
#pragma once

#include "core/ordering.hpp"
#include "logic/techniques/chain_steps.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

struct Common {
  int from;
  int to;
  Mask digits;  // the lowest two

  Digit low() const { return std::countr_zero(digits); }
};

// Some sets, and what follows from them: from the two cases of a digit of the first set, or from all
// digits of a stem.
struct SetPattern {
  std::vector<int> sets;
  Digit first;  // that the first set cannot have beside the second
  std::vector<Candidate> eliminations;
  Cell stem = -1;
};

class Commons {
 public:
  std::vector<SetPattern> found;

  // require: the graph's nodes are only the digits of sets, set by set, digits ascending.
  Commons(Search& search, const LinkGraph& graph) : search_(search), graph_(graph) {
    const auto sets = graph.sets().size();
    first_node_.assign(sets + 1, 0);
    for (int i = 0; i < graph.size(); ++i) first_node_[graph[i].set + 1] = i + 1;
    first_.assign(sets + 1, 0);
    constexpr int kMostDigits = 32;
    std::vector<int> joined;  // by sets, then by digits
    for (int set = 0; set < static_cast<int>(sets); ++set) {
      joined.clear();
      for (const Digit d : bits(digits(set))) {
        for (const Link& link : graph.weak(node(set, d))) {
          if (graph[link.to].set > set) joined.push_back(graph[link.to].set * kMostDigits + d);
        }
      }
      sort_numbers(joined);
      for (const int other : joined) join(set, other / kMostDigits, other % kMostDigits);
      first_[set + 1] = static_cast<int>(commons_.size());
    }
  }

  void first_pair() {
    for (const Common& common : commons_) {
      if (pair(common.from, common.to, common.digits)) return;
    }
  }
  // In the order of the graph, with all digits that are restricted.
  void all_pairs() {
    for (int a = 0; a < graph_.size() && !search_.expired(); ++a) {
      const auto& [x, cells, excluded, first, only, set] = graph_[a];
      for (const Link& link : graph_.weak(a)) {
        const int other = graph_[link.to].set;
        if (other <= set) continue;
        Mask restricted = bit(x);
        for (const Digit z : bits(digits(set) & digits(other))) {
          if (graph_[node(set, z)].excluded.contains(graph_[node(other, z)].cells))
            restricted |= bit(z);
        }
        // With a lower one it was looked at from there.
        if (!(restricted & (bit(x) - 1))) pair(set, other, restricted);
      }
    }
  }

  void first_wing() {
    for (const Common& one : commons_) {
      // Those after it: of the same first set; to the same second; from the second on.
      const int next = static_cast<int>(&one - commons_.data()) + 1;
      for (int i = next; i < end_of(one.from); ++i) {
        if (wing(at(i), one, one.from, one.to, at(i).to)) return;
      }
      for (int set = one.from + 1; set < one.to; ++set) {
        for (int i = begin_of(set); i < end_of(set); ++i) {
          if (at(i).to == one.to && wing(at(i), one, one.to, one.from, set)) return;
        }
      }
      for (int i = begin_of(one.to); i < end_of(one.to); ++i) {
        if (wing(at(i), one, one.to, one.from, at(i).to)) return;
      }
    }
  }

  void best_chain() {
    const int sets = static_cast<int>(first_.size()) - 1;
    for (int start = 0; start < sets && !search_.expired(); ++start) {
      Mask firsts = 0;
      for (int i = begin_of(start); i < end_of(start); ++i) firsts |= at(i).digits;
      for (const Digit x : bits(firsts)) follow(start, x);
    }
  }
  // Of this many sets at least and at most (0: any number), by the shortest way between two digits.
  void all_chains(int least, int most) {
    Implications implied;
    std::vector<Literal> path;
    for (int start = 0; start < graph_.size() && !search_.expired(); ++start) {
      implied.search(graph_, literal(start, true), most ? 2 * most - 3 : 0);
      for (const Literal end : implied.reached()) {
        const Node &a = graph_[start], &b = graph_[node_of(end)];
        if (truth_of(end) || (implied.distance(end) + 3) / 2 < least || b.set <= a.set) continue;
        gone_.clear();
        exclude(a.set, b.set, bit(a.digit) | bit(b.digit));
        if (gone_.empty()) continue;
        implied.path(end, path);
        std::vector<int> sets;
        for (const Literal at : path) {
          if (at == path.front() || !truth_of(at)) sets.push_back(graph_[node_of(at)].set);
        }
        add(std::move(sets), a.digit);
      }
    }
  }

 private:
  static constexpr int kFewest = 3;  // commons of a chain

  const Common& at(int i) const { return commons_[i]; }
  int begin_of(int set) const { return first_[set]; }
  int end_of(int set) const { return first_[set + 1]; }
  const AlmostLocked& locked(int set) const { return graph_.sets()[set]; }
  Mask digits(int set) const { return locked(set).digits; }
  int node(int set, Digit digit) const {
    return first_node_[set] + count(digits(set) & (bit(digit) - 1));
  }

  void join(int set, int other, Digit digit) {
    const bool known =
        !commons_.empty() && commons_.back().from == set && commons_.back().to == other;
    if (!known) {
      commons_.push_back({set, other, bit(digit)});
    } else if (!several(commons_.back().digits)) {
      commons_.back().digits |= bit(digit);
    }
  }

  // What sees all places of a digit in both sets, but of the digits spent.
  void exclude(int a, int b, Mask spent) {
    for (const Digit z : bits(digits(a) & digits(b) & ~spent)) {
      const auto& other = graph_[node(b, z)].excluded;
      Step::add_candidates(graph_[node(a, z)].excluded & other, z, gone_);
    }
  }

  // What sees all places of a digit that set a keeps in any case.
  void lock(int a, int b, Mask restricted) {
    for (const Digit d : bits(digits(a) & ~restricted)) {
      Step::add_candidates(graph_[node(a, d)].excluded - locked(b).cells, d, gone_);
    }
  }

  // Whether anything follows from two sets with these restricted commons.
  bool pair(int a, int b, Mask restricted) {
    gone_.clear();
    exclude(a, b, several(restricted) ? 0 : restricted);
    if (several(restricted)) {
      lock(a, b, restricted);
      lock(b, a, restricted);
    }
    if (gone_.empty()) return false;
    add({a, b}, std::countr_zero(restricted));
    return true;
  }

  void add(std::vector<int> sets, Digit first) {
    sort_candidates(gone_);
    found.push_back({std::move(sets), first, gone_});
  }

  bool wing(const Common& other, const Common& one, int pivot, int a, int b) {
    if (single(one.digits) && one.digits == other.digits) return false;
    const auto &left = locked(a).cells, &right = locked(b).cells;
    if (left.meets(right) || left.contains(right) || right.contains(left)) return false;
    gone_.clear();
    exclude(a, b, one.digits | other.digits);
    if (gone_.empty()) return false;
    // The digit between the first and the pivot is another one than that to the last.
    const Mask free = several(one.digits) ? one.digits & ~other.digits : one.digits;
    add({a, pivot, b}, free ? std::countr_zero(free) : one.low());
    return true;
  }

  // What is left of a common after one that was left with some digits.
  static Mask left_after(Mask before, Mask digits) {
    return digits & ~(several(before) ? before & -before : before);
  }

  struct State {
    int common;
    Mask left;
    int parent;
    int length;
  };

  // All chains that leave a set by a digit; each common once for what is left of it.
  void follow(int start, Digit x) {
    states_.clear();
    seen_.assign(commons_.size() * kStates, false);
    for (int i = begin_of(start); i < end_of(start); ++i) {
      if (at(i).digits >> x & 1) reach({i, bit(x), -1, 1});
    }
    for (std::size_t s = 0; s < states_.size(); ++s) {
      const State state = states_[s];
      if (state.length >= kFewest) keep(start, x, static_cast<int>(s));
      const int set = at(state.common).to;
      for (int i = begin_of(set); i < end_of(set); ++i) {
        const Mask left = left_after(state.left, at(i).digits);
        if (left) reach({i, left, static_cast<int>(s), state.length + 1});
      }
    }
  }

  void reach(const State& state) {
    const Common& common = at(state.common);
    const std::size_t kind = state.left == common.digits       ? 0
                             : state.left == bit(common.low()) ? 1
                                                               : 2;
    const auto slot = (static_cast<std::size_t>(state.common) * 3 + kind) * kFewest +
                      static_cast<std::size_t>(std::min(state.length, kFewest)) - 1;
    if (seen_[slot]) return;
    seen_[slot] = true;
    states_.push_back(state);
  }

  void keep(int start, Digit x, int s) {
    const State& state = states_[s];
    gone_.clear();
    exclude(start, at(state.common).to, bit(x) | state.left);
    if (gone_.empty()) return;
    sort_candidates(gone_);
    if (!found.empty() && rank_of(found[0].eliminations) <= rank_of(gone_)) return;
    std::vector<int> sets;
    for (int i = s; i >= 0; i = states_[i].parent) { sets.push_back(at(states_[i].common).to); }
    sets.push_back(start);
    std::reverse(sets.begin(), sets.end());
    found.assign(1, {std::move(sets), x, gone_});
  }

  static constexpr std::size_t kStates = 3 * kFewest;

  Search& search_;
  const LinkGraph& graph_;
  std::vector<int> first_node_;  // of each set
  std::vector<int> first_;       // common of each set
  std::vector<Common> commons_;
  std::vector<Candidate> gone_;
  std::vector<State> states_;
  std::vector<bool> seen_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
