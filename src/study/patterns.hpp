#pragma once

#include "../base/named_value.hpp"
#include "../layer/weights.hpp"

namespace mha {

/// The pattern of a constructed head. Heads take these kinds in order, and start again after the last.
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

/// Weights given by formulas, for inputs of embed(): heads with exactly known patterns. Below, i is a query's
/// position, j a key's, w_p the frequency of position pair p, and a_p the angle of word pair p. Both sums run
/// over as many pairs p as fit into d_k columns.
///
///   W_K   copies pairs: k = (sin w_p j, cos w_p j, ...), or (cos a_p(j), sin a_p(j), ...) for same_word.
///         If heads of a group need both, positions take the first half of the columns and words the
///         second half.
///   W_Q   rotates pairs and carries the gain g sqrt(d_k), so that the scaled scores become
///           previous_token   g sum cos w_p (i - 1 - j)     each (sin, cos) pair rotated back by one position
///           next_token       g sum cos w_p (i + 1 - j)     rotated forward by one
///           first_token      g sum cos w_p j               the query reads the slowest cosine, close to 1
///           self             g sum cos w_p (i - j)
///           near_tokens      as self, with a small gain
///           same_word        g sum cos (a_p(i) - a_p(j))   largest if the words are the same
///           broad            0: every key gets 1 / T_k
///           random           W_Q (and W_K, unless others share it) normal, scaled for scores of standard
///                            deviation 2
///         For positions, g = L / sum (1 - cos w_p): a neighbour of the peak has e^-L of its weight.
///   W_V   has random orthonormal columns for each key/value head. The columns of all heads are orthogonal
///         to one another if H_kv d_v <= d_value. If d_v > d_value, the rows of each head are orthonormal
///         instead.
///   W_O   has random orthonormal columns, or orthonormal rows if it has fewer rows than columns. No feature
///         passes unchanged. If H d_v = d_model = d_value, |v| = |x| and |output| = |concat|.
///
/// The position pairs of the first eight heads have frequencies from w = 1 down to w = 0.1. Each further
/// round of eight heads starts at the next lower frequency. If d_k is 1, a head has the cosine of one pair
/// only. If there are no position pairs (d_model below 4), the position heads are broad. If the key and query
/// inputs have different widths, each pair of the query input meets the pair of the key input with the
/// nearest frequency.
Weights constructed_weights(const Config& given, std::uint64_t seed);

/// The parts of a hand-built head's scaled score. `place`, `word` and `first` are factors from 0 (off) to 1,
/// and s is the sharpness. The score of query i and key j is
///   s (place r(i + offset - j) + word mean cos (a_p(i) - a_p(j)) + first r(j))
///   r(d) = sum cos w_p d / sum (1 - cos w_p)
/// r drops by 1 from d = 0 to d = 1. A neighbour of the target key, or a word of average similarity,
/// therefore gets e^-s of the target's weight.
struct HeadDials {
  Index offset = 0;  // tokens after the query; negative: before
  double place = 0, word = 0, first = 0;
  double sharpness = 0;  // nats
};

/// The columns of W_Q and W_K of one head, (d_model, d_k) each, as in constructed_weights(). Positions take
/// all columns, or the first half if the head also looks for words. The gain is limited, so that float32
/// scores still distinguish neighbours. Error "config" for sizes below 1.
struct HeadBlocks {
  Tensor w_q, w_k;
};
HeadBlocks build_head(Index d_model, Index d_k, const HeadDials& dials);

}  // namespace mha
