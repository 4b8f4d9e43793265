// Cells with certain digits that form one region, each reached from each.
//
// A cell is inside for certain, outside for certain, or open.  Where some cell is inside, the region
// lies in what can be reached from there without crossing the outside:
//
//     # . a    #  inside for certain        from the left # everything but b is reached, so b is
//     . x .    x  outside                   outside; without c the right # is cut off, so c is
//     # c #    a  open, as is b elsewhere   inside, as is whatever else parts two that are inside
//
// Cells that cut others off are those of an articulation (Hopcroft and Tarjan, Algorithm 447, CACM
// 1973), found in one walk in depth.  Of a region of k cells, n of them inside, an open cell is
// outside if it takes more than k − n further ones to join it with some of those inside, and one
// without which fewer than k are left is inside.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

using Place = std::uint32_t;
constexpr Place kNone = 0xffffffff;

enum class State : std::uint8_t { outside, open, inside };

// One walk in depth from a cell inside through all that may be: which cells it reaches, and which
// of them cut off others.
class Walk {
 public:
  Walk(const std::vector<std::vector<Place>>& neighbours, const std::vector<State>& states,
       std::size_t size)
      : neighbours_(neighbours), states_(states), size_(size), met_(states.size()) {}

  void from(Place root) {
    enter(root, kNone);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next == neighbours_[step.place].size()) {
        leave();
        continue;
      }
      const Place other = neighbours_[step.place][step.next++];
      if (states_[other] == State::outside || other == step.parent) continue;
      Met& here = met_[step.place];
      if (met_[other].number == 0) {
        enter(other, step.place);
      } else {
        here.lowest = std::min(here.lowest, met_[other].number);
      }
    }
  }

  bool reached(Place place) const { return met_[place].number > 0; }
  std::size_t count() const { return count_; }
  std::size_t inside() const { return met_inside_; }

  // Whether the region would lose cells inside, or have too few, without an open cell.
  bool is_needed(Place place) const {
    const Met& it = met_[place];
    return it.cuts_inside || count_ - 1 - it.cut < size_;
  }

 private:
  struct Met {
    std::uint32_t number = 0;              // from 1, in the order in which cells are met
    std::uint32_t lowest = 0;              // the lowest that the cells after it touch
    std::uint32_t beyond = 1, inside = 0;  // cells from here on, and those inside for certain
    std::uint32_t cut = 0;                 // cells that only it connects with the root
    bool cuts_inside = false;
  };
  struct Step {
    Place place, parent;
    std::size_t next;
  };

  void enter(Place place, Place parent) {
    const auto number = static_cast<std::uint32_t>(++count_);
    const bool is_inside = states_[place] == State::inside;
    met_inside_ += is_inside;
    met_[place] = {number, number, 1, is_inside, 0, false};
    path_.push_back({place, parent, 0});
  }

  void leave() {
    const Step step = path_.back();
    path_.pop_back();
    if (step.parent == kNone) return;
    const Met& here = met_[step.place];
    Met& parent = met_[step.parent];
    parent.lowest = std::min(parent.lowest, here.lowest);
    parent.beyond += here.beyond;
    parent.inside += here.inside;
    if (here.lowest < parent.number) return;
    parent.cut += here.beyond;
    parent.cuts_inside = parent.cuts_inside || here.inside > 0;
  }

  const std::vector<std::vector<Place>>& neighbours_;
  const std::vector<State>& states_;
  std::size_t size_;
  std::vector<Met> met_;
  std::vector<Step> path_;
  std::size_t count_ = 0, met_inside_ = 0;
};

class Region final : public Propagator {
 public:
  explicit Region(const Connected& connected)
      : Propagator(connected.cells, Cost::middling), it_(connected) {}

  bool propagate(Store& store) const override {
    auto states = states_of(store);
    const auto root = std::find(states.begin(), states.end(), State::inside);
    if (it_.negated) {
      std::vector<bool> inside;
      for (const State state : states) inside.push_back(state == State::inside);
      return contains(states, State::open) || !is_region(it_, inside);
    }
    if (root == states.end()) return without_root(store, states);
    if (!prune(store, states)) return false;
    Walk walk(it_.neighbours, states, it_.size);
    walk.from(static_cast<Place>(root - states.begin()));
    if (walk.count() < it_.size) return false;
    const auto inside = std::count(states.begin(), states.end(), State::inside);
    if (walk.inside() != static_cast<std::size_t>(inside)) return false;
    for (Place place = 0; place < states.size(); ++place) {
      if (states[place] != State::open) continue;
      if (!walk.reached(place)) {
        if (!store.narrow(it_.cells[place], ~it_.digits)) return false;
      } else if (walk.is_needed(place) && !store.narrow(it_.cells[place], it_.digits)) {
        return false;
      }
    }
    return true;
  }

