// Questions and answers as a page has them, without WebAssembly.
#include "wasm/answers.hpp"

#include "../check.hpp"
#include "wasm/json.hpp"

namespace {

using cpsudoku::wasm::Json;

const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

std::string board(const std::string& formulas = "") {
  std::string groups;
  for (const auto& group : cpsudoku::testing::sudoku(3, 3)) {
    groups += groups.empty() ? "[" : ",[";
    groups += "\"other\"";
    for (const auto cell : group) groups.append(",").append(std::to_string(cell));
    groups += "]";
  }
  return R"({"digits":9,"cells":81,"groups":[)" + groups + R"(],"formulas":[)" + formulas + "]}";
}

std::string masks(const std::string& puzzle) {
  std::string found;
  for (const char c : puzzle) {
    found += found.empty() ? "[" : ",";
    found += std::to_string(c == '.' ? 511 : 1 << (c - '1'));
  }
  return found + "]";
}

Json ask(const std::string& rules, const std::string& name, const std::string& more,
         const std::string& puzzle = kPuzzle) {
  return Json::parse(cpsudoku::wasm::answer(
      rules, R"({"question":")" + name + R"(","candidates":)" + masks(puzzle) + more + "}"));
}

std::string verdict(const std::string& rules, const std::string& puzzle = kPuzzle) {
  return ask(rules, "solve", R"(,"limit":2)", puzzle).at("verdict").words();
}

void json_is_read_and_written() {
  const std::string text = R"({"a":[1,-2,true,false,null,"\"x\\"],"b":{},"c":0.5})";
  CHECK(Json::parse(text).text() == text);
  for (const char* wrong : {"", "[1,", "{\"a\" 1}", "[1] 2", "nul", "[1.2.3]", "\"a"}) {
    CHECK(cpsudoku::testing::refuses([&] { Json::parse(wrong); }));
  }
}

void puzzles_are_solved() {
  CHECK(verdict(board()) == "unique");
  // The same by the search for any rules: two cells that are known to differ.
  CHECK(verdict(board(R"(["different",[0,1]])")) == "unique");
  CHECK(verdict(board(R"(["linear",[0,1],[1,1],"=",[3]])")) == "none");
  CHECK(verdict(board(), std::string(81, '.')) == "multiple");
  CHECK(verdict(board(), "55" + kPuzzle.substr(2)) == "none");
  CHECK(ask(board(), "count", R"(,"limit":5)", std::string(81, '.')).at("count").number() == 5);
}

// Every formula, satisfied by the solution, 534678912 …, and then not.
void formulas_are_understood() {
  const char* both[][2] = {
      {R"(["pair",0,1,[511,511,511,511,4,0,0,0,0]])",
       R"(["pair",0,1,[511,511,511,511,8,0,0,0,0]])"},
      {R"(["linear",[0,1],[1,-1],"=",[2]])", R"(["linear",[0,1],[1,-1],"<=",[1]])"},
      {R"(["table",[0,1],[[4,2],[1,1]]])", R"(["table",[0,1],[[2,4]]])"},
      {R"(["regular",[0,1],0,[[0,4,1],[1,2,2]],[2]])",
       R"(["regular",[0,1],0,[[0,4,1],[1,3,2]],[2]])"},
      {R"(["count",[0,1,2],20,"=",2])", R"(["count",[0,1,2],20,">=",3])"},
      {R"(["element",[5,6,7,8,2],0,2,0])", R"(["element",[5,6,7,8,2],0,1,0])"},
      {R"(["connected",[0,1,2],[[0,1],[1,2]],20,2])",
       R"(["connected",[0,1,2],[[0,1],[1,2]],24,0])"},
      {R"(["or",[["different",[0,0]],["table",[0],[[4]]]]])",
       R"(["and",[["table",[0],[[4]]],["table",[0],[[3]]]]])"},
      {R"(["not",["table",[0],[[3]]]])", R"(["not",["table",[0],[[4]]]])"},
  };
  for (const auto& [right, wrong] : both) {
    if (std::string(right).find("[0,0]") == std::string::npos)
      CHECK(verdict(board(right)) == "unique");
    CHECK(verdict(board(wrong)) == "none");
  }
}

void nothing_wrong_gets_in() {
  const auto refused = [](const std::string& rules, const std::string& name,
                          const std::string& more) {
    return ask(rules, name, more).find("error") != nullptr;
  };
  CHECK(refused(board(), "dance", ""));
  CHECK(refused("{", "solve", ""));
  CHECK(refused(board(R"(["different",[0,81]])"), "solve", ""));
  CHECK(refused(board(R"(["nonsense",[0]])"), "solve", ""));
  CHECK(refused(board(), "solve", R"(,"limit":0)"));
  CHECK(refused(board(), "conflict", R"(,"givens":[81])"));
  CHECK(refused(R"({"digits":9,"cells":2,"groups":[]})", "solve", ""));
  CHECK(refused(R"({"digits":99,"cells":81,"groups":[]})", "solve", ""));
  CHECK(!refused(board(), "solve", ""));
}

void clues_are_weighed() {
  const Json conflict =
      ask(board(), "conflict", R"(,"givens":[0,1,80])", "55" + std::string(78, '.') + "1");
  CHECK(conflict.at("verdict").words() == "none" && conflict.at("minimal").truth());
  CHECK(conflict.at("givens").text() == "[0,1]");
  const Json needless = ask(board(), "redundant", R"(,"givens":[0,1])");
  CHECK(needless.at("givens").text() == "[0,1]" && !needless.at("minimal").truth());
  const Json left = ask(board(), "candidates", "");
  CHECK(left.at("complete").truth() && left.at("candidates").at(0).number() == 16);
  CHECK(ask(board(), "canonical", "").at("automorphisms").number() == 1);
}

const std::string kOrder =
    R"(,"order":{"finders":["naked single","hidden single"],"numbers":{"naked single":23,"hidden single":15},"options":{}})";

void steps_lead_to_the_end() {
  // (Groups that are not called box have no singles in boxes.)
  const Json path = ask(board(), "steps", kOrder);
  CHECK(path.at("end").words() == "solved" && path.at("steps").list().size() == 51);
  const Json& last = path.at("steps").at(50);
  CHECK(last.at("placements").list().size() == 1 && last.at("digits").list().size() == 81);
  CHECK(ask(board(), "steps", kOrder + R"(,"most":1)").at("steps").list().size() == 1);
  CHECK(ask(board(), "rate", kOrder).at("hardest").number() == 23);
}

void puzzles_are_made() {
  const Json made = ask(board(), "generate", R"(,"seed":3,"first":0,"clues":[30,30])");
  std::string puzzle;
  int givens = 0;
  for (const Json& digit : made.at("puzzle").list()) {
    givens += digit.number() != 0;
    puzzle += digit.number() == 0 ? '.' : static_cast<char>('0' + digit.number());
  }
  CHECK(givens == 30 && verdict(board(), puzzle) == "unique");
  const Json rated = ask(board(), "generate", kOrder + R"(,"seed":3,"first":0,"hardest":[10,23])");
  CHECK(rated.at("hardest").number() >= 15);
}

}  // namespace

int main() {
  json_is_read_and_written();
  puzzles_are_solved();
  formulas_are_understood();
  nothing_wrong_gets_in();
  clues_are_weighed();
  steps_lead_to_the_end();
  puzzles_are_made();
}
