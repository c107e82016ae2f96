#pragma once

#include <span>

#include "../layer/attention.hpp"

namespace mha {

/// The numbers of a head that a patch replaces: its output (T, d_v), before W_O; its weights (T, T_k); or its
/// values (T, d_v), which are those of a key/value head.
enum class Patched { output, pattern, values };
inline constexpr std::array kPatched = {NamedValue{Patched::output, "output"},
                                        NamedValue{Patched::pattern, "pattern"},
                                        NamedValue{Patched::values, "values"}};
static_assert(is_in_order(kPatched) && kPatched.back() == Patched::values);

/// Numbers of another pass, to put into a pass (Vig et al. 2020).
struct Patch {
  Patched of = Patched::output;
  Index head = 0;    // a key/value head for values
  Index token = -1;  // the only token whose numbers are replaced, or -1 for all
  Tensor numbers;    // of all tokens
};

/// Attention with patches. Tokens of a past are not patched.
class PatchedPath : public Path {
 public:
  explicit PatchedPath(std::span<const Patch> patches) : patches_(patches) {}
  Lanes to_heads(Tape& tape, const Config& config, const Lanes& x) const override;
  StepIndex softmax(Tape& tape, At at, StepIndex scores, EmptyRow empty_row) const override;
  StepIndex merge(Tape& tape, const Config& config, StepIndex context) const override;

 private:
  /// x (1, H, T, n) with the patches of one kind, of n numbers a token or fewer. Error "shape" for a patch of
  /// other sizes.
  StepIndex patched(Tape& tape, Patched of, StepIndex x) const;

  std::span<const Patch> patches_;
};

}  // namespace mha