 private:
  std::vector<State> states_of(const Store& store) const {
    std::vector<State> states;
    for (const Cell cell : it_.cells) {
      const Mask mask = store[cell];
      states.push_back((mask & it_.digits) == 0    ? State::outside
                       : (mask & ~it_.digits) == 0 ? State::inside
                                                   : State::open);
    }
    return states;
  }

  // Where nothing is inside yet: parts that are too small to hold the region are outside, and the
  // only part left has to be all of it where it is not larger.
  bool without_root(Store& store, const std::vector<State>& states) const {
    std::vector<bool> met(states.size(), false);
    std::size_t possible = 0;
    std::vector<Place> last;
    for (Place first = 0; first < states.size(); ++first) {
      if (met[first] || states[first] != State::open) continue;
      const auto part = part_of(first, states, met);
      if (part.size() < std::max<std::size_t>(it_.size, 1)) {
        for (const Place place : part) {
          if (!store.narrow(it_.cells[place], ~it_.digits)) return false;
        }
      } else {
        ++possible;
        last = part;
      }
    }
    if (possible != 1 || last.size() > std::max<std::size_t>(it_.size, 1)) return possible > 0;
    return all_of(last,
                  [&](const Place place) { return store.narrow(it_.cells[place], it_.digits); });
  }

  std::vector<Place> part_of(Place first, const std::vector<State>& states,
                             std::vector<bool>& met) const {
    std::vector<Place> part{first};
    met[first] = true;
    for (std::size_t i = 0; i < part.size(); ++i) {
      for (const Place other : it_.neighbours[part[i]]) {
        if (met[other] || states[other] == State::outside) continue;
        met[other] = true;
        part.push_back(other);
      }
    }
    return part;
  }

  // Of a region of a known size, take away what is too far from some part of it: joining it with the
  // part would take more cells than are missing.
  bool prune(Store& store, std::vector<State>& states) const {
    if (it_.size == 0) return true;
    const auto inside =
        static_cast<std::size_t>(std::count(states.begin(), states.end(), State::inside));
    if (inside > it_.size) return false;
    const std::size_t more = it_.size - inside;
    std::vector<std::size_t> farthest(states.size(), 0);
    std::vector<bool> met(states.size(), false);
    for (Place first = 0; first < states.size(); ++first) {
      if (met[first] || states[first] != State::inside) continue;
      const auto steps = steps_from(first, states, more);
      for (Place place = 0; place < states.size(); ++place) {
        farthest[place] = std::max(farthest[place], steps[place]);
        met[place] = met[place] || (steps[place] == 0 && states[place] == State::inside);
      }
    }
    for (Place place = 0; place < states.size(); ++place) {
      if (farthest[place] <= more || states[place] == State::outside) continue;
      if (states[place] == State::inside) return false;
      if (!store.narrow(it_.cells[place], ~it_.digits)) return false;
      states[place] = State::outside;
    }
    return true;
  }

  // How many open cells have to be taken to reach each cell, itself among them; any more than `most`
  // count as one more.
  std::vector<std::size_t> steps_from(Place first, const std::vector<State>& states,
                                      std::size_t most) const {
    std::vector<std::size_t> steps(states.size(), most + 1);
    steps[first] = 0;
    std::vector<Place> here{first}, next;  // those at a distance, and those one farther
    for (std::size_t distance = 0; !here.empty(); ++distance, here.swap(next), next.clear()) {
      for (std::size_t i = 0; i < here.size(); ++i) {
        if (steps[here[i]] < distance) continue;
        for (const Place other : it_.neighbours[here[i]]) {
          if (states[other] == State::outside) continue;
          const std::size_t reached = distance + (states[other] == State::open);
          if (reached >= steps[other]) continue;
          steps[other] = reached;
          (reached == distance ? here : next).push_back(other);
        }
      }
    }
    return steps;
  }

  Connected it_;
};

}  // namespace

std::unique_ptr<Propagator> make(const Connected& connected) {
  return std::make_unique<Region>(connected);
}

}  // namespace cpsudoku::fd
