// Dancing links for any exact cover problem: Algorithm C.
//
// Every item has a circular list of its options, linked both ways, with a header that knows its
// length.  An option is a row of nodes, one in the list of each of its items, that lie side by side.
// Knuth's toy (problem.hpp) has the rows 0: c e, 1: a d g, 2: b c f, 3: a d f, 4: b g, 5: d e g:
//
//     header      a     b     c     d     e     f     g        lengths 2 2 2 3 2 2 3
//                 |     |     |     |     |     |     |
//     row 0       |     |     c ----|---- e     |     |        Down each column and back to the
//     row 1       a ----|-----|---- d ----|-----|---- g        header run the list's links; the
//     row 2       |     b --- c ----|-----|---- f     |        nodes of a row need none: they are
//     row 3       a ----|-----|---- d ----|---- f     |        neighbours in memory.
//     row 4       |     b ----|-----|-----|-----|---- g
//     row 5       |     |     |     d --- e ----|---- g
//
//     nodes   headers ... | c e | a d g | b c f | a d f | b g | d e g |
//
// where | is a spacer that knows where the row before it began.  Rows that all have four items, as
// those of a sudoku, have no spacers: the first node of a row is a multiple of four.
//
// Choosing row 3 sets its items a, d and f aside (they leave the list of items to decide, in which
// the headers are linked) and goes down their lists.  Every other row there is in conflict and is
// *hidden*: its other nodes are unlinked from their lists.  In the list of a that is row 1, unlinked
// from d and g; in that of d row 5 (e, g); in that of f row 2 (b, c):
//
//     up[down[x]] = up[x];  down[up[x]] = down[x];       unlink x, which itself keeps its links
//     up[down[x]] = x;      down[up[x]] = x;             so that it can be relinked: the dance
//
// Left are b and g with row 4, c and e with row 0: decided without a branch.  Going back relinks in
// the reverse order.  An item with a colour is not covered but *purified*: rows with another colour
// are hidden, and nodes with the same are marked, since nothing about them is left to decide.
//
// Where this departs from Knuth's programs, which the tree does not see except for the order of ties:
//   - What chosen options exclude is not laid out (matrix.hpp): the lists are built again for each
//     puzzle, in a fraction of the time of covering its givens.
//   - The chosen row itself stays linked: all of its items are set aside, so nobody meets it.
//   - Hiding notes the items that it leaves with one option or none.  With none it stops at once and
//     is undone from there.  Those with one are decided next, the last noted first, so that the list
//     of items is searched for the shortest only at branches, and there only up to the first with
//     two options.  An item that is set aside has kAside added to its length, and is never noted.
//   - When no level has another option left, nothing is relinked any more: the search is over.
//
// A node of the tree is counted at the root and for each option tried of an item with two or more
// (Knuth counts forced ones too: that is nodes + forced).
//
// Sources: D. E. Knuth, The Art of Computer Programming 7.2.2.1, Algorithms X and C; H. Hitotumatu
// and K. Noshita, "A technique for implementing backtrack algorithms and its application" (1979).
#include "exact_cover/solvers.hpp"

#include "exact_cover/walk.hpp"

namespace cpsudoku::exact_cover {

namespace {

// kWidth: how many entries every option has, 0 if they differ.
template <class Index, std::size_t kWidth, bool kColours>
class DancingLinks : public Counting {
 public:
  explicit DancingLinks(std::shared_ptr<const CoverMatrix> matrix)
      : matrix_(std::move(matrix)), remainder_(*matrix_), first_(first_node(*matrix_)) {
    const std::size_t items = matrix_->items();
    nodes_.resize(most_nodes(*matrix_));
    left_.resize(items + 1);
    right_.resize(items + 1);
    units_.reserve(matrix_->primary() + 1);
    row_.resize(items + 1);
    if (kColours) colours_.resize(nodes_.size());
    options_.resize(kWidth != 0 ? matrix_->options() + 1 : nodes_.size());
  }

