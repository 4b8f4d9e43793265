#include "links/lz_string.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace cpsudoku::links {

namespace {

// The characters of Base64 by the numbers whose lowest bit comes first.
constexpr std::array<char, 64> characters() {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<char, 64> found{};
  for (unsigned number = 0; number < 64; ++number) {
    unsigned reversed = 0;
    for (unsigned bit = 0; bit < 6; ++bit) reversed |= (number >> bit & 1) << (5 - bit);
    found[number] = alphabet[reversed];
  }
  return found;
}

constexpr auto kCharacters = characters();

enum : std::uint32_t { kNarrow, kWide, kEnd };

// Base64 of numbers whose lowest bit comes first.
class Bits {
 public:
  void add(std::uint32_t number, unsigned width) {
    held_ |= std::uint64_t{number} << count_;
    for (count_ += width; count_ >= 6; count_ -= 6, held_ >>= 6) text_ += kCharacters[held_ & 63];
  }

  std::string finished() {
    if (count_ != 0) add(0, 6 - count_);
    while (text_.size() % 4 != 0) text_ += '=';
    return std::move(text_);
  }

 private:
  std::string text_{};
  std::uint64_t held_ = 0;  // fewer than six bits
  unsigned count_ = 0;      // of them
};

// The known pieces, each found by the one that it is longer than and its last unit.
class Pieces {
 public:
  // The code of a piece, 0 if it is not known yet: it can be set, before the next call.
  std::uint32_t& longer(std::uint32_t piece, char16_t unit) {
    if (2 * used_ >= slots_.size()) grow();
    Slot& slot = slot_of((std::uint64_t{piece} << 16 | unit) + 1);
    used_ += slot.code == 0;
    return slot.code;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;  // 0 for a free one
    std::uint32_t code = 0;
  };

  Slot& slot_of(std::uint64_t key) {
    for (std::size_t at = key * 0x9E3779B97F4A7C15u >> 32;; ++at) {
      Slot& slot = slots_[at & (slots_.size() - 1)];
      if (slot.key == 0) slot.key = key;
      if (slot.key == key) return slot;
    }
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key != 0) slot_of(slot.key).code = slot.code;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1024);
  std::size_t used_ = 0;
};

class Compressor {
 public:
  void add(char16_t unit) {
    if (piece_ != 0) {
      std::uint32_t& longer = pieces_.longer(piece_, unit);
      if (longer != 0) {
        piece_ = longer;
        return;
      }
      // Its number comes after that of the unit, if that is new too.
      const std::uint32_t first = known(unit);
      send();
      pieces_.longer(piece_, unit) = ++last_;
      piece_ = first;
      return;
    }
    piece_ = known(unit);
  }

  std::string finished() {
    if (piece_ != 0) send();
    bits_.add(kEnd, width_);
    bits_.add(0, 1);  // the original always ends with a bit that is not used
    return bits_.finished();
  }

 private:
  std::uint32_t known(char16_t unit) {
    std::uint32_t& code = pieces_.longer(0, unit);
    if (code == 0) {
      code = ++last_;
      new_.resize(last_ + 1, kNone);
      new_[last_] = unit;
    }
    return code;
  }

  void send() {
    if (piece_ < new_.size() && new_[piece_] != kNone) {
      const auto unit = static_cast<std::uint32_t>(new_[piece_]);
      new_[piece_] = kNone;
      const bool wide = unit >= 256;
      bits_.add(wide ? kWide : kNarrow, width_);
      bits_.add(unit, wide ? 16 : 8);
      grow();
    } else {
      bits_.add(piece_, width_);
    }
    grow();
  }

  void grow() {
    if (--room_ == 0) room_ = std::uint32_t{1} << width_++;
  }

  static constexpr std::int32_t kNone = -1;

  Bits bits_{};
  Pieces pieces_{};
  std::vector<std::int32_t> new_{};  // by code: the unit that has yet to be sent
  std::uint32_t piece_ = 0;          // the code of what is not yet sent; 0 for nothing
  std::uint32_t last_ = kEnd;        // the last code that something has
  unsigned width_ = 2;
  std::uint32_t room_ = 2;  // pieces until codes are wider
};

}  // namespace

std::string compressed(std::u16string_view text) {
  Compressor compressor;
  for (const char16_t unit : text) compressor.add(unit);
  return compressor.finished();
}

}  // namespace cpsudoku::links
