#include "logic/techniques/link_graph.hpp"

#include <numeric>

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

void LinkGraph::build(const Position& position, const LinkKinds& kinds,
                      std::span<const AlmostLocked> sets) {
  position_ = &position;
  kinds_ = kinds;
  nodes_.clear();
  sets_.assign(sets.begin(), sets.end());
  const auto& houses = position.houses();
  of_digit_.assign(static_cast<std::size_t>(houses.digits()), {});
  of_candidate_.assign(static_cast<std::size_t>(houses.cells() * houses.digits()), -1);
  if (kinds.candidates) add_candidates();
  if (kinds.groups) add_groups();
  const int first_of_sets = size();
  if (kinds.sets) add_sets();
  weak_.resize(nodes_.size());
  strong_.resize(nodes_.size());
  for (auto& links : weak_) links.clear();
  for (auto& links : strong_) links.clear();
  if (kinds.cells) link_cells();
  if (kinds.houses) link_houses();
  for (int i = first_of_sets; i < size(); ++i) {
    for (int j = i + 1; j < size() && (*this)[j].set == (*this)[i].set; ++j) {
      join(i, j, Reason::set, (*this)[i].set);
    }
  }
  link_weakly();
}

int LinkGraph::add(Digit digit, const CellSet& cells, int set) {
  Node node{digit, cells, position_->seen_by_all(cells, digit), cells.first(), -1, set};
  if (cells.count() == 1) node.only = node.first;
  const int id = size();
  of_digit_[digit].push_back(id);
  nodes_.push_back(node);
  return id;
}

void LinkGraph::add_candidates() {
  const int digits = position_->houses().digits();
  for (const Cell cell : position_->open()) {
    for (const Digit d : bits(position_->candidates(cell))) {
      CellSet cells;
      cells.set(cell);
      of_candidate_[cell * digits + d] = add(d, cells, -1);
    }
  }
}

void LinkGraph::add_groups() {
  const auto& houses = position_->houses();
  for (const Crossing& crossing : houses.crossings()) {
    const bool once = houses[crossing.cover].exact ? crossing.base < crossing.cover : true;
    if (!once) continue;
    const auto shared = houses[crossing.base].set & houses[crossing.cover].set;
    for (Digit d = 0; d < houses.digits(); ++d) {
      const auto cells = shared & position_->cells(d);
      if (cells.count() >= 2) add(d, cells, -1);
    }
  }
}

void LinkGraph::add_sets() {
  for (int i = 0; i < static_cast<int>(sets_.size()); ++i) {
    const auto& set = sets_[i];
    for (const Digit d : bits(set.digits)) add(d, set.cells & position_->cells(d), i);
  }
}

void LinkGraph::join(int a, int b, Reason reason, int number) {
  strong_[a].push_back({b, reason, number});
  strong_[b].push_back({a, reason, number});
}

void LinkGraph::link_cells() {
  for (const Cell cell : position_->bivalue()) {
    const Mask both = position_->candidates(cell);
    const int low = node(cell, std::countr_zero(both));
    const int high = node(cell, std::countr_zero(both & (both - 1)));
    if (low >= 0 && high >= 0) join(low, high, Reason::cell, -1);
  }
}

// Pairs of nodes, not of sets, that are disjoint and have all places of a house between them.
void LinkGraph::link_houses() {
  const auto& houses = position_->houses();
  std::vector<int> inside;
  for (const GroupId house : houses.all()) {
    for (Digit d = 0; d < houses.digits(); ++d) {
      const Mask places = position_->places(house, d);
      if (!several(places)) continue;
      if (!kinds_.groups && count(places) != 2) continue;
      const auto all = position_->cells(d) & houses[house].set;
      inside.clear();
      for (const int i : of_digit_[d]) {
        const Node& node = (*this)[i];
        if (node.set < 0 && all.has(node.first) && all.contains(node.cells)) inside.push_back(i);
      }
      for (std::size_t i = 0; i < inside.size(); ++i) {
        const auto rest = all - (*this)[inside[i]].cells;
        for (std::size_t j = i + 1; j < inside.size(); ++j) {
          if ((*this)[inside[j]].cells == rest) join(inside[i], inside[j], Reason::house, house);
        }
      }
    }
  }
}

