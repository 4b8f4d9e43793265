#include "logic/techniques/net_proofs.hpp"

#include "core/ordering.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

// The proof that supposes a wave's start and comes to some nodes, in their order at its end.
class NetProof {
 public:
  NetProof(const NetSets& net, const Course& wave, Evidence& evidence)
      : net_(net), wave_(wave), evidence_(evidence) {}

  Proof make(const Position& position, const std::vector<int>& ends) {
    gather(ends);
    std::vector<int> lines(static_cast<std::size_t>(net_.numbering().nodes()), -1);
    Proof proof;
    for (const int n : needed_) {
      lines[n] = static_cast<int>(proof.size());
      proof.push_back(line(position, n, lines));
    }
    return proof;
  }

 private:
  // Ends and all they follow from, by rounds; ends last.
  void gather(const std::vector<int>& ends) {
    std::vector<bool> seen(static_cast<std::size_t>(net_.numbering().nodes()));
    std::vector<int> stack = ends;
    for (const int n : ends) seen[n] = true;
    while (!stack.empty()) {
      const int n = stack.back();
      stack.pop_back();
      needed_.push_back(n);
      for (const int p : premises(n)) {
        if (seen[p]) continue;
        seen[p] = true;
        stack.push_back(p);
      }
    }
    sort_by_rank(needed_, [&](int n) { return Rank{wave_.round(n)}; });
    // What follows from an end, too, keeps its place; a contradiction's later half ends the proof.
    const int last = ends.back();
    std::erase(needed_, last);
    needed_.push_back(last);
  }

  std::vector<int> premises(int n) const {
    if (wave_.round(n) == 0) return {};
    const int reason = wave_.reasons[n];
    if (reason < 0) return {net_.earliest_parent(wave_, n)};
    std::vector<int> result;
    if (net_.is_conclusion(reason)) {
      const auto& sources = net_.conclusion(wave_, reason).sources;
      return {sources.begin(), sources.end()};
    }
    const bool choice = reason < static_cast<int>(net_.choices.size());
    const auto& members = choice ? net_.choices[reason].members : net_.event(reason).premises;
    for (const auto c : members) {
      if (!choice || 2 * c != n) result.push_back(2 * c + 1);
    }
    return result;
  }

  Assertion line(const Position& position, int n, const std::vector<int>& lines) {
    const Candidate candidate = net_.numbering()[candidate_of(n)];
    Assertion result{{candidate}, is_true(n), Reason::assumed, {}, -1};
    if (wave_.round(n) == 0) return result;
    const auto from = premises(n);
    for (const int p : from) result.premises.push_back(lines[p]);
    const int reason = wave_.reasons[n];
    if (net_.is_conclusion(reason)) {
      add_inner(result, *net_.conclusion(wave_, reason).step);
    } else if (reason >= static_cast<int>(net_.choices.size())) {
      add_inner(result, event_step(net_.numbering(), net_.event(reason)));
    } else if (reason >= 0) {
      const GroupId house = net_.choices[reason].house;
      result.reason = house < 0 ? Reason::cell : Reason::house;
      result.number = house;
    } else if (net_.is_linked(from[0], n)) {
      const int premise = result.premises[0];
      result = linked(position, net_.numbering(), from[0], n, premise);
    } else {
      add_inner(result, event_step(net_.numbering(), direct_event(from[0], n)));
    }
    return result;
  }

  // The event of one premise that gives a node.
  const Event& direct_event(int from, int to) const {
    return *std::find_if(net_.events.begin(), net_.events.end(), [&](const Event& e) {
      return e.premises.size() == 1 && 2 * e.premises[0] + 1 == from &&
             contains(e.gone, candidate_of(to));
    });
  }

  void add_inner(Assertion& line, const Step& step) {
    line.reason = Reason::inner;
    line.number = static_cast<int>(evidence_.inner.size());
    evidence_.inner.push_back(step);
  }

  const NetSets& net_;
  const Course& wave_;
  Evidence& evidence_;
  std::vector<int> needed_;
};

}  // namespace

void add_net_step(const Search& search, const NetSets& net, const std::vector<NetCase>& cases,
                  Hints& found) {
  Step& step = found.add_step();
  for (const NetCase& one : cases) {
    NetProof proof(net, one.wave, step.evidence);
    step.evidence.proofs.push_back(proof.make(search.position, one.ends));
  }
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
