// The width that every machine has: of WebAssembly's own vectors where that is the machine.
#ifdef __wasm_simd128__
#include "bitboard/lanes/wasm128.hpp"
#else
#include "bitboard/lanes/portable.hpp"
#endif

#include "bitboard/lanes/search.hpp"

namespace cpsudoku::bitboard {

#ifdef __wasm_simd128__
using Usual = Wasm128;
#else
using Usual = Portable;
#endif

const Lanes kPortableLanes{Usual::kLanes, sizeof(LaneSearch<Usual>), &LaneSearch<Usual>::solve};

}  // namespace cpsudoku::bitboard
