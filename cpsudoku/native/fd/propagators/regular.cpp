// An automaton that reads cells: sandwiches, skyscrapers, whatever a setter's regular expression says.
//
// It is unrolled once (`automaton.hpp`): a layer of states before each cell and after the last, only
// those that can be reached and can still accept, and of such as lead alike one.  Which states are
// left is remembered as bits, a layer at a time.
// Reading forward, states go that no digit leads to; reading backward, those from which none leads
// on, and each cell keeps the digits of some step that is left (Pesant, A regular language membership
// constraint for finite sequences of variables, CP 2004).
//
//     an even number of 2s, r1 r2 r3 of {1,2}:
//
//     layer 0     1       2       3        r2 = 2: from E only O follows and from O only E.  All
//       E ──1──▶ E ──1──▶ E ──1──▶ E       four states of layers 1 and 2 stay, and nothing goes.
//         ╲2    ╳ 2      ╳ 2    ╱2        r3 = 1 as well: O of layer 2 goes, as from there 2 would
//          ╲──▶ O ──1──▶ O ────╱          have to follow; so E of layer 1 goes, and r1 is 2.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

class Reader final : public Propagator {
 public:
  Reader(const Regular& regular, std::shared_ptr<const std::vector<Layer>> layers)
      : Propagator(scope_of({regular}), Cost::dear),
        read_(regular.cells),
        layers_(std::move(layers)) {}

  void claim(std::vector<Word>& words) override {
    for (const Layer& layer : *layers_) words_.push_back(claim_bits(words, layer.size()));
  }

  // A cell that is read twice may keep a digit that only one of its places allows.
  bool is_exact() const override { return read_.size() == scope().size(); }

  bool propagate(Store& store) const override {
    if (layers_->front().size() == 0) return false;
    for (std::size_t i = 0; i < read_.size(); ++i) {
      if (!forward(store, i)) return false;
    }
    for (std::size_t i = read_.size(); i-- > 0;) {
      if (!backward(store, i)) return false;
    }
    return true;
  }

 private:
  // Whether a state of a layer is left, from where its words begin.
  static bool is_left(const Store& store, std::uint32_t words, std::uint32_t state) {
    return store.word(words + state / 64) >> (state % 64) & 1;
  }

  // Keep the states after a cell that a digit of it leads to.
  bool forward(Store& store, std::size_t i) const {
    const Layer& layer = (*layers_)[i];
    const Mask domain = store[read_[i]];
    const std::size_t states_behind = (*layers_)[i + 1].size();
    Word few[4] = {};
    std::vector<Word> many(states_behind > 256 ? (states_behind + 63) / 64 : 0);
    Word* reached = many.empty() ? few : many.data();
    for (std::uint32_t first = 0; first < layer.size(); first += 64) {
      for (const int place : bits(store.word(words_[i] + first / 64))) {
        for (const LayerStep& step : layer[first + static_cast<std::uint32_t>(place)]) {
          if (step.digits & domain) reached[step.state / 64] |= Word{1} << (step.state % 64);
        }
      }
    }
    Word some = 0;
    for (std::uint32_t w = 0; w * 64 < states_behind; ++w) {
      const Word left = store.word(words_[i + 1] + w) & reached[w];
      store.set_word(words_[i + 1] + w, left);
      some |= left;
    }
    return some != 0;
  }

  // Keep the states before a cell from which a digit leads on, and the digits that do.
  bool backward(Store& store, std::size_t i) const {
    const Layer& layer = (*layers_)[i];
    const Mask domain = store[read_[i]];
    Mask supported = 0;
    for (std::uint32_t first = 0; first < layer.size(); first += 64) {
      Word left = store.word(words_[i] + first / 64);
      for (const int place : bits(left)) {
        Mask leading = 0;
        for (const LayerStep& step : layer[first + static_cast<std::uint32_t>(place)]) {
          if ((step.digits & domain) && is_left(store, words_[i + 1], step.state)) {
            leading |= step.digits & domain;
          }
        }
        supported |= leading;
        if (leading == 0) left &= ~(Word{1} << place);
      }
      store.set_word(words_[i] + first / 64, left);
    }
    return store.narrow(read_[i], supported);
  }

  std::vector<Cell> read_;
  std::shared_ptr<const std::vector<Layer>> layers_;
  std::vector<std::uint32_t> words_;  // for each layer where it is remembered which states are left
};

}  // namespace

std::unique_ptr<Propagator> make_regular(const Regular& regular, Shared& shared) {
  return std::make_unique<Reader>(regular, shared.layers(regular));
}

}  // namespace cpsudoku::fd
