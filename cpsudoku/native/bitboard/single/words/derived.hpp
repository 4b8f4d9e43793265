// What the search needs beyond the operators of `Words`, for the widths without AVX-512.  To be
// included after `Words` has been defined.
#pragma once

namespace cpsudoku::bitboard {
namespace {

CPSUDOKU_INLINE Words any_of(Words a, Words b, Words c) { return a | b | c; }
CPSUDOKU_INLINE Words all_of(Words a, Words b, Words c) { return a & b & c; }
CPSUDOKU_INLINE Words two_of(Words a, Words b, Words c) { return (a & b) | (c & (a | b)); }
CPSUDOKU_INLINE Words parity(Words a, Words b, Words c) { return a ^ b ^ c; }
CPSUDOKU_INLINE Words without(Words a, Words b) { return a & ~b; }
CPSUDOKU_INLINE Words without(Words a, Words b, Words c) { return a & ~(b | c); }
CPSUDOKU_INLINE Words one_of(Words a, Words b, Words c) { return (a ^ b ^ c) & ~(a & b & c); }
CPSUDOKU_INLINE Words or_and(Words a, Words b, Words c) { return a | (b & c); }
CPSUDOKU_INLINE Words strike(Words v, Words gone, Words kept) { return v & (~gone | kept); }
CPSUDOKU_INLINE Words minus_one(Words a) { return a + all(0xffff); }
CPSUDOKU_INLINE Words is_zero(Words a) { return equal(a, all(0)); }

CPSUDOKU_INLINE Words count_bits(Words v) {
  v = v - (shifted<-1>(v) & all(0x5555));
  v = (v & all(0x3333)) + (shifted<-2>(v) & all(0x3333));
  v = (v + shifted<-4>(v)) & all(0x0f0f);
  return (v + shifted<-8>(v)) & all(0x1f);
}
CPSUDOKU_INLINE Words first_nonzero(Words a, Words b) { return a | (b & is_zero(a)); }
CPSUDOKU_INLINE Words narrowed(Words v, Words hidden) {
  const Words left = v & hidden;
  return v & (left | is_zero(left));
}
CPSUDOKU_INLINE Words if_single(Words v, Words less) { return v & is_zero(v & less); }

// Taking the lowest digit away three times is cheaper here than counting.
CPSUDOKU_INLINE Words filled(Words triad, Words own, Words& over) {
  const Words one_less = own & minus_one(own);
  const Words two_less = one_less & minus_one(one_less);
  over = over | (two_less & minus_one(two_less));
  return triad & (own | is_zero(two_less));
}
CPSUDOKU_INLINE Words where_equal(Words key, Words chosen, Words v) {
  return v & equal(key, chosen);
}

// Node A's planes of the root; node B's and the padding have all digits.
class Root {
 public:
  explicit Root(const std::uint16_t* root) {
    for (auto& plane : planes_) {
      for (auto& word : plane) word = 0x1ff;
    }
    each_cell([&](int plane, int word) { planes_[plane][word] = *root++; });
  }
  template <int Plane>
  Words plane() const {
    return load(planes_[Plane]);
  }

 private:
  alignas(64) std::uint16_t planes_[kPlanes][kStride];
};

}  // namespace
}  // namespace cpsudoku::bitboard
