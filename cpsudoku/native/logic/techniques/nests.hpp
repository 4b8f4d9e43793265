// Waves in which other chains begin anew where links, choices and simple techniques give nothing more.
//
//     chains     a candidate left undecided that would make itself false, without branches
//     multiple   what all undecided members of a choice exclude, without branches
//     dynamic    both with branches: contradictions, a candidate and its opposite, choices
//
// All that is found at one time comes up in one round.  A chain rests on the false members of the
// choices of which it uses the last two: these are its sources.  Searches, stages and lengths are
// those of skfr (G. Penet) after Sudoku Explainer (N. Juillerat).
#pragma once

#include "logic/techniques/inner_waves.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

enum class Nesting { chains, multiple, dynamic };

template <int N>
class Nest {
 public:
  static constexpr int M = N / 2;
  // A wave that continues on demand.
  struct Slow {
    Wave<N> wave;
    typename Net<N>::Progress now;
    std::vector<Pair> pairs;
    bool ended = false;
  };

  Nest(Search& search, Net<N>& net, Nesting nesting)
      : search_(search), net_(net), nesting_(nesting), inner_(net.basic, net.choices) {
    rest_.assign(net.basic);
    for (int c = 0; c < net.numbering().size(); ++c) everything_.set(c);
    waves_.resize(net.nodes());
  }

  // What follows from each node, roughly: after two rounds, after eight, at the end.
  struct Promises {
    std::vector<Row<N>> soon, later, all;
  };
  Promises promise(const std::vector<Row<N>>& reach) {
    Promises result{reach, reach, reach};
    for (int n = 0; n < net_.nodes() && !search_.expired(); ++n) {
      if (reach[n].any()) follow(n, reach[n], result);
    }
    return result;
  }

  Slow& wave(int start) {
    auto& slot = waves_[start];
    if (!slot) {
      slot = std::make_unique<Slow>();
      net_.begin(slot->wave, slot->now, start);
    }
    return *slot;
  }

  // One round more; returns whether there may be others.
  bool advance(Slow& slow) {
    if (slow.ended) return false;
    if (!step(slow)) conclude(slow);
    const std::size_t before = slow.wave.order.size();
    net_.settle_round(slow.wave, slow.now);
    slow.ended = (slow.wave.order.size() == before && !paired_) || slow.now.round >= kMostRounds;
    return !slow.ended;
  }

 private:
  static constexpr int kSoon = 2, kLater = 8;
  static constexpr int kMostFalse = 20;  // by chains, with which choices are not looked at

  int most_rounds() const {
    return nesting_ == Nesting::chains ? 33 : nesting_ == Nesting::multiple ? 23 : 13;
  }

  // Links, choices, simple techniques and new pairs; returns whether anything came of them.
  bool step(Slow& slow) {
    net_.advance(slow.wave, slow.now);
    paired_ = false;
    for (const auto s : net_.paired_) {
      const auto& members = net_.choices[s].members;
      if (slow.now.decided[s] || slow.now.falses[s] + std::size_t{2} != members.size()) continue;
      add_pair(slow, s);
    }
    return paired_ || !(slow.now.all == slow.wave.known.back());
  }
  void add_pair(Slow& slow, std::uint16_t choice) {
    Pair pair{0, 0, choice};
    int found = 0;
    for (const auto c : net_.choices[choice].members) {
      if (!slow.wave.has(node(c, false))) (found++ ? pair.other : pair.one) = c;
    }
    if (rest_.strong(pair.one, pair.other)) return;
    const auto same = [&](const Pair& p) { return p.one == pair.one && p.other == pair.other; };
    if (any_of(slow.pairs, same)) return;
    slow.pairs.push_back(pair);
    paired_ = true;
  }

  void open(const Slow& slow) {
    rest_.open(everything_ - candidates_of(slow.now.all, true) - candidates_of(slow.now.all, false),
               slow.pairs);
    for (int i = 0; nesting_ == Nesting::dynamic && i < 2; ++i) derive();
    rest_.close();
    if (nesting_ != Nesting::chains) rest_.exclude_all();
  }
  void derive() {
    rest_.close();
    rest_.exclude_all();
    for (const Choice& choice : net_.choices) {
      if (!is_decided(choice)) rest_.derive(choice.members);
    }
  }
  // Whether a member is true in the wave that is looked at.
  bool is_decided(const Choice& choice) const {
    return any_of(choice.members, [&](auto c) { return now_->all.has(node(c, true)); });
  }
  bool is_undecided(int c) const { return rest_.undecided().has(c); }

  // What all undecided members of a choice exclude, but for themselves.
  Row<M> excluded_by_all(const Choice& choice) const {
    Row<M> result = rest_.undecided();
    for (const auto c : choice.members) {
      if (is_undecided(c)) result &= rest_.falses_after_true(c);
    }
    for (const auto c : choice.members) result.reset(c);
    return result;
  }

  // --- roughly, without lengths

