#include "wasm/steps.hpp"

#include <set>

namespace cpsudoku::wasm {

namespace {

using logic::Candidate;
using logic::Step;
using Key = std::pair<int, int>;

Key key_of(const Candidate& one) { return {one.cell, one.digit + 1}; }

Json candidates_json(const std::vector<Candidate>& all) {
  Json::List found;
  for (const auto& one : all) found.emplace_back(Json::List{Json(one.cell), Json(one.digit + 1)});
  return found;
}

// The step whose pattern is shown: of several in one, the first.
const Step& shown(const Step& step) {
  const bool is_whole = !step.evidence.proofs.empty() || step.evidence.inner.empty() ||
                        std::string_view(step.technique->name).starts_with("template");
  return is_whole ? step : step.evidence.inner.front();
}

std::string lettered(const char* what, std::size_t number) {
  return std::string(what) + ' ' + static_cast<char>('A' + number % 26);
}

std::map<Key, std::string> roles_of(const Step& step, const Standing& before) {
  const auto& it = shown(step).evidence;
  std::map<Key, std::string> roles;
  const auto call = [&roles](const std::vector<Candidate>& all, const std::string& role) {
    for (const auto& one : all) roles[key_of(one)] = role;
  };
  for (std::size_t number = 0; number < it.sets.size(); ++number) {
    for (const auto cell : it.sets[number].cells) {
      for (const int d : bits(it.sets[number].digits & before.candidates[cell])) {
        roles.try_emplace({cell, d + 1}, lettered("set", number));
      }
    }
  }
  call(it.candidates, "defining");
  for (const auto& proof : it.proofs) {
    for (const auto& line : proof) call(line.candidates, line.truth ? "true" : "false");
  }
  for (std::size_t number = 0; number < it.colours.size(); ++number) {
    call(it.colours[number], lettered("colour", number));
  }
  call(it.fins, "fin");
  call(it.endo_fins, "endo-fin");
  call(step.eliminations, "eliminated");
  call(step.placements, "placed");
  return roles;
}

Json links_json(const Step& step) {
  Json::List links;
  std::set<std::string> seen;
  for (const auto& proof : shown(step).evidence.proofs) {
    for (const auto& line : proof) {
      for (const int premise : line.premises) {
        if (premise < 0 || static_cast<std::size_t>(premise) >= proof.size()) continue;
        Json link = Json::object({{"from", candidates_json(proof[premise].candidates)},
                                  {"to", candidates_json(line.candidates)},
                                  {"strong", line.truth}});
        if (seen.insert(link.text()).second) links.push_back(std::move(link));
      }
    }
  }
  return links;
}

Json proof_json(const logic::Proof& proof) {
  Json::List lines;
  for (const auto& line : proof) {
    lines.push_back(Json::object({{"candidates", candidates_json(line.candidates)},
                                  {"truth", line.truth},
                                  {"reason", logic::name_of(line.reason)},
                                  {"premises", list_of(line.premises)},
                                  {"number", line.number}}));
  }
  return lines;
}

Json digits_json(logic::Mask mask) {
  Json::List digits;
  for (const int d : bits(mask)) digits.emplace_back(d + 1);
  return digits;
}

// What the page makes sentences of, as `cpsudoku.logic.steps` has it.
Json evidence_json(const Step& step) {
  const auto& it = step.evidence;
  Json::List sets, colours, proofs, inner;
  for (const auto& one : it.sets) {
    sets.push_back(
        Json::object({{"cells", list_of(one.cells)}, {"digits", digits_json(one.digits)}}));
  }
  for (const auto& one : it.colours) colours.push_back(candidates_json(one));
  for (const auto& one : it.proofs) proofs.push_back(proof_json(one));
  for (const auto& one : it.inner) {
    inner.push_back(Json::object({{"technique", one.technique->name},
                                  {"placements", candidates_json(one.placements)},
                                  {"eliminations", candidates_json(one.eliminations)},
                                  {"evidence", evidence_json(one)}}));
  }
  return Json::object({{"cells", list_of(it.cells)},
                       {"candidates", candidates_json(it.candidates)},
                       {"base", list_of(it.base)},
                       {"cover", list_of(it.cover)},
                       {"fins", candidates_json(it.fins)},
                       {"endo_fins", candidates_json(it.endo_fins)},
                       {"sets", std::move(sets)},
                       {"colours", std::move(colours)},
                       {"proofs", std::move(proofs)},
                       {"inner", std::move(inner)}});
}

}  // namespace

void Standing::sweep(const Board& board) {
  for (const auto& group : board.groups()) {
    logic::Mask placed = 0;
    for (const auto cell : group.cells) {
      const auto digit = digits[cell];
      if (digit != 0) placed |= logic::Mask{1} << (digit - 1);
    }
    for (const auto cell : group.cells) {
      const auto at = static_cast<std::size_t>(cell);
      if (digits[at] == 0) candidates[at] &= ~placed;
    }
  }
}

void Standing::apply(const Step& step, const Board& board) {
  for (const auto& [cell, digit] : step.eliminations) {
    candidates[cell] &= ~(logic::Mask{1} << digit);
  }
  for (const auto& [cell, digit] : step.placements) {
    digits[cell] = static_cast<std::uint8_t>(digit + 1);
    candidates[cell] = logic::Mask{1} << digit;
  }
  if (!step.placements.empty()) sweep(board);
}

Json step_json(const Step& step, const Standing& before, const Board& board) {
  const auto& it = shown(step).evidence;
  std::set<int> cells(it.cells.begin(), it.cells.end());
  for (const auto& one : it.candidates) cells.insert(one.cell);
  for (const auto& proof : it.proofs) {
    for (const auto& line : proof) {
      for (const auto& one : line.candidates) cells.insert(one.cell);
    }
  }
  Json::List houses, roles, marks;
  for (const auto* numbers : {&it.base, &it.cover}) {
    for (const auto number : *numbers) { houses.push_back(list_of(board.groups()[number].cells)); }
  }
  for (const auto& [candidate, role] : roles_of(step, before)) {
    roles.push_back(
        Json::object({{"candidate", Json::List{Json(candidate.first), Json(candidate.second)}},
                      {"role", role}}));
  }
  for (std::size_t cell = 0; cell < before.candidates.size(); ++cell) {
    marks.push_back(digits_json(before.digits[cell] == 0 ? before.candidates[cell] : 0));
  }
  return Json::object({{"technique", step.technique->name},
                       {"placements", candidates_json(step.placements)},
                       {"eliminations", candidates_json(step.eliminations)},
                       {"cells", list_of(cells)},
                       {"houses", std::move(houses)},
                       {"candidates", std::move(roles)},
                       {"links", links_json(step)},
                       {"evidence", evidence_json(step)},
                       {"digits", list_of(before.digits)},
                       {"marks", std::move(marks)}});
}

}  // namespace cpsudoku::wasm
