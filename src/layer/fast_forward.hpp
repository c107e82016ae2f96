#pragma once

#include <string>
#include <vector>

#include "attention.hpp"
#include "packed_linear.hpp"

namespace mha {

struct HeadTask;

/// A forward pass without a trace: the same result, faster. Heads are read by strides from the output of the
/// projections. Only keys that a query may attend to are multiplied. Without need_weights, only one block of
/// attention weights is in memory at a time, so memory grows with T instead of T^2. The workspace is kept:
/// runs of the same sizes allocate nothing.
///
/// A traced pass multiplies hidden values by a weight of 0, and 0 times NaN or infinity is NaN. This pass
/// omits hidden keys and values where possible, so fewer NaN reach the output. A query whose scores are NaN
/// still has keys, so it causes no warning.
///
/// Thread safety: a run changes the workspace, so each thread needs an object of its own.
class FastForward {
 public:
  /// Keeps packed copies of weights up to this many floats, if that saves time.
  explicit FastForward(Index most_packed = PackedLinear::kMost);
  FastForward(FastForward&&) = default;  // not copyable: copies would share the workspace
  FastForward& operator=(FastForward&&) = default;

  /// Whether layer and arguments are supported. Latents, dropout and a finite mask_fill need the traced pass.
  static bool takes(const Config& config, const ForwardArgs& args);
  /// Number of floats that a run allocates in addition to its inputs. Requires checked `args`. Error "shape"
  /// if it exceeds 64 bits.
  static Index elements_held(const Config& config, const ForwardArgs& args,
                             Index most_packed = PackedLinear::kMost);

  /// Errors as of forward().
  void run(const Layer& layer, const ForwardArgs& args);
  /// The same. The caller has checked `args`.
  void run_checked(const Layer& layer, const ForwardArgs& args);

  // Results of the last run. The next run overwrites their numbers, also those of a Tensor that was copied
  // from here: to keep them, copy() them into memory of your own.

  const Tensor& output() const { return output_; }  // (B, T_q, d_model)
  /// (B, H, T_q, T_k); empty without need_weights.
  const Tensor& attention() const { return attention_; }
  /// The same as Run.present.
  const KeyValues& present() const { return present_; }
  const std::vector<Notice>& warnings() const { return warnings_; }

 private:
  struct Plan;

  /// Intermediate tensors, kept for the next run.
  struct Workspace {
    PackedLinear to_q, to_k, to_v, to_output;  // in a fused layer to_q computes qkv
    Tensor qkv;                                // only in a fused layer: q, k and v are slices of it
    Tensor q, k, v;                            // (B, T, heads*d), of the new tokens
    Tensor rotary;                             // with rope: the rotary table of all positions
    Rope rotary_of;                            // configuration of `rotary`
    Index rotary_from = 0;                     // position of the first row of `rotary`
    Tensor context;                            // (B, T_q, H*d_v)
    Tensor panels;                             // keys and values of one head, in the kernel's order
    Tensor gathered;                           // rows of keys that no padding blocks
    Tensor scratch;
    std::vector<std::int32_t> keys;  // of one batch item: indices of keys that no padding blocks
    std::vector<KeyRange> visible;   // (T_q): which of `keys` each query sees
  };

  void make_room(const Plan& plan);
  void project(const Layer& layer, const ForwardArgs& args, const Plan& plan);
  void norm(const Layer& layer);
  void rotate(const Plan& plan);
  void append_past(const ForwardArgs& args, const Plan& plan);
  void find_visible(const ForwardArgs& args, const Plan& plan, Index batch);
  bool attend_group(const ForwardArgs& args, const Plan& plan, Index batch, Index group);
  bool attend_head(const Plan& plan, const HeadTask& task, Index batch, Index head);

  Workspace work_;
  Tensor output_, attention_;
  KeyValues present_;
  std::vector<Notice> warnings_;
};

}  // namespace mha