  // How many nodes the problem needs: the headers (0 is that of the items), the entries, spacers.
  static std::size_t most_nodes(const CoverMatrix& matrix) {
    return first_node(matrix) + matrix.entries() + (kWidth != 0 ? 0 : matrix.options());
  }

  bool root(std::span<const int> chosen, std::span<const int> removed) {
    levels_.clear();
    units_.clear();
    branches_ = 0;
    undone_ = false;
    if (!remainder_.begin(chosen, removed)) return false;
    lay_out();
    return link_items();
  }

  // The item to decide next: one that has been left with one option, else one with the fewest.
  int select(bool) {  // the number of its header: with one less, links take 3 % longer
    while (!units_.empty()) {
      const Index item = units_.back();
      units_.pop_back();
      if (nodes_[item].item == 1) return item;
    }
    Index best = 0, fewest = kAside;
    for (Index item = right_[0]; item != 0; item = right_[item]) {
      if (nodes_[item].item >= fewest) continue;
      best = item;
      fewest = nodes_[item].item;
      if (fewest == 2) break;
    }
    return best == 0 ? -1 : best;
  }

  bool branch(int number) {
    const auto item = static_cast<Index>(number);
    const Index node = nodes_[item].down;
    if (nodes_[node].down == item) {
      ++forced_;
    } else {
      ++branches_;
    }
    levels_.push_back(node);
    return try_last();
  }

  // Go back to the last level with another option and choose that.
  bool retreat() {
    for (;; levels_.pop_back()) {
      const Index node = levels_.back();
      if (!undone_) unchoose(node);
      undone_ = false;
      const Index item = nodes_[node].item, next = nodes_[node].down;
      if (next == item) continue;
      if (nodes_[next].down == item) --branches_;
      levels_.back() = next;
      return try_last();
    }
  }

  static constexpr bool kForcedAreSteps = true;
  bool at_root() const { return branches_ == 0; }

  const std::vector<std::uint32_t>& chosen() const {
    solution_ = remainder_.chosen();
    for (const Index node : levels_) solution_.push_back(option_of(node));
    return solution_;
  }

 private:
  struct Node {
    Index up, down;
    Index item;  // of a header: its length
  };

  // Added to the length of an item that does not count: covered, or secondary.
  static constexpr Index kAside = static_cast<Index>(Index{1} << (8 * sizeof(Index) - 1));

  static std::size_t first_node(const CoverMatrix& matrix) {
    const std::size_t headers = static_cast<std::size_t>(matrix.items()) + 1;
    // Rows of four begin at a multiple of four.
    return kWidth != 0 ? (headers + kWidth - 1) / kWidth * kWidth : headers + 1;
  }

  // --- laying out ---------------------------------------------------------------------------

  void lay_out() {
    const auto headers = static_cast<std::size_t>(matrix_->items()) + 1;
    for (std::size_t item = 0; item < headers; ++item) {
      nodes_[item] = {static_cast<Index>(item), static_cast<Index>(item), 0};
    }
    std::size_t at = first_;
    std::size_t row = 0;
    if constexpr (kWidth == 0) nodes_[at - 1] = {0, 0, 0};
    for (const std::uint32_t option : remainder_.open()) {
      const std::size_t begin = at;
      for (const auto& [item, colour] : matrix_->option(option)) {
        if (kColours && remainder_.taken(item)) continue;  // has this colour already
        if constexpr (kColours) colours_[at] = colour;
        if constexpr (kWidth == 0) options_[at] = option;
        append(static_cast<Index>(item + 1), static_cast<Index>(at++));
      }
      if constexpr (kWidth != 0) {
        options_[row++] = option;
      } else {
        nodes_[at++] = {static_cast<Index>(begin), 0, 0};  // the spacer knows where its row began
      }
    }
  }

