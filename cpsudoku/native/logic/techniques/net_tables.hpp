// Tables of implications of nets, all at once: a table begins with what a few rounds of singles give.
//
//     premise  (4)r1c2 true           entry 0
//     …        what it takes          from 0
//     round 1  singles, and what they take    a single has up to five reasons: the digits of its cell,
//                                             or the places in its house, that were taken before
//     …
//     merged   what follows from any entry in that entry's own table, again and again
//
// A way that meets a single with two reasons or more is a net; HoDoKu counts it so (B. Hobiger), and a
// reason that is the premise itself does not count.
#pragma once

#include "logic/techniques/tables.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

inline constexpr int kMostReasons = 5;
inline constexpr int kRoundsOfSingles = 4;
inline constexpr int kMostDigitsOfHouse = 33;  // more than any house has

class NetTable {
 public:
  struct Entry {
    Literal literal;
    std::array<int, kMostReasons> reasons;  // entries; the largest first
    int distance;
    Literal source = -1;  // merged: from this literal's table
  };

  void restart(std::size_t literals) {
    entries.clear();
    index_.assign(literals, -1);
  }
  bool has(Literal literal) const { return index(literal) >= 0; }
  int index(Literal literal) const { return index_[literal]; }

  // Nothing where it is there already.
  void add(Literal literal, const std::array<int, kMostReasons>& reasons = {}) {
    if (has(literal)) return;
    Entry entry{literal, reasons, 0};
    if (!entries.empty()) {
      entry.distance = entries[reasons[0]].distance + 1;
      std::iter_swap(entry.reasons.begin(),
                     std::max_element(entry.reasons.begin(), entry.reasons.end()));
    }
    index_[literal] = static_cast<std::int16_t>(entries.size());
    entries.push_back(entry);
  }

  void merge(Literal literal, Literal source, int distance) {
    const int known = index(literal);
    if (known < 0) {
      index_[literal] = static_cast<std::int16_t>(entries.size());
      entries.push_back({literal, {}, distance, source});
      return;
    }
    Entry& old = entries[known];
    if (old.source < 0 || old.distance <= distance) return;
    old.source = source;
    old.distance = distance;
  }

  std::vector<Entry> entries;

 private:
  std::vector<std::int16_t> index_;
};

class NetTables {
 public:
  // All tables of a graph; returns false where the watch expired.
  bool build(const Arcs& arcs, Search& search) {
    arcs_ = &arcs;
    start_ = &search.position;
    if (board_.empty()) board_.push_back(search.position);
    tables_.resize(arcs.literals());
    for (Literal premise = 0; premise < arcs.literals(); ++premise) {
      if (search.expired()) return false;
      auto& table = tables_[premise];
      table.restart(static_cast<std::size_t>(arcs.literals()));
      if (arcs.graph()[node_of(premise)].only >= 0) {
        begin(premise);
      } else {
        table.add(premise);
      }
      for (const Arc& arc : arcs.of(premise)) table.add(arc.to);
    }
    for (auto& table : tables_) {
      if (search.expired()) return false;
      if (arcs.graph()[node_of(table.entries[0].literal)].only >= 0) expand(table);
    }
    return true;
  }

  const NetTable& table(Literal premise) const { return tables_[premise]; }

  // Whether the way from the premise to a literal branches.
  // require: the table has it.
  bool branches(Literal premise, Literal to) const {
    const NetTable& home = table(premise);
    int at = home.index(to);
    for (std::size_t turns = 0; at > 0 && turns < home.entries.size(); ++turns) {
      const Literal source = home.entries[at].source;
      const NetTable& inside = source >= 0 ? table(source) : home;
      int i = source >= 0 ? inside.index(home.entries[at].literal) : at;
      while (i > 0) {
        const auto& reasons = inside.entries[i].reasons;
        if (std::any_of(reasons.begin() + 1, reasons.end(), [](int r) { return r != 0; }))
          return true;
        i = reasons[0];
        if (source < 0) break;
      }
      at = source >= 0 ? home.index(source) : i;
    }
    return false;
  }

