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

#include <array>

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
  void add(Literal literal, const std::array<int, kMostReasons>& reasons = {});
  void merge(Literal literal, Literal source, int distance);

  std::vector<Entry> entries;

 private:
  std::vector<std::int16_t> index_;
};

class NetTables {
 public:
  // All tables of a graph; returns false where the watch expired.
  bool build(const Arcs& arcs, Search& search);

  const NetTable& table(Literal premise) const { return tables_[premise]; }
  // Whether the way from the premise to a literal branches.
  // require: the table has it.
  bool branches(Literal premise, Literal to) const;

 private:
  void begin(Literal premise);
  void place(NetTable& table, Cell cell, Digit digit, const std::array<int, kMostReasons>& reasons);
  void place_singles(NetTable& table);
  std::array<int, kMostReasons> reasons_of_naked(const NetTable& table, Cell cell, Digit digit) const;
  std::array<int, kMostReasons> reasons_of_hidden(const NetTable& table, Cell cell, Digit digit) const;
  GroupId house_of_hidden(Cell cell, Digit digit) const;
  void expand(NetTable& table);
  Literal at(Cell cell, Digit digit, bool truth) const;

  const Arcs* arcs_ = nullptr;
  const Position* start_ = nullptr;
  std::vector<Position> board_;  // one: where the premise holds
  std::vector<NetTable> tables_;
};


}  // namespace cpsudoku::logic