  void follow(int start, const Row<N>& reach, Promises& out) {
    auto& [wave, now, pairs, ended] = scratch_;
    net_.begin(wave, now, start);
    pairs.clear();
    now.all |= reach;
    net_.settle_round(wave, now);
    wave.known.assign(1, now.all);
    const auto at = static_cast<std::size_t>(start);
    while (now.round < most_rounds()) {
      const bool news = step(scratch_) || conclude_roughly();
      net_.settle_round(wave, now);
      if (!news) return;
      if (now.round <= kSoon) out.soon[at] = now.all;
      if (now.round <= kLater) out.later[at] = now.all;
      out.all[at] = now.all;
      if (contradictions(now.all).any()) return;
    }
  }

  bool conclude_roughly() {
    now_ = &scratch_.now;
    open(scratch_);
    Row<M> gone;
    for (const auto c : rest_.members()) {
      if (refuted(c)) gone.set(c);
      if (nesting_ == Nesting::dynamic) {
        gone |= rest_.falses_after_true(c) & rest_.falses_after_false(c);
      }
    }
    for (std::size_t i = 0; nesting_ != Nesting::chains && i < net_.choices.size(); ++i) {
      if (!is_decided(net_.choices[i])) gone |= excluded_by_all(net_.choices[i]);
    }
    gone.each([&](int c) { scratch_.now.all.set(node(c, false)); });
    return gone.any();
  }
  bool refuted(int c) const {
    return rest_.refutes_itself(c) || (nesting_ == Nesting::dynamic &&
                                       rest_.trues_after_true(c).meets(rest_.falses_after_true(c)));
  }

  // --- with lengths

  void conclude(Slow& slow) {
    now_ = &slow.now;
    open(slow);
    if (!rest_.undecided().any()) return;
    gone_ = {};
    many_ = 0;
    if (nesting_ == Nesting::dynamic) {
      undecided_nodes_ = {};
      for (const auto c : rest_.members()) {
        undecided_nodes_.set(node(c, true));
        undecided_nodes_.set(node(c, false));
      }
      for (const auto c : rest_.members()) branch(slow, c);
    } else {
      for (const auto c : rest_.members()) {
        if (rest_.refutes_itself(c)) refute(slow, c);
      }
    }
    if (nesting_ != Nesting::chains && many_ <= kMostFalse) {
      for (const Choice& choice : net_.choices) {
        if (!is_decided(choice)) choose(slow, choice);
      }
    }
    gone_.each([&](int c) { slow.now.all.set(node(c, false)); });
  }

  void add(Slow& slow, int gone, Conclusion conclusion) {
    if (gone_.has(gone)) return;
    gone_.set(gone);
    ++many_;
    sort_each_once(conclusion.sources);
    slow.wave.reasons[node(gone, false)] =
        static_cast<std::int16_t>(net_.sets_.size() + slow.wave.conclusions.size());
    slow.wave.conclusions.push_back(std::move(conclusion));
  }

  // The pair by which a way continues, where it is not a link of the position.
  const Pair* pair_of(const Slow& slow, int from, int to) const {
    if (is_true(from) || net_.basic[from].has(to)) return nullptr;
    const auto joins = [&](const Pair& p) { return p.joins(candidate_of(from), candidate_of(to)); };
    return &*std::find_if(slow.pairs.begin(), slow.pairs.end(), joins);
  }
  void add_sources(const Slow& slow, const std::vector<std::uint16_t>& way, Conclusion& out) const {
    for (std::size_t i = 1; i < way.size(); ++i) {
      const Pair* pair = pair_of(slow, way[i - 1], way[i]);
      if (!pair) continue;
      for (const auto c : net_.choices[pair->choice].members) {
        if (c != pair->one && c != pair->other) out.sources.push_back(node(c, false));
      }
    }
  }
  Proof proof_of_way(const Slow& slow, const std::vector<std::uint16_t>& way) const {
    Proof proof = {{{net_.numbering()[candidate_of(way[0])]}, true, Reason::assumed, {}, -1}};
    for (std::size_t i = 1; i < way.size(); ++i) {
      const int premise = static_cast<int>(i) - 1;
      const Pair* pair = pair_of(slow, way[i - 1], way[i]);
      if (!pair) {
        proof.push_back(linked(search_.position, net_.numbering(), way[i - 1], way[i], premise));
        continue;
      }
      const GroupId house = net_.choices[pair->choice].house;
      proof.push_back({{net_.numbering()[candidate_of(way[i])]},
                       true,
                       house < 0 ? Reason::cell : Reason::house,
                       {premise},
                       house});
    }
    return proof;
  }
  std::shared_ptr<Step> new_step(const char* technique, int gone) const {
    if (!search_.wants_evidence()) return nullptr;
    auto result = std::make_shared<Step>();
    result->technique = technique_named(technique);
    result->eliminations = {net_.numbering()[gone]};
    return result;
  }

