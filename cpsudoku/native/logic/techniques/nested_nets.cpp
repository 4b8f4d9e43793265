// Nested forcing nets: nets in which other chains begin again with what is left.
//
//     dynamic with forcing chains inside                              9.5
//     dynamic with multiple forcing chains inside                    10.0
//     dynamic with dynamic forcing chains inside                     10.5
//
// and 0.1 and more for length, of all chains together.  What each node leads to is first followed
// roughly, without lengths; of what that promises, the shortest wins (nests.hpp).  Stages, order and
// lengths are those of skfr (G. Penet), after Sudoku Explainer (N. Juillerat).
#include "logic/techniques/families.hpp"
#include "logic/techniques/nests.hpp"
#include "logic/techniques/net_proofs.hpp"
#include "logic/techniques/net_room.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

namespace {

const Technique kNestedChains{"nested forcing chains", "forcing nets"};
const Technique kNestedMultiple{"nested multiple forcing chains", "forcing nets"};
const Technique kNestedDynamic{"nested dynamic forcing chains", "forcing nets"};

struct Numbered {
  const Technique* technique;
  int base;
};
Numbered numbered(Nesting nesting) {
  if (nesting == Nesting::chains) return {&kNestedChains, 95};
  if (nesting == Nesting::multiple) return {&kNestedMultiple, 100};
  return {&kNestedDynamic, 105};
}

constexpr int kEnough = 5;  // candidates that a stage promises to remove

template <int N>
class Nested {
 public:
  Nested(Search& search, NetRoom<N>& room, Nesting nesting, Hints& found)
      : search_(search),
        room_(room),
        net_(room.net),
        nest_(search, room.net, nesting),
        technique_(*numbered(nesting).technique),
        base_(numbered(nesting).base),
        found_(found) {}

  void run() {
    room_.reach.restart(net_.direct);
    room_.reach.expand();
    auto promises = nest_.promise(room_.reach.rows);
    for (auto* rows : {&promises.soon, &promises.later, &promises.all}) {
      rows_ = std::move(*rows);
      if (promised() >= kEnough) break;
    }
    for (int c = 0; c < net_.numbering().size() && !search_.expired(); ++c) {
      if (contradicts(c)) refute(c);
    }
    if (is_done()) return;
    for (int c = 0; c < net_.numbering().size() && !search_.expired(); ++c) {
      for_each_false(from_both(c), [&](int n) { measure({node(c, true), node(c, false)}, n); });
    }
    for (const Choice& choice : net_.choices) {
      if (is_done() || search_.expired()) return;
      std::vector<int> starts;
      for (const auto c : choice.members) starts.push_back(node(c, true));
      for_each_false(from_all(choice), [&](int n) { measure(starts, n); });
    }
  }

 private:
  using Slow = typename Nest<N>::Slow;

  // Whether something was found that is no harder than what the path had before.
  bool is_done() const { return found_.best <= search_.reached; }

  bool contradicts(int c) const { return contradictions(rows_[node(c, true)]).any(); }
  Row<N> from_both(int c) const { return rows_[node(c, true)] & rows_[node(c, false)]; }
  Row<N> from_all(const Choice& choice) const {
    Row<N> all = rows_[node(choice.members[0], true)];
    for (const auto c : choice.members) all &= rows_[node(c, true)];
    return all;
  }
  template <class Visit>
  static void for_each_false(const Row<N>& row, const Visit& visit) {
    row.each([&](int n) {
      if (!is_true(n)) visit(n);
    });
  }

  int promised() const {
    Row<N> all;
    for (int c = 0; c < net_.numbering().size(); ++c) {
      if (contradicts(c)) all.set(node(c, false));
      all |= from_both(c);
    }
    for (const Choice& choice : net_.choices) all |= from_all(choice);
    int total = 0;
    for_each_false(all, [&](int) { ++total; });
    return total;
  }

  // Once there is a contradiction, two rounds more may bring a shorter one.
  void refute(int c) {
    Slow& slow = nest_.wave(node(c, true));
    int last = kMostRounds;
    for (std::size_t at = 1; at < slow.wave.order.size() || slow.now.round < last; ++at) {
      while (at >= slow.wave.order.size()) {
        if (slow.now.round >= last || search_.expired() || !nest_.advance(slow)) return;
      }
      const int n = slow.wave.order[at];
      if (!slow.wave.has(opposite(n)) || slow.wave.round(opposite(n)) > slow.wave.round(n))
        continue;
      if (slow.wave.round(n) > last) return;
      last = std::min(last, slow.wave.round(n) + 2);
      net_.forget_used();
      const int length = net_.length(slow.wave, n) + net_.length(slow.wave, opposite(n));
      if (add(length, c) && search_.wants_evidence()) {
        add_net_step(search_, net_, {{slow.wave, {opposite(n), n}}}, found_);
      }
      if (is_done() && found_.has(net_.numbering()[c])) return;
    }
  }

  void measure(const std::vector<int>& starts, int target) {
    const int c = candidate_of(target);
    if (search_.expired() || !found_.wants(base_, net_.numbering()[c])) return;
    for (const int start : starts) {
      if (candidate_of(start) == c) return;
    }
    net_.forget_used();
    int length = 0;
    for (const int start : starts) {
      Slow& slow = nest_.wave(start);
      while (!slow.wave.has(target)) {
        if (search_.expired() || !nest_.advance(slow)) break;
      }
      if (!slow.wave.has(target)) return;
      length += net_.length(slow.wave, target);
      if (!found_.wants(base_ + surcharge(length), net_.numbering()[c])) return;
    }
    if (!add(length, c) || !search_.wants_evidence()) return;
    std::vector<NetCase> cases;
    for (const int start : starts) cases.push_back({nest_.wave(start).wave, {target}});
    add_net_step(search_, net_, cases, found_);
  }

  bool add(int length, int c) {
    return found_.add({&technique_, base_, base_ + surcharge(length), net_.numbering()[c]});
  }

  Search& search_;
  NetRoom<N>& room_;
  Net<N>& net_;
  Nest<N> nest_;
  const Technique& technique_;
  int base_;
  Hints& found_;
  std::vector<Row<N>> rows_;  // what each node promises to lead to
};

template <int N>
void search_nested(Search& search, Nesting nesting, Hints& found) {
  auto& room = net_room<N>(search);
  room.add_events(search.position);
  Nested<N>(search, room, nesting, found).run();
}

bool find_nested(Search& search, Nesting nesting) {
  return find_in_net(search,
                     [&]<int N>(Hints& found) { search_nested<N>(search, nesting, found); });
}

}  // namespace

std::vector<Finder> nested_nets() {
  return {
      finder(kNestedChains, [](Search& search) { return find_nested(search, Nesting::chains); }),
      finder(kNestedMultiple,
             [](Search& search) { return find_nested(search, Nesting::multiple); }),
      finder(kNestedDynamic, [](Search& search) { return find_nested(search, Nesting::dynamic); })};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
