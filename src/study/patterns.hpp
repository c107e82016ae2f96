#pragma once

#include "../layer/weights.hpp"
#include "../tensor/named_value.hpp"

namespace mha {

/// What a constructed head does; heads take these in order, and begin again after the last.
enum class HeadKind { previous_token, next_token, first_token, self, near_tokens, same_word, broad, random };
inline constexpr std::array kHeadKinds = {
    NamedValue{HeadKind::previous_token, "previous_token"},
    NamedValue{HeadKind::next_token, "next_token"},
    NamedValue{HeadKind::first_token, "first_token"},
    NamedValue{HeadKind::self, "self"},
    NamedValue{HeadKind::near_tokens, "near_tokens"},
    NamedValue{HeadKind::same_word, "same_word"},
    NamedValue{HeadKind::broad, "broad"},
    NamedValue{HeadKind::random, "random"},
};
static_assert(is_in_order(kHeadKinds) && kHeadKinds.back() == HeadKind::random);
HeadKind head_kind(Index head);

/// Weights written down by formula, for the inputs of embed(): heads that do known things exactly. Below, i
/// is a query's position and j a key's, w_p the frequency of position pair p, a_p the angle of word pair p,
/// and both sums run over as many pairs p as fit in d_k columns.
///
///   W_K   copies pairs: k = (sin w_p j, cos w_p j, ...), or (cos a_p(j), sin a_p(j), ...) for same_word.
///         Where heads of a group need both, positions take the first half of the columns and words the
///         second.
///   W_Q   rotates pairs and carries the gain g sqrt(d_k), so that the scaled scores become
///           previous_token   g sum cos w_p (i - 1 - j)     each (sin, cos) pair turned back by one position
///           next_token       g sum cos w_p (i + 1 - j)     turned forward by one
///           first_token      g sum cos w_p j               the slowest position cosine, close to 1, for 1
///           self             g sum cos w_p (i - j)
///           near_tokens      as self, with a small gain
///           same_word        g sum cos (a_p(i) - a_p(j))   largest where the words are the same
///           broad            0: every key gets 1 / T_k
///           random           W_Q (and W_K, unless others share it) normal, scaled for scores of standard
///                            deviation 2
///         For positions g = L / sum (1 - cos w_p): the neighbour of the peak has e^-L of its weight.
///   W_V   gives each key/value head drawn directions of its own, orthonormal; all heads' are orthogonal to
///         one another where d_value has room for them (H_kv d_v <= d_value). Where d_v > d_value the rows
///         of each head are orthonormal instead.
///   W_O   is drawn too, with orthonormal columns, or rows where it has fewer of those. So nothing passes
///         unchanged, and where H d_v = d_model = d_value, |v| = |x| and |output| = |concat|.
///
/// The pairs are spread between w = 1 and w = 0.1 for the first eight heads; each further round of eight
/// begins one pair lower. With d_k = 1 only the cosine of one pair fits, and with no position pairs at all
/// (d_model below 4) those heads are broad. Where the key's features are another width than the query's,
/// pairs are matched by nearest frequency.
Weights constructed_weights(const Config& given, std::uint64_t seed);

/// What a head that is built looks for: parts of its scaled score, each from 0, which is off, to 1. With r(d)
/// = sum cos w_p d / sum (1 - cos w_p), which is 1 less at d = 1 than at 0, and s the sharpness, query i
/// gives key j
///   s (place r(i + offset - j) + word mean cos (a_p(i) - a_p(j)) + first r(j))
/// so that e^-s of what the key has that is looked for is left to its neighbour, or, of words, to one that
/// is neither like nor unlike.
struct HeadDials {
  Index offset = 0;  // tokens ahead of the query; below 0, back
  double place = 0, word = 0, first = 0;
  double sharpness = 0;  // nats
};

/// One head's columns of W_Q and W_K, (d_model, d_k) each, as constructed_weights() writes them: positions
/// have all columns, or the first half where words are looked for too. Where the gain for a sharpness would
/// be beyond what float32 can tell apart it is less. Error "config" for sizes below 1.
struct HeadBlocks {
  Tensor w_q, w_k;
};
HeadBlocks build_head(Index d_model, Index d_k, const HeadDials& dials);

}  // namespace mha