  void refute(Slow& slow, int c) {
    const auto way = rest_.way(c, c);
    if (way.size() > 52) return;
    Conclusion found;
    found.length = static_cast<int>(way.size()) - 1;
    found.chains = way;
    add_sources(slow, way, found);
    if ((found.step = new_step("forcing xy-chain", c))) {
      found.step->evidence.proofs = {proof_of_way(slow, way)};
    }
    add(slow, c, std::move(found));
  }

  void choose(Slow& slow, const Choice& choice) {
    if (nesting_ == Nesting::dynamic) {
      for (const auto c : choice.members) {
        if (is_undecided(c) && rest_.refutes_itself(c)) return;
      }
    }
    Row<M> common = excluded_by_all(choice);
    if (nesting_ == Nesting::dynamic) {
      for (const auto c : choice.members) {
        if (is_undecided(c)) common -= rest_.trues_after_true(c);
      }
    }
    (common - gone_).each([&](int target) { choose(slow, choice, target); });
  }

  void choose(Slow& slow, const Choice& choice, int target) {
    const bool branching = nesting_ == Nesting::dynamic;
    Conclusion found;
    found.step = new_step(branching ? "dynamic forcing chains" : "multiple forcing chains", target);
    for (const auto c : choice.members) {
      if (!is_undecided(c)) {
        found.sources.push_back(node(c, false));
      } else if (!(branching ? add_branching(slow, node(c, true), target, found)
                             : add_way(slow, c, target, found))) {
        return;
      }
    }
    if (branching || !found.chains.empty()) add(slow, target, std::move(found));
  }
  // The case of a member without branches; returns whether there is one.
  bool add_way(const Slow& slow, int c, int target, Conclusion& found) {
    if (gone_.has(c)) return false;  // one that was refuted has none
    const auto way = rest_.way(c, target);
    if (way.size() > 42) return false;
    if (found.step) found.step->evidence.proofs.push_back(proof_of_way(slow, way));
    if (way.size() == 2) return true;
    found.length += static_cast<int>(way.size());
    add_sources(slow, way, found);
    found.chains.insert(found.chains.end(), way.begin(), way.end());
    return true;
  }

  using Inner = InnerWave<N>;
  bool run_inner(const Slow& slow, int start, int target) {
    return inner_.run(slow.now.all, undecided_nodes_, slow.pairs, start, target);
  }
  void add_part(Conclusion& found, const typename Inner::Part& part) const {
    found.length += static_cast<int>(part.nodes.size());
    found.sources.insert(found.sources.end(), part.sources.begin(), part.sources.end());
    found.chains.insert(found.chains.end(), part.nodes.begin(), part.nodes.end());
  }

  // A candidate that contradicts itself, and what follows from it and from its opposite.
  void branch(Slow& slow, int c) {
    if (refuted(c)) refute_branching(slow, c);
    if (rest_.falses_after_false(c).has(c)) return;
    Row<M> both = (rest_.falses_after_true(c) & rest_.falses_after_false(c)) - gone_;
    both.reset(c);
    both.each([&](int target) {
      Conclusion found;
      found.step = new_step("dynamic forcing chains", target);
      for (const bool truth : {true, false}) {
        if (!add_branching(slow, node(c, truth), target, found)) return;
      }
      add(slow, target, std::move(found));
    });
  }
  // The case of a node; returns whether there is one.
  bool add_branching(const Slow& slow, int start, int target, Conclusion& found) {
    if (!run_inner(slow, start, node(target, false))) return false;
    const auto part = inner_.back(node(target, false));
    add_part(found, part);
    if (found.step) found.step->evidence.proofs.push_back(inner_.proof(search_.position, {part}));
    return true;
  }

  void refute_branching(Slow& slow, int c) {
    if (!run_inner(slow, node(c, true), -1)) return;
    Conclusion best;
    std::vector<typename Inner::Part> best_parts;
    inner_.contradictions().each([&](int y) {
      std::vector<typename Inner::Part> parts{inner_.back(opposite(y))};
      if (parts[0].nodes.size() < 2) return;
      Conclusion found;
      add_part(found, parts[0]);
      if (y == node(c, true)) {
        --found.length;
      } else {
        parts.push_back(inner_.back(y));
        add_part(found, parts[1]);
      }
      if (!best_parts.empty() && found.length >= best.length) return;
      best = std::move(found);
      best_parts = std::move(parts);
    });
    if (best_parts.empty()) return;
    if ((best.step = new_step("dynamic forcing chains", c))) {
      best.step->evidence.proofs = {inner_.proof(search_.position, best_parts)};
    }
    add(slow, c, std::move(best));
  }

  Search& search_;
  Net<N>& net_;
  Nesting nesting_;
  Rest<M> rest_;
  Inner inner_;
  Row<M> everything_;
  std::vector<std::unique_ptr<Slow>> waves_;
  Slow scratch_;
  bool paired_ = false;  // whether the last round gave new pairs
  const typename Net<N>::Progress* now_ = nullptr;
  Row<M> gone_;  // by the conclusions of this round
  int many_ = 0;
  Row<N> undecided_nodes_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
