// Python sees one class; sets pass as bytes, a bit for each member, of the lowest member first.
#include <cstring>

#include "bindings/shared.hpp"
#include "hitting_sets/search.hpp"

namespace cpsudoku::bindings {
namespace {

using hitting_sets::HittingSets;
using BoundHittingSets = Used<HittingSets>;

static_assert(std::endian::native == std::endian::little, "bytes are read as words");

void make_hitting_sets(BoundHittingSets* self, std::size_t members) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  if (members > kMost) throw nb::value_error("expected at most 1048576 members");
  new (self) BoundHittingSets{HittingSets(members)};
}

LongBitSet bits_of(const HittingSets& sets, const nb::bytes& given) {
  LongBitSet bits(sets.members());
  const auto words = bits.words();
  const bool fits = given.size() == words.size_bytes();
  if (fits) std::memcpy(words.data(), given.c_str(), given.size());
  if (!fits || (sets.members() % 64 != 0 && words.back() >> sets.members() % 64 != 0)) {
    throw nb::value_error("expected 8 bytes for each 64 members, and no bits beyond the last");
  }
  return bits;
}

// Has the sets take a set that is given as bytes.
template <void (HittingSets::*kTake)(const LongBitSet&)>
void hand_in(BoundHittingSets& self, const nb::bytes& set) {
  const InUse now(self.in_use);
  (self.core.*kTake)(bits_of(self.core, set));
}

void link_members(BoundHittingSets& self, const std::vector<nb::bytes>& neighbours,
                  const nb::bytes& roots) {
  const InUse now(self.in_use);
  if (neighbours.size() != self.core.members())
    throw nb::value_error("expected neighbours of each member");
  std::vector<LongBitSet> found;
  for (const nb::bytes& row : neighbours) found.push_back(bits_of(self.core, row));
  self.core.link(std::move(found), bits_of(self.core, roots));
}

std::pair<std::string, nb::bytes> find_set(BoundHittingSets& self, std::size_t most,
                                           std::size_t nodes, std::optional<double> seconds) {
  using enum HittingSets::Answer;
  const InUse now(self.in_use);
  const auto answer =
      watched(seconds, [&](Watch& watch) { return self.core.find(most, nodes, watch); });
  if (answer != found) return {answer == none ? "none" : "given up", nb::bytes("", 0)};
  return {"found", bytes_of(self.core.found().words())};
}

}  // namespace

void bind_hitting_sets(nb::module_& m) {
  nb::class_<BoundHittingSets>(m, "HittingSets", "Sets of few members that meet each of some sets.")
      .def("__init__", &make_hitting_sets, "members"_a)
      .def("link", &link_members, "neighbours"_a, "roots"_a,
           "Want sets that hang together, with a root among them.")
      .def("add", &hand_in<&HittingSets::add>, "set"_a, "Want sets that have one of these members.")
      .def("rule_out", &hand_in<&HittingSets::rule_out>, "part"_a,
           "Want no sets that have all of these members.")
      .def("find", &find_set, "most"_a, "nodes"_a, "seconds"_a = nb::none(),
           "Look for a set: `found`, `none` or `given up`, and the set.");
}

}  // namespace cpsudoku::bindings
