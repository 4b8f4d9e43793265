#include <cstring>

#include "bindings/shared.hpp"
#include "links/lz_string.hpp"

namespace cpsudoku::bindings {

void bind_links(nb::module_& m) {
  m.def(
      "lz_compressed",
      [](const nb::bytes& units) {
        std::u16string text(units.size() / sizeof(char16_t), u'\0');
        if (units.size() % sizeof(char16_t) != 0) throw nb::value_error("half a unit of UTF-16");
        std::memcpy(text.data(), units.c_str(), units.size());
        return links::compressed(text);
      },
      "units"_a,
      "Return a text, given in UTF-16 of this machine, compressed by LZ-String as Base64.");
}

}  // namespace cpsudoku::bindings
