// Colours: candidates that strong links join are coloured in turn, so that of the two colours of a
// component one is true.
//
//     trap          what sees both colours is false
//     wrap          a colour that excludes itself is false
//     multi-colours two components: a colour of one excludes a colour of the other, so what sees
//                   both of their opposites is false (1); a colour that excludes both is false (2)
//     3D medusa     the same over all digits, with cells of two digits as links too
#include "logic/techniques/families.hpp"
#include "logic/techniques/link_graph.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kTrap{"simple colours trap", "colours"};
const Technique kWrap{"simple colours wrap", "colours"};
const Technique kMulti1{"multi-colours 1", "colours"};
const Technique kMulti2{"multi-colours 2", "colours"};
const Technique kMedusa{"3d medusa", "colours"};

struct Colour {
  std::vector<int> nodes;
  std::vector<std::uint8_t> excluded;  // nodes
};

using Component = std::array<Colour, 2>;

struct ColourMemory {
  LinkGraph graph;
  std::vector<Component> components;
  std::vector<int> colours;  // of each node: −1, 0, 1
};

class Colouring {
 public:
  Colouring(Search& search, bool medusa)
      : search_(search), memory_(search.memory.get<ColourMemory>()) {
    memory_.graph.build(search.position, {.cells = medusa});
    memory_.colours.assign(memory_.graph.nodes().size(), -1);
    memory_.components.clear();
    for (int node = 0; node < graph().size(); ++node) {
      if (memory_.colours[node] < 0 && !graph().strong(node).empty()) { paint(node); }
    }
  }

  const std::vector<Component>& components() const { return memory_.components; }

  static bool meets(const Colour& a, const Colour& b) {
    return any_of(a.nodes, [&](int n) { return b.excluded[n]; });
  }

  // Whether the colour cannot be true: it excludes itself, or all of a cell.
  bool impossible(const Colour& colour) const {
    if (meets(colour, colour)) return true;
    int left = 0;
    Cell cell = -1;
    for (int n = 0; n <= graph().size(); ++n) {  // nodes of a cell follow one another
      const bool last = n == graph().size();
      if (last || graph()[n].only != cell) {
        if (cell >= 0 && left == 0) return true;
        left = 0;
        if (!last) cell = graph()[n].only;
      }
      if (!last) left += !colour.excluded[n];
    }
    return false;
  }

  // What two colours exclude, for each of the pairs of which one colour is true.
  bool close_both(const std::vector<std::pair<const Colour*, const Colour*>>& pairs,
                  std::vector<const Component*> used, const Technique& as) {
    Step& step = search_.begin(as);
    for (int n = 0; n < graph().size(); ++n) {
      const auto i = static_cast<std::size_t>(n);
      const bool gone = any_of(pairs, [&](const auto& pair) {
        return pair.first->excluded[i] && pair.second->excluded[i];
      });
      if (gone) step.eliminations.push_back(candidate(n));
    }
    return close(used);
  }

  bool close_false(const Colour& colour, std::vector<const Component*> used, const Technique& as) {
    Step& step = search_.begin(as);
    for (const int n : colour.nodes) step.eliminations.push_back(candidate(n));
    return close(used);
  }

 private:
  const LinkGraph& graph() const { return memory_.graph; }

  Candidate candidate(int node) const {
    return Step::candidate(graph()[node].only, graph()[node].digit);
  }

  void paint(int from) {
    Component component;
    memory_.colours[from] = 0;
    std::vector<int> queue{from};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const int node = queue[i], colour = memory_.colours[node];
      component[colour].nodes.push_back(node);
      for (const Link& link : graph().strong(node)) {
        int& other = memory_.colours[link.to];
        if (other < 0) queue.push_back(link.to);
        if (other < 0) other = 1 - colour;
      }
    }
    for (Colour& colour : component) {
      colour.excluded.assign(graph().nodes().size(), false);
      for (const int node : colour.nodes) {
        for (const Link& link : graph().weak(node)) colour.excluded[link.to] = true;
      }
    }
    memory_.components.push_back(std::move(component));
  }

  bool close(const std::vector<const Component*>& used) {
    Step& step = search_.sink.draft();
    if (step.empty()) return false;
    if (search_.wants_evidence()) {
      for (const Component* component : used) {
        for (const Colour& colour : *component) {
          std::vector<Candidate> all;
          for (const int n : colour.nodes) all.push_back(candidate(n));
          step.evidence.candidates.insert(step.evidence.candidates.end(), all.begin(), all.end());
          step.evidence.colours.push_back(std::move(all));
        }
      }
    }
    return search_.close();
  }

  Search& search_;
  ColourMemory& memory_;
};

bool find_trap(Search& search) {
  Colouring colouring(search, false);
  return any_of(colouring.components(), [&](const auto& component) {
    return colouring.close_both({{&component[0], &component[1]}}, {&component}, kTrap);
  });
}

bool find_wrap(Search& search) {
  Colouring colouring(search, false);
  for (const auto& component : colouring.components()) {
    for (const Colour& colour : component) {
      if (!Colouring::meets(colour, colour)) continue;
      if (colouring.close_false(colour, {&component}, kWrap)) return true;
    }
  }
  return false;
}

// All ordered pairs of components.
template <class Visit>
bool for_each_pair(const Colouring& colouring, const Visit& visit) {
  for (const auto& a : colouring.components()) {
    for (const auto& b : colouring.components()) {
      if (&a != &b && visit(a, b)) return true;
    }
  }
  return false;
}

bool find_multi_1(Search& search) {
  Colouring colouring(search, false);
  return for_each_pair(colouring, [&](const Component& a, const Component& b) {
    if (&b < &a) return false;
    std::vector<std::pair<const Colour*, const Colour*>> pairs;
    for (std::size_t i = 0; i < 4; ++i) {
      if (!Colouring::meets(a[i & 1], b[i >> 1])) continue;
      pairs.emplace_back(&a[1 - (i & 1)], &b[1 - (i >> 1)]);
    }
    return !pairs.empty() && colouring.close_both(pairs, {&a, &b}, kMulti1);
  });
}

bool find_multi_2(Search& search) {
  Colouring colouring(search, false);
  return for_each_pair(colouring, [&](const Component& a, const Component& b) {
    for (const Colour& colour : a) {
      if (!Colouring::meets(colour, b[0]) || !Colouring::meets(colour, b[1])) continue;
      if (colouring.close_false(colour, {&a, &b}, kMulti2)) return true;
    }
    return false;
  });
}

bool find_medusa(Search& search) {
  Colouring colouring(search, true);
  for (const auto& component : colouring.components()) {
    for (const Colour& colour : component) {
      if (colouring.impossible(colour) && colouring.close_false(colour, {&component}, kMedusa)) {
        return true;
      }
    }
    if (colouring.close_both({{&component[0], &component[1]}}, {&component}, kMedusa)) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> colours() {
  return {finder(kTrap, find_trap), finder(kWrap, find_wrap), finder(kMulti1, find_multi_1),
          finder(kMulti2, find_multi_2), finder(kMedusa, find_medusa)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