  void append(Index item, Index node) {
    Node& header = nodes_[item];
    nodes_[node] = {header.up, item, item};
    nodes_[header.up].down = node;
    header.up = node;
    ++header.item;
  }

  bool link_items() {
    Index last = 0;
    bool possible = true;
    for (int i = 0; i < matrix_->items(); ++i) {
      const auto item = static_cast<Index>(i + 1);
      left_[item] = right_[item] = item;
      if (i >= matrix_->primary()) {
        nodes_[item].item = static_cast<Index>(nodes_[item].item + kAside);
      } else if (!remainder_.taken(i)) {
        left_[item] = last;
        right_[last] = item;
        last = item;
        if (nodes_[item].item <= 1) {
          possible &= nodes_[item].item == 1;
          units_.push_back(item);
        }
      }
    }
    right_[last] = 0;
    left_[0] = last;
    return possible;
  }

  // --- rows ---------------------------------------------------------------------------------

  // Call f with the other nodes of a node's row, from left to right and round.
  template <class F>
  void each_other(Index node, F f) const {
    if constexpr (kWidth != 0) {
      const std::size_t row = node / kWidth * kWidth;
      for (std::size_t k = 1; k < kWidth; ++k) { f(static_cast<Index>(row + (node + k) % kWidth)); }
    } else {
      for (Index other = static_cast<Index>(node + 1); other != node;) {
        if (nodes_[other].item == 0) {
          other = nodes_[other].up;
        } else {
          f(other++);
        }
      }
    }
  }

  std::uint32_t option_of(Index node) const {
    return options_[kWidth != 0 ? (node - first_) / std::max<std::size_t>(kWidth, 1) : node];
  }

  bool purified(Index node) const {
    if constexpr (kColours) return colours_[node] < 0;
    return false;
  }

  // --- the dance ----------------------------------------------------------------------------

  // Unlink the rest of a row, which has been come upon in one of its lists; false if that leaves
  // an item without options.
  bool hide(Index node) {
    bool possible = true;
    each_other(node, [&](Index other) {
      if (purified(other)) return;
      const auto [up, down, item] = nodes_[other];
      nodes_[up].down = down;
      nodes_[down].up = up;
      if (--nodes_[item].item <= 1) {
        possible &= nodes_[item].item == 1;
        units_.push_back(item);
      }
    });
    return possible;
  }

  void unhide(Index node) {
    each_other(node, [&](Index other) {
      if (purified(other)) return;
      const auto [up, down, item] = nodes_[other];
      nodes_[up].down = other;
      nodes_[down].up = other;
      ++nodes_[item].item;
    });
  }

  void set_aside(Index item) {
    left_[right_[item]] = left_[item];
    right_[left_[item]] = right_[item];
    nodes_[item].item = static_cast<Index>(nodes_[item].item + kAside);
  }

  void take_back(Index item) {
    nodes_[item].item = static_cast<Index>(nodes_[item].item - kAside);
    left_[right_[item]] = item;
    right_[left_[item]] = item;
  }

  bool primary(Index item) const { return static_cast<int>(item) <= matrix_->primary(); }

  // Hide what conflicts with a chosen row at one of its nodes.  If that leaves an item without
  // options, return the node at which it did, else 0.
  Index cover(Index node) {
    const Index item = nodes_[node].item;
    const int colour = kColours ? colours_[node] : 0;
    work_ += nodes_[item].item & static_cast<Index>(~kAside);
    for (Index other = nodes_[item].down; other != item; other = nodes_[other].down) {
      if (other == node) continue;
      if (kColours && colour > 0 && colours_[other] == colour) {
        colours_[other] = -1;
      } else if (!hide(other)) {
        return other;
      }
    }
    return 0;
  }

