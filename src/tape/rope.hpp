#pragma once

#include <span>
#include <vector>

#include "../base/named_value.hpp"
#include "operation.hpp"

namespace mha {

/// The pairs of features that are rotated together: 2i and 2i + 1 (Su et al. 2021); or i and i + n / 2 of n,
/// called rotate_half in GPT-NeoX, Llama and the checkpoints of the hub. Permuting the columns of W_Q and W_K
/// converts one into the other.
enum class RopeStyle { none, interleaved, half };
inline constexpr std::array kRopeStyles = {
    NamedValue{RopeStyle::none, "none"},
    NamedValue{RopeStyle::interleaved, "interleaved"},
    NamedValue{RopeStyle::half, "half"},
};
static_assert(is_in_order(kRopeStyles) && kRopeStyles.back() == RopeStyle::half);
constexpr std::string_view name(RopeStyle style) {
  return name_in(kRopeStyles, style);
}

/// Rotary positions (Su et al. 2021): in row t of x (..., T, d), the i-th pair of the first n features is
/// rotated by t / scaling * base^(-2i / n) radians, so that the dot product of two rows depends on the
/// distance of their positions.
struct Rope {
  RopeStyle style = RopeStyle::none;
  double base = 10000;
  double fraction = 1;  // n = fraction * d (GPT-NeoX); the other features stay
  double scaling = 1;   // linear interpolation of positions (Chen et al. 2023)
  /// Llama 3.1: with a `length` above 0, pairs that turn more than `high` times within `length` positions are
  /// not scaled; those that turn between `low` and `high` times are scaled in part.
  double length = 0, low = 1, high = 4;
  /// The factor of each pair's angle in place of 1 / scaling, if given: other scalings, such as YaRN's (Peng
  /// et al. 2023).
  std::vector<float> factors = {};

  explicit operator bool() const { return style != RopeStyle::none; }
  bool operator==(const Rope&) const = default;
  /// n, rounded down to a whole number. Error "config" for a fraction outside [0, 1].
  Index turned(Index d) const;
  /// Whether each pair has a factor in place of 1 / scaling.
  bool has_factors() const { return length > 0 || !factors.empty(); }
  /// n / 2. Error "shape" for an odd n.
  Index pairs(Index d) const;
};

/// The factor of each pair's angle in place of 1 / scaling; empty without factors and with a length of 0.
std::vector<float> factors_of(const Rope& rope, Index pairs);

/// Rotates x (..., T, d), whose first row has position `first`. Returns a contiguous tensor. Error "shape"
/// for an odd number of rotated features.
Tensor rotate(const Tensor& x, Index first, const Rope& rope = {.style = RopeStyle::interleaved});

/// (count, pairs, 2): cosine and sine of the angle for each position from `first` on, and each pair of
/// features. Positions up to 1e5 have angles to 1e-11. factors: those of factors_of().
Tensor rotary_table(const Rope& rope, Index first, Index count, Index pairs, std::span<const float> factors);
/// Rotates the pairs of a row in place by the angles of its position, (pairs, 2) of the table. Sign -1
/// rotates back.
void rotate_row(float* row, RopeStyle style, const float* table, Index pairs, float sign = 1.0f);

/// The operation and its attributes for rows from position `first` on.
const Operation& operation_of(const Rope& rope);
InlineList<Attribute, 4> attributes_of(const Rope& rope, Index first, Index d);

namespace op {

// `first` position of a row; `base` and `scaling` of the angles, or `factors` in place of 1 / scaling; number
// of `turned` features
extern const Operation rope;
extern const Operation rope_half;

}  // namespace op

}  // namespace mha
