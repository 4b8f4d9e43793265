#include "fd/propagators/regular.hpp"

#include <algorithm>

namespace cpsudoku::fd {

namespace {

// A step that is in the machine: with `digit` (one bit) to `state` of the next layer.
struct Step {
  Mask digit;
  std::uint32_t state;
};

// The states before a cell; state s has the steps start[s] … start[s+1].
struct Layer {
  std::vector<std::uint32_t> start{0};
  std::vector<Step> steps;
  std::uint32_t words = 0;  // where it is remembered which are left

  std::uint32_t size() const { return static_cast<std::uint32_t>(start.size() - 1); }
};

std::vector<bool> reached(const Regular& regular, const std::vector<bool>& before) {
  std::vector<bool> after(regular.next.size(), false);
  for (std::size_t state = 0; state < before.size(); ++state) {
    for (const int next : before[state] ? regular.next[state] : std::vector<int>{}) {
      if (next >= 0) after[static_cast<std::size_t>(next)] = true;
    }
  }
  return after;
}

bool leads_into(const std::vector<int>& row, const std::vector<bool>& alive) {
  return std::any_of(row.begin(), row.end(), [&alive](int next) {
    return next >= 0 && alive[static_cast<std::size_t>(next)];
  });
}

// For each layer its states as the automaton numbers them.
std::vector<std::vector<bool>> alive_states(const Regular& regular) {
  const std::size_t n = regular.cells.size();
  std::vector<std::vector<bool>> alive(n + 1);
  alive[0].assign(regular.next.size(), false);
  alive[0][static_cast<std::size_t>(regular.start)] = true;
  for (std::size_t i = 0; i < n; ++i) alive[i + 1] = reached(regular, alive[i]);
  for (std::size_t s = 0; s < regular.next.size(); ++s) {
    alive[n][s] = alive[n][s] && regular.accepting[s];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t s = 0; s < regular.next.size(); ++s) {
      alive[i][s] = alive[i][s] && leads_into(regular.next[s], alive[i + 1]);
    }
  }
  return alive;
}

// The numbers of the states that are left, without gaps.
std::vector<std::uint32_t> numbered(const std::vector<bool>& alive) {
  std::vector<std::uint32_t> numbers(alive.size(), 0);
  std::uint32_t count = 0;
  for (std::size_t s = 0; s < alive.size(); ++s) {
    if (alive[s]) numbers[s] = count++;
  }
  return numbers;
}

class Automaton final : public Propagator {
 public:
  explicit Automaton(const Regular& regular)
      : Propagator(scope_of({regular}), Cost::dear), read_(regular.cells) {
    const auto alive = alive_states(regular);
    possible_ = alive[0][static_cast<std::size_t>(regular.start)];
    for (std::size_t i = 0; i < alive.size(); ++i) {
      Layer& layer = layers_.emplace_back();
      const auto next = numbered(alive[std::min(i + 1, alive.size() - 1)]);
      for (std::size_t s = 0; s < alive[i].size(); ++s) {
        if (!alive[i][s]) continue;
        for (std::size_t d = 0; i + 1 < alive.size() && d < regular.next[s].size(); ++d) {
          const int to = regular.next[s][d];
          if (to >= 0 && alive[i + 1][static_cast<std::size_t>(to)]) {
            layer.steps.push_back({Mask{1} << d, next[static_cast<std::size_t>(to)]});
          }
        }
        layer.start.push_back(static_cast<std::uint32_t>(layer.steps.size()));
      }
    }
  }

  void claim(std::vector<Word>& words) override {
    for (Layer& layer : layers_) {
      layer.words = static_cast<std::uint32_t>(words.size());
      for (std::uint32_t first = 0; first < layer.size(); first += 64) {
        words.push_back(all_digits(static_cast<int>(std::min(64u, layer.size() - first))));
      }
    }
  }

  // A cell that is read twice may keep a digit that only one of its places allows.
  bool is_exact() const override { return read_.size() == scope().size(); }

  bool propagate(Store& store) const override {
    if (!possible_) return false;
    for (std::size_t i = 0; i < read_.size(); ++i) {
      if (!forward(store, i)) return false;
    }
    for (std::size_t i = read_.size(); i-- > 0;) {
      if (!backward(store, i)) return false;
    }
    return true;
  }

 private:
  static bool is_left(const Store& store, const Layer& layer, std::uint32_t state) {
    return store.word(layer.words + state / 64) >> (state % 64) & 1;
  }

  // Keep the states behind a cell that a digit of it leads to.
  bool forward(Store& store, std::size_t i) const {
    const Layer &layer = layers_[i], &next = layers_[i + 1];
    const Mask domain = store[read_[i]];
    Word few[4] = {};
    std::vector<Word> many(next.size() > 256 ? (next.size() + 63) / 64 : 0);
    Word* reached = many.empty() ? few : many.data();
    for (std::uint32_t first = 0; first < layer.size(); first += 64) {
      for (Word rest = store.word(layer.words + first / 64); rest != 0; rest &= rest - 1) {
        const std::uint32_t s = first + static_cast<std::uint32_t>(std::countr_zero(rest));
        for (std::uint32_t k = layer.start[s]; k < layer.start[s + 1]; ++k) {
          const Step step = layer.steps[k];
          if (step.digit & domain) reached[step.state / 64] |= Word{1} << (step.state % 64);
        }
      }
    }
    Word some = 0;
    for (std::uint32_t w = 0; w * 64 < next.size(); ++w) {
      const Word left = store.word(next.words + w) & reached[w];
      store.set_word(next.words + w, left);
      some |= left;
    }
    return some != 0;
  }

  // Keep the states before a cell from which a digit leads on, and the digits that do.
  bool backward(Store& store, std::size_t i) const {
    const Layer &layer = layers_[i], &next = layers_[i + 1];
    const Mask domain = store[read_[i]];
    Mask supported = 0;
    for (std::uint32_t first = 0; first < layer.size(); first += 64) {
      Word left = store.word(layer.words + first / 64);
      for (Word rest = left; rest != 0; rest &= rest - 1) {
        const std::uint32_t s = first + static_cast<std::uint32_t>(std::countr_zero(rest));
        Mask leading = 0;
        for (std::uint32_t k = layer.start[s]; k < layer.start[s + 1]; ++k) {
          const Step step = layer.steps[k];
          if ((step.digit & domain) && is_left(store, next, step.state)) leading |= step.digit;
        }
        supported |= leading;
        if (leading == 0) left &= ~(rest & (~rest + 1));
      }
      store.set_word(layer.words + first / 64, left);
    }
    return store.narrow(read_[i], supported);
  }

  std::vector<Cell> read_;
  std::vector<Layer> layers_;
  bool possible_;
};

}  // namespace

std::unique_ptr<Propagator> make_regular(const Regular& regular) {
  return std::make_unique<Automaton>(regular);
}

}  // namespace cpsudoku::fd
