// The compression of links: LZ-String by P. Gomes, in its Base64 form.
//
// A kind of LZW over UTF-16 units: the text is cut into pieces, each the longest that is known and so
// known longer by a unit after that, and a code of as many bits as the codes need stands for each.
//
//     text     a          b          a b        a b a
//     codes    0 "a"      0 "b"      5          7            2 (the end)
//     known    3 a        5 ab       7 aba …
//              4 b        6 ba
//
// A unit that comes for the first time is sent in 8 bits after code 0, or in 16 after code 1.
#pragma once

#include <string>
#include <string_view>

namespace cpsudoku::links {

std::string compressed(std::u16string_view text);

}  // namespace cpsudoku::links
