// Proofs against brute force: what is followed holds in every model, whatever the lines are; and what
// the elaborator writes is followed.
#include <limits>
#include <random>

#include "tests/check.hpp"
#include "proofs/elaborator.hpp"

namespace {

using cpsudoku::proofs::Elaborator;
using cpsudoku::proofs::Follower;
using cpsudoku::proofs::kMost;
using cpsudoku::proofs::Number;
using Numbers = std::vector<Number>;
using Clauses = std::vector<Numbers>;
using Chance = std::mt19937;

Numbers flat(const Clauses& clauses) {
  Numbers numbers;
  for (const Numbers& clause : clauses) {
    numbers.insert(numbers.end(), clause.begin(), clause.end());
    numbers.push_back(0);
  }
  return numbers;
}

// A number of at least 0 and less than `limit`.
Number below(Chance& chance, Number limit) {
  return static_cast<Number>(chance() % static_cast<std::uint32_t>(limit));
}

Numbers random_clause(Chance& chance, Number variables) {
  Numbers clause(static_cast<std::size_t>(below(chance, 3)) + 1);
  for (Number& literal : clause) {
    literal = (below(chance, variables) + 1) * (below(chance, 2) != 0 ? 1 : -1);
  }
  return clause;
}

bool holds(const Numbers& clause, std::uint32_t model) {
  for (const Number literal : clause) {
    const bool value = (model >> (literal < 0 ? -literal : literal) & 1) != 0;
    if (value == (literal > 0)) return true;
  }
  return false;
}

// Whether a clause holds in every model of clauses over at most `variables` variables.
bool follows(const Clauses& clauses, const Numbers& clause, Number variables) {
  for (std::uint32_t model = 0; model < 2u << variables; model += 2) {
    bool all = true;
    for (const Numbers& one : clauses) all = all && holds(one, model);
    if (all && !holds(clause, model)) return false;
  }
  return true;
}

void the_examples_of_the_headers_hold() {
  const Numbers formula = flat({{1, 2}, {1, -2}, {-1, 3}, {-1, -3}});
  Follower follower(formula);
  CHECK(follower.follow(Numbers{1, 0, 1, 2, 0, 0, 5, 3, 4, 0}));
  CHECK(follower.refuted() && follower.accepted() == 2);
  Elaborator elaborator(formula);
  CHECK(elaborator.take_lines().empty());
  CHECK(elaborator.add(Numbers{1}) && elaborator.refuted());
  CHECK((elaborator.take_lines() == Numbers{1, 0, 1, 2, 0, 3, 0, 5, 3, 0, 0, 6, 5, 4, 0}));
}

void variables_far_beyond_the_formula_are_refused() {
  Elaborator elaborator(Numbers{1, 0});
  CHECK(!elaborator.add(Numbers{1 << 30}) && !elaborator.add(Numbers{1, -(1 << 30)}));
  CHECK(elaborator.add(Numbers{1, 7}));
}

void what_the_elaborator_writes_is_followed() {
  Chance chance(1);
  unsigned added = 0, refused = 0, refuted = 0;
  for (unsigned round = 0; round < 20000; ++round) {
    const Number variables = below(chance, 4) + 2;
    Clauses clauses(static_cast<std::size_t>(below(chance, 4 * variables)) + 1);
    for (Numbers& clause : clauses) clause = random_clause(chance, variables);
    const Numbers formula = flat(clauses);
    Elaborator elaborator(formula);
    Follower follower(formula);
    Clauses there = clauses;
    for (unsigned step = 0; step < 12 && !elaborator.refuted(); ++step) {
      if (chance() % 3 == 0 && !there.empty()) {
        const auto place = there.begin() + below(chance, static_cast<Number>(there.size()));
        elaborator.remove(*place);
        there.erase(place);
        continue;
      }
      const Numbers clause = random_clause(chance, variables);
      if (elaborator.add(clause)) {
        CHECK(follows(clauses, clause, variables));
        there.push_back(clause);
        ++added;
      } else {
        ++refused;
      }
    }
    CHECK(follower.follow(elaborator.take_lines()));
    CHECK(follower.refuted() == elaborator.refuted());
    if (follower.refuted()) CHECK(follows(clauses, {}, variables));
    refuted += follower.refuted();
  }
  CHECK(added > 10000 && refused > 10000 && refuted > 1000);
}

void what_is_followed_holds_in_every_model() {
  Chance chance(2);
  std::size_t accepted = 0;
  for (unsigned round = 0; round < 100000; ++round) {
    const Number variables = below(chance, 3) + 2;
    Clauses clauses(static_cast<std::size_t>(below(chance, 3 * variables)) + 1);
    for (Numbers& clause : clauses) clause = random_clause(chance, variables);
    Follower follower(flat(clauses));
    Clauses all = clauses;
    for (unsigned line = 0; line < 6; ++line) {
      Numbers clause = random_clause(chance, variables);
      if (chance() % 4 == 0) clause.clear();
      Numbers hints(static_cast<std::size_t>(below(chance, 5)));
      for (Number& hint : hints) {
        hint = below(chance, static_cast<Number>(all.size()) + 3) - 1;
        if (hint == 0) hint = 1;
      }
      const bool good = follower.follow(flat({clause, hints}));
      if (!good) {
        CHECK(!follower.follow(flat({{1, -1}, {1}})) && !follower.refuted());
        break;
      }
      CHECK(follows(clauses, clause, variables));
      all.push_back(clause);
      ++accepted;
    }
  }
  CHECK(accepted > 1000);
}

void numbers_that_are_too_big_and_lists_without_an_end_are_refused() {
  constexpr Number kLeast = std::numeric_limits<Number>::min();
  for (const Number literal : {kMost + 1, -kMost - 1, kLeast, std::numeric_limits<Number>::max()}) {
    CHECK(cpsudoku::testing::refuses([&] { Follower(Numbers{literal, 0}); }));
    Follower follower(Numbers{1, 0, -1, 0});
    CHECK(cpsudoku::testing::refuses([&] { follower.follow(Numbers{literal, 0, 1, 0}); }));
    CHECK(!follower.follow(Numbers{0, 1, 2, 0}) && !follower.refuted());
    Follower other(Numbers{1, 0, -1, 0});
    CHECK(!other.follow(Numbers{0, literal, 1, 2, 0}) && !other.refuted());
  }
  CHECK(cpsudoku::testing::refuses([] { Follower(Numbers{1}); }));
  for (const Numbers& lines : {Numbers{1}, Numbers{0}, Numbers{0, 1, 2}}) {
    Follower follower(Numbers{1, 0, -1, 0});
    CHECK(cpsudoku::testing::refuses([&] { follower.follow(lines); }));
    CHECK(!follower.refuted());
  }
}

}  // namespace

int main() {
  the_examples_of_the_headers_hold();
  variables_far_beyond_the_formula_are_refused();
  what_the_elaborator_writes_is_followed();
  what_is_followed_holds_in_every_model();
  numbers_that_are_too_big_and_lists_without_an_end_are_refused();
}
