#pragma once

#include <string>
#include <vector>

#include "attention.hpp"
#include "packed_linear.hpp"

namespace mha {

struct HeadTask;

/// Forward without a trace: the same numbers by the shortest way. Heads are read where the projections have
/// written them, by their strides; only keys that a query may attend to are multiplied; and where the
/// attention weights are not asked for, they exist a block at a time, so that memory grows with T and not
/// with T^2. What it computes in is kept: runs of the same sizes allocate nothing.
///
/// Of NaN and infinity in what a query may not see, less may arrive than with the trace, which multiplies
/// them by weights of 0; and a row of NaN is no row without keys, so that it draws no warning.
class FastForward {
 public:
  /// Keeps weights of at most so many floats packed, where that pays.
  explicit FastForward(Index most_packed = PackedLinear::kMost);
  FastForward(FastForward&&) = default;  // a copy would write into the same memory
  FastForward& operator=(FastForward&&) = default;

  /// Dropout, and blocked scores filled with a number instead of left out, are for the traced forward alone.
  static bool takes(const ForwardArgs& args);
  /// The floats that a run holds beside its inputs. `args` have been checked.
  static Index elements_held(const Config& config, const ForwardArgs& args,
                             Index most_packed = PackedLinear::kMost);

  /// Errors as of forward().
  void run(const Layer& layer, const ForwardArgs& args);

  const Tensor& output() const { return output_; }  // (B, T_q, d_model)
  /// (B, H, T_q, T_k); empty where the weights were not asked for.
  const Tensor& attention() const { return attention_; }
  const std::vector<Notice>& warnings() const { return warnings_; }

 private:
  struct Plan;

  /// What a run computes in, kept for the next.
  struct Workspace {
    PackedLinear to_q, to_k, to_v, to_output;  // to_q is to qkv in a fused layer
    Tensor qkv;                                // of a fused layer: what q, k and v are slices of
    Tensor q, k, v;                            // (B, T, heads*d)
    Tensor turns;          // (max(T_q, T_k), d_k / 2, 2), where heads have rotary positions
    Index turns_from = 0;  // the first of their positions
    Tensor context;        // (B, T_q, H*d_v)
    Tensor panels;         // keys and values of one head as the kernel reads them
    Tensor gathered;       // rows of those that no padding blocks
    Tensor scratch;
    std::vector<std::int32_t> keys;     // of one batch item, those that no padding blocks
    std::vector<std::int32_t> visible;  // (T_q): how many of them each query sees
  };

  void make_room(const Plan& plan);
  void project(const Layer& layer, const ForwardArgs& args, const Plan& plan);
  void rotate(const Plan& plan);
  void find_visible(const ForwardArgs& args, const Plan& plan, Index batch);
  bool attend_group(const ForwardArgs& args, const Plan& plan, Index batch, Index group);
  bool attend_head(const Plan& plan, const HeadTask& task, Index batch, Index head);

  Workspace work_;
  Tensor output_, attention_;
  std::vector<Notice> warnings_;
};

}  // namespace mha
