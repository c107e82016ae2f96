#pragma once

#include <array>

#include "../layer/attention.hpp"
#include "../tape/piecewise.hpp"
#include "patch.hpp"

namespace mha {

/// The positions of norms. Let A be the attention, M the feed-forward network, and N1 to N4 the norms in the
/// order of BlockParam. For x (1, T, d_model), a block computes
///
///   pre       y = x + A(N1(x)),      y + M(N3(y))
///   post      y = N1(x + A(x)),      N3(y + M(y))
///   sandwich  y = x + N2(A(N1(x))),  y + N4(M(N3(y)))
///   parallel  x + A(N1(x)) + M(N3(x))
///   after     y = x + N2(A(x)),      y + N4(M(y))
///
/// N1 is missing in the first layer of some models.
enum class Order { pre, post, sandwich, parallel, after };
inline constexpr std::array kOrders = {
    NamedValue{Order::pre, "pre"}, NamedValue{Order::post, "post"}, NamedValue{Order::sandwich, "sandwich"},
    NamedValue{Order::parallel, "parallel"}, NamedValue{Order::after, "after"}};
static_assert(is_in_order(kOrders) && kOrders.back() == Order::after);

/// LayerNorm (Ba et al. 2016), or RMSNorm (Zhang and Sennrich 2019).
enum class NormKind { layer, rms };
inline constexpr std::array kNormKinds = {NamedValue{NormKind::layer, "layer"},
                                          NamedValue{NormKind::rms, "rms"}};
static_assert(is_in_order(kNormKinds) && kNormKinds.back() == NormKind::rms);

/// GELU by the error function, GELU approximated by tanh and by the logistic function, SiLU and ReLU.
enum class Activation { gelu, gelu_tanh, quick_gelu, silu, relu };
inline constexpr std::array kActivations = {
    NamedValue{Activation::gelu, "gelu"}, NamedValue{Activation::gelu_tanh, "gelu_tanh"},
    NamedValue{Activation::quick_gelu, "quick_gelu"}, NamedValue{Activation::silu, "silu"},
    NamedValue{Activation::relu, "relu"}};
static_assert(is_in_order(kActivations) && kActivations.back() == Activation::relu);

/// A norm with its parameters, each (d_model). RMSNorm has no shift.
struct Norm {
  NormKind kind = NormKind::layer;
  double eps = 0;
  Tensor gain, shift;
};

/// The parameters of a block besides those of attention. The names are the roles in checkpoints.
enum class BlockParam {
  attention_gain,
  attention_shift,
  after_attention_gain,
  after_attention_shift,
  mlp_gain,
  mlp_shift,
  after_mlp_gain,
  after_mlp_shift,
  w_gate,
  b_gate,
  w_up,
  b_up,
  w_down,
  b_down,
  distances
};
inline constexpr std::array kBlockParams = {
    NamedValue{BlockParam::attention_gain, "attentionNorm.gain"},
    NamedValue{BlockParam::attention_shift, "attentionNorm.shift"},
    NamedValue{BlockParam::after_attention_gain, "afterAttentionNorm.gain"},
    NamedValue{BlockParam::after_attention_shift, "afterAttentionNorm.shift"},
    NamedValue{BlockParam::mlp_gain, "mlpNorm.gain"},
    NamedValue{BlockParam::mlp_shift, "mlpNorm.shift"},
    NamedValue{BlockParam::after_mlp_gain, "afterMlpNorm.gain"},
    NamedValue{BlockParam::after_mlp_shift, "afterMlpNorm.shift"},
    NamedValue{BlockParam::w_gate, "wGate"},
    NamedValue{BlockParam::b_gate, "bGate"},
    NamedValue{BlockParam::w_up, "wUp"},
    NamedValue{BlockParam::b_up, "bUp"},
    NamedValue{BlockParam::w_down, "wDown"},
    NamedValue{BlockParam::b_down, "bDown"},
    NamedValue{BlockParam::distances, "distances"},
};
static_assert(is_in_order(kBlockParams) && kBlockParams.back() == BlockParam::distances);

struct BlockConfig {
  Config attention;  // resolved
  Index d_ff =
      0;  // width of the feed-forward network; 0: the block ends before its network (see FeedForward)
  Order order = Order::pre;
  NormKind norm = NormKind::layer;
  Activation activation = Activation::gelu;
  double eps = 0;              // of the norms
  bool attention_norm = true;  // N1
  bool network = true;         // false: the block ends with the sum of x and attention, and has no N3 or N4
  bool gated = false;          // down(activation(gate(x)) up(x)) instead of down(activation(up(x)))
  bool causal = false;         // a token sees no later token
  /// Largest number of tokens with positions by distance (Shaw et al. 2018); 0 for none. A learned vector e
  /// of the distance i - j is added to key j for query i: the score is q (k + e) / sqrt(d_k). The vectors are
  /// BlockParam::distances, (2 max_distance - 1, d_k), from distance 1 - max_distance on.
  Index max_distance = 0;
  bool keys_meet_distances = false;  // the score is (q (k + e) + k e) / sqrt(d_k) (Huang et al. 2020)
};

/// The inputs of a block besides its T tokens.
struct BlockInput {
  std::vector<float> head_scale;              // (H), or empty
  KeyValues past;                             // keys and values of earlier tokens, or none
  std::optional<Mask> key_padding_mask = {};  // (1, T_past + T)
  /// Cross-attention: the tokens that keys and values are projected from, (1, T_memory, d_model), in place of
  /// the block's own; T_past + T is then T_past + T_memory.
  Tensor memory = {};
  /// Numbers to add to the scores, (1, H, T, T_past + T), for positions: the result of Block::by_distance()
  /// for the same input, or the caller's own.
  Tensor by_distance = {};
  std::vector<Patch> patches = {};
};

/// The steps of a block on a tape.
struct BlockSteps {
  StepIndex read = 0;              // the input of the projections of queries, keys and values, (1, T,
                                   // d_model)
  StepIndex weights = 0;           // (1, H, T, T_past + T)
  StepIndex concat = 0;            // the outputs of the heads, (1, T, H*d_v)
  StepIndex attended = 0;          // the output of attention, (1, T, d_model); all later steps are outside it
  StepIndex output = 0;            // (1, T, d_model)
  StepIndex network = 0;           // the input of the feed-forward network, (1, T, d_model)
  StepIndex made = 0;              // the output of the network, before its norm; `network` if there is none
  StepIndex keys = 0, values = 0;  // as of Attended: the past of the next pass
  StepIndex head_values = 0;       // (1, H_kv, T_past + T, d_v)
  std::optional<StepIndex> memory = {};
};

/// A block of a transformer, with its parameters. Matrices may be packed. Parameters are set one by one.
/// Thread safety: threads may compose passes of one block at the same time; set() needs a lock.
class Block {
 public:
  /// Error "config" for sizes below 1.
  explicit Block(const BlockConfig& config);