 private:
  void begin(Literal premise) {
    auto& table = tables_[premise];
    const auto& node = arcs_->graph()[node_of(premise)];
    auto& board = board_[0];
    board = *start_;
    if (truth_of(premise)) {
      place(table, node.only, node.digit, {});
    } else {
      board.eliminate(node.only, node.digit);
      table.add(premise);
      const Mask left = board.candidates(node.only);
      if (single(left)) place(table, node.only, std::countr_zero(left), {});
    }
    for (int round = 0; round < kRoundsOfSingles; ++round) {
      const auto before = table.entries.size();
      place_singles(table);
      if (table.entries.size() == before) break;
    }
  }

  void place(NetTable& table, Cell cell, Digit digit,
             const std::array<int, kMostReasons>& reasons) {
    const Mask others = board_[0].candidates(cell) & ~bit(digit);
    const auto taken = start_->cells(digit) & start_->houses().peers(cell);
    const int placed = static_cast<int>(table.entries.size());
    if (table.has(at(cell, digit, true))) return;
    table.add(at(cell, digit, true), reasons);
    for (const Cell peer : taken) table.add(at(peer, digit, false), {placed});
    for (const Digit d : bits(others)) table.add(at(cell, d, false), {placed});
    board_[0].place(cell, digit);
  }

  // One round: those that there are at its beginning.
  void place_singles(NetTable& table) {
    const auto& board = board_[0];
    std::vector<std::pair<Candidate, bool>> singles;
    for (const Cell cell : board.naked()) {
      singles.push_back({Step::candidate(cell, std::countr_zero(board.candidates(cell))), true});
    }
    for (const GroupId house : board.houses().rows_first()) {
      for (const Digit d : bits(board.once(house))) {
        singles.push_back({Step::candidate(board.first_place(house, d), d), false});
      }
    }
    for (const auto& [found, naked] : singles) {
      const Cell cell = found.cell;
      const Digit digit = found.digit;
      if (!board.open().has(cell) || !board.has(cell, digit)) continue;
      place(table, cell, digit, reasons_of(table, cell, digit, naked));
    }
  }

  // Of a single: the digits of its cell, or the places in its house, that were taken before.
  std::array<int, kMostReasons> reasons_of(const NetTable& table, Cell cell, Digit digit,
                                           bool naked) const {
    std::array<int, kMostReasons> reasons{};
    std::size_t used = 0;
    const auto add = [&](Cell c, Digit d) {
      if (used < kMostReasons) reasons[used++] = std::max(0, table.index(at(c, d, false)));
    };
    if (naked) {
      for (const Digit d : bits(start_->candidates(cell) & ~bit(digit))) add(cell, d);
      return reasons;
    }
    const auto& house = start_->houses()[house_of_hidden(cell, digit)];
    for (const Cell other : start_->cells(digit) & house.set) {
      if (other != cell) add(other, digit);
    }
    return reasons;
  }

  GroupId house_of_hidden(Cell cell, Digit digit) const {
    GroupId best = -1;
    int least = kMostDigitsOfHouse;
    for (const auto& m : start_->houses().groups_of(cell)) {
      if (!start_->houses()[m.group].exact) continue;
      const int places = count(board_[0].places(m.group, digit));
      if (places < least) {
        least = places;
        best = m.group;
      }
    }
    return best;
  }

  // Merges what follows from each entry, those merged before included.
  void expand(NetTable& table) {
    for (std::size_t i = 1; i < table.entries.size(); ++i) {
      const Literal via = table.entries[i].literal;
      const int distance = table.entries[i].distance;
      for (const auto& entry : tables_[via].entries) {
        if (entry.source >= 0 || entry.literal == via) continue;
        table.merge(entry.literal, via, distance + entry.distance);
      }
    }
  }

  Literal at(Cell cell, Digit digit, bool truth) const {
    return literal(arcs_->candidate(cell, digit), truth);
  }

  const Arcs* arcs_ = nullptr;
  const Position* start_ = nullptr;
  std::vector<Position> board_;  // one: where the premise holds
  std::vector<NetTable> tables_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