bool LinkGraph::overlap(const Node& a, const Node& b) const {
  if (a.set < 0 || b.set < 0) return false;
  return sets_[a.set].cells.meets(sets_[b.set].cells);
}

void LinkGraph::link_weakly() {
  for (int i = 0; i < size(); ++i) {
    const Node& own = (*this)[i];
    auto& links = weak_[i];
    std::size_t others = 0;  // after the candidates, which are the first nodes of a digit
    if (kinds_.candidates) {
      const auto& candidates = position_->cells(own.digit);
      const auto seen = own.excluded & candidates;
      for (const Cell cell : seen) links.push_back({node(cell, own.digit), Reason::peer, -1});
      others = static_cast<std::size_t>(candidates.count());
    }
    for (const int j : std::span(of_digit_[own.digit]).subspan(others)) {
      const Node& other = (*this)[j];
      if (j == i || !own.excluded.has(other.first)) continue;  // most of them
      if (!own.excluded.contains(other.cells)) continue;
      if (kinds_.overlap || !overlap(own, other)) links.push_back({j, Reason::peer, -1});
    }
    if (own.only < 0 || !kinds_.cells) continue;
    for (const Digit d : bits(position_->candidates(own.only) & ~bit(own.digit))) {
      const int j = node(own.only, d);
      if (j >= 0) links.push_back({j, Reason::peer, -1});
    }
  }
}

namespace {

struct SetCollector {
  const Position& position;
  int least, most;
  std::vector<AlmostLocked>& sets;

  void extend(GroupId group, std::size_t from, const CellSet& cells, int size, Mask digits) {
    const auto& all = position.houses()[group].cells;
    for (std::size_t i = from; i < all.size(); ++i) {
      const Mask own = position.candidates(all[i]);
      if (!own) continue;
      const Mask together = digits | own;
      auto now = cells;
      now.set(all[i]);
      if (count(together) == size + 2 && size + 1 >= least) sets.push_back({now, together, group});
      if (size + 1 < most) extend(group, i + 1, now, size + 1, together);
    }
  }
};

}  // namespace

std::vector<AlmostLocked> almost_locked_sets(const Position& position, int least, int most) {
  std::vector<AlmostLocked> sets;
  SetCollector collector{position, least, most, sets};
  const auto& houses = position.houses();
  for (const GroupId group : houses.rows_first()) collector.extend(group, 0, {}, 0, 0);
  for (const GroupId group : houses.inexact()) collector.extend(group, 0, {}, 0, 0);
  // Those of two groups count once, where they come first.
  std::vector<std::size_t> order(sets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    const auto &a = sets[i].cells, &b = sets[j].cells;
    return a == b ? i < j : a < b;
  });
  std::vector<bool> again(sets.size(), false);
  for (std::size_t i = 1; i < order.size(); ++i) {
    again[order[i]] = sets[order[i]].cells == sets[order[i - 1]].cells;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (!again[i]) sets[kept++] = sets[i];
  }
  sets.resize(kept);
  return sets;
}

void Implications::search(const LinkGraph& graph, Literal from, int most) {
  const auto literals = 2 * graph.nodes().size();
  distance_.assign(literals, -1);
  parent_.resize(literals);
  link_.resize(literals);
  queue_.clear();
  queue_.push_back(from);
  distance_[from] = 0;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const Literal at = queue_[i];
    const int next = distance_[at] + 1;
    if (most && next > most) break;
    const auto links = truth_of(at) ? graph.weak(node_of(at)) : graph.strong(node_of(at));
    for (const Link& link : links) {
      const auto to = static_cast<std::size_t>(literal(link.to, !truth_of(at)));
      if (distance_[to] >= 0) continue;
      distance_[to] = next;
      parent_[to] = at;
      link_[to] = link;
      queue_.push_back(static_cast<Literal>(to));
    }
  }
}

void Implications::path(Literal to, std::vector<Literal>& out) const {
  out.clear();
  for (Literal at = to; distance(at) > 0; at = parent(at)) out.push_back(at);
  out.push_back(queue_.front());
  std::reverse(out.begin(), out.end());
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