  const BlockConfig& config() const { return config_; }
  const Layer& attention() const { return attention_; }
  const Tensor& operator[](BlockParam param) const { return parameters_[static_cast<std::size_t>(param)]; }
  /// A norm of the block, named by its gain.
  Norm norm(BlockParam gain) const;
  bool has_norm_before() const;  // of attention
  bool has_norms_after() const;  // of attention and of the feed-forward network

  /// Error "shape" for sizes other than those of the configuration.
  void set(Param param, const Tensor& values) { attention_.weights.set(attention_.config, param, values); }
  void set(BlockParam param, const Tensor& values);

  /// What positions by distance add to the scores, (1, H, T, T_past + T), of x (1, T, d_model); empty for a
  /// block without such positions. Error "shape" for more tokens than max_distance, or without the vectors.
  Tensor by_distance(const Tensor& x, const KeyValues& past) const;

  /// Adds the block to a tape. Errors as of attend(), and "config" while a parameter is missing.
  BlockSteps compose(Tape& tape, StepIndex x, const BlockInput& input = {}) const;

 private:
  /// Throws while a parameter is missing. Biases of the feed-forward network are optional.
  void check() const;
  NamedTensor named(BlockParam param) const;
  StepIndex normed(Tape& tape, At at, StepIndex x, BlockParam gain) const;
  StepIndex linear(Tape& tape, At at, StepIndex x, BlockParam w, Axis axis) const;
  /// The activations between the two projections of the feed-forward.
  StepIndex hidden_step(Tape& tape, StepIndex x) const;
  StepIndex feed_forward(Tape& tape, StepIndex x) const;

  BlockConfig config_;
  Layer attention_;
  std::array<Tensor, kBlockParams.size()> parameters_;
};

/// The optional results of a pass, beside the attention weights and the output.
struct Kept {
  bool keys_and_values = false;  // and the values of the heads
  bool steps = false;            // the output of attention, and every step of the block outside attention
  bool parts = false;            // the outputs of the heads, and of the feed-forward network
  bool read = false;             // the input of the projections of queries, keys and values
  /// The output of attention, before its norm. In a block that has only some heads of a layer, and no bias of
  /// W_O, this is their part of the layer's output.
  bool attended = false;
};

/// A step of a block, by its id on the tape.
struct NamedStep {
  std::string id;
  StepIndex at = 0;
};

/// A block's pass over tokens that is computed in pieces. It keeps the parameters alive.
struct BlockPass {
  BlockSteps at;
  Tensor by_distance;  // as of Block::by_distance()
  Kept kept;
  bool ends_before_network = false;
  std::vector<NamedStep> named;  // the kept steps, in order
  Piecewise steps;

  const Tensor& operator[](StepIndex step) const { return steps[step]; }
  /// The past of the next pass, if it is kept.
  KeyValues present() const;
};

/// Prepares a pass over x (1, T, d_model). Errors as of Block::compose().
BlockPass begin(const Block& block, const Tensor& x, BlockInput input, Kept kept = {});

/// The sizes of a parameter.
Dims shape_of(BlockParam param, const BlockConfig& config);

/// Largest number of floats that a pass of this many new tokens takes without a trace, beside the parameters.
/// `keys` includes the tokens of the past.
Index elements_held(const BlockConfig& config, Index tokens, Index keys);

/// A feed-forward network of its own, such as an expert of a mixture. Matrices may be packed; w_gate and
/// biases may be missing.
struct FeedForward {
  Activation activation = Activation::silu;
  Tensor w_gate, b_gate, w_up, b_up, w_down, b_down;
  /// Above 0: the gate is at most this, the other factor within it on both sides, and 1 is added to the other
  /// factor (gpt-oss 2025).
  float limit = 0;
};

/// x (1, T, d_model) -> (1, T, d_model)
Tensor applied(const FeedForward& network, const Tensor& x);

/// Adds a norm, and an activation, to a tape.
StepIndex normed(Tape& tape, At at, StepIndex x, const Norm& norm);
StepIndex activated(Tape& tape, At at, StepIndex x, Activation activation);

}  // namespace mha