  // Undo `cover` of a node; `from` is the last node at which it was at work.
  void uncover(Index node, Index from) {
    const Index item = nodes_[node].item;
    for (Index other = from; other != item; other = nodes_[other].up) {
      if (other == node) continue;
      if constexpr (kColours) {
        if (colours_[other] < 0) {
          colours_[other] = colours_[node];
          continue;
        }
      }
      unhide(other);
    }
  }

  // Fill `row_` with the nodes of a row, from this one on.
  void gather(Index node) {
    std::size_t n = 0;
    row_[n++] = node;
    each_other(node, [&](Index other) { row_[n++] = other; });
    row_length_ = n;
  }

  // Choose the row of a node; false, and nothing done, if that leaves an item without options.
  bool choose(Index node) {
    gather(node);
    for (std::size_t k = 0; k < row_length_; ++k) {
      const Index item = nodes_[row_[k]].item;
      if (primary(item)) set_aside(item);
    }
    for (std::size_t k = 0; k < row_length_; ++k) {
      if (purified(row_[k])) continue;
      if (const Index failed = cover(row_[k])) {
        undo(k, failed);
        return false;
      }
    }
    return true;
  }

  void unchoose(Index node) {
    gather(node);
    const Index last = row_[row_length_ - 1];
    undo(row_length_ - 1, purified(last) ? last : nodes_[nodes_[last].item].up);
  }

  // Undo a choice that has come to the k-th node of `row_` and, in its list, to `from`.
  void undo(std::size_t k, Index from) {
    for (;; from = nodes_[nodes_[row_[k]].item].up) {
      if (!purified(row_[k])) uncover(row_[k], from);
      if (k-- == 0) break;
    }
    for (k = row_length_; k-- > 0;) {
      const Index item = nodes_[row_[k]].item;
      if (primary(item)) take_back(item);
    }
  }

  bool try_last() {
    undone_ = !choose(levels_.back());
    if (undone_) units_.clear();
    return !undone_;
  }

  std::shared_ptr<const CoverMatrix> matrix_;
  CoverRemainder remainder_;
  std::size_t first_;
  std::vector<Node> nodes_;
  std::vector<int> colours_;            // of each node; -1 where its item has its colour
  std::vector<std::uint32_t> options_;  // of each row, or of each node where widths differ
  std::vector<Index> left_, right_;     // primary items to decide, with 0 as the header
  std::vector<Index> units_;            // items left with one option, some of them decided since
  std::vector<Index> levels_;           // the node chosen at each level
  std::vector<Index> row_;
  std::size_t row_length_ = 0;
  std::size_t branches_ = 0;  // levels with further options
  bool undone_ = false;       // whether the last level's choice has failed and been undone
  mutable std::vector<std::uint32_t> solution_;
};

template <class Index, std::size_t kWidth, bool kColours>
CoverSolver with(std::shared_ptr<const CoverMatrix> matrix) {
  return solver_of<DancingLinks<Index, kWidth, kColours>>("links", matrix->options(), matrix);
}

}  // namespace

CoverSolver make_links_solver(std::shared_ptr<const CoverMatrix> matrix) {
  const std::size_t headers = static_cast<std::size_t>(matrix->items()) + 8;
  const std::size_t nodes = headers + matrix->entries();
  const std::size_t spaced = nodes + static_cast<std::size_t>(matrix->options());
  if (spaced >= std::size_t{1} << 31) {
    throw std::invalid_argument("this problem is too big for links");
  }
  constexpr std::size_t kFew = std::size_t{1} << 16;
  if (matrix->coloured()) {
    return spaced < kFew ? with<std::uint16_t, 0, true>(std::move(matrix))
                         : with<std::uint32_t, 0, true>(std::move(matrix));
  }
  // (Rows that differ in width are searched faster by long indices, small problems too.)
  return matrix->width() == 4 && nodes < kFew ? with<std::uint16_t, 4, false>(std::move(matrix))
                                              : with<std::uint32_t, 0, false>(std::move(matrix));
}

}  // namespace cpsudoku::exact_cover
