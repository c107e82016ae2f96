#pragma once

#include <array>
#include <span>
#include <string_view>

#include "../tensor/tensor.hpp"
#include "attributes.hpp"

namespace mha {

/// The operands of an operation, as Operation::takes says: outputs of earlier steps, parameters, and
/// attributes.
struct Operands {
  InlineList<const Tensor*, 2> inputs;
  InlineList<const Tensor*, 6> parameters;
  const Attributes& given;

  const Tensor& x() const { return *inputs[0]; }
};

/// Memory for the results of operations.
class Memory {
 public:
  virtual ~Memory() = default;
  /// A contiguous tensor, uninitialised.
  virtual Tensor take(const Dims& sizes) = 0;
};

/// Sums up the gradients of a step's operands, by their places among its inputs and its parameters.
class GradientAccumulator : public Memory {
 public:
  virtual void add_to_input(std::size_t place, const Tensor& gradient) = 0;
  virtual void add_to_parameter(std::size_t place, const Tensor& gradient) = 0;
};

/// One way to compute an operation.
struct Implementation {
  /// Writes the result into y, contiguous and of the sizes of the operation. Null for a view.
  void (*forward)(const Operands&, Tensor& y) = nullptr;
  /// Adds the vector-Jacobian product, given the result and its gradient. Null if no gradient flows back.
  void (*backward)(const Operands&, const Tensor& y, const Tensor& dy, GradientAccumulator&) = nullptr;

  constexpr bool is_there() const { return forward != nullptr || backward != nullptr; }
};

/// Counts that do not depend on the machine: a multiplication and an addition are 2 flops, an exp is 1. Each
/// operand is read once; numbers repeated by stride 0 are read once, too.
struct OperationCost {
  Index flops = 0, elements_read = 0, elements_written = 0;
};

/// The type of an attribute, in the order of Attribute::value.
enum class AttributeType { whole, real, dims };

/// An attribute that an operation takes.
struct TakenAttribute {
  std::string_view name;
  AttributeType type = AttributeType::whole;
  bool is_optional = false;
};

/// The operands that an operation takes. A tape refuses other operands before it computes anything.
struct Takes {
  std::size_t inputs = 1;
  std::size_t parameters = 0, optional_parameters = 0;   // at least the first, at most the sum of both
  std::array<TakenAttribute, 4> attributes = {};         // the names after the last are empty
  bool factors = false, masks = false, indices = false;  // whether it takes these attributes
  bool packed = false;                                   // whether its parameters may be packed
};

/// The sizes of the first input.
Dims sizes_of_input(const Operands& operands);

/// All facts about an operation, in one place. It has one or two implementations: `definition` is the
/// formula, written with Eigen, for traced passes; `kernel` is a fast one, for training. A test compares the
/// two. An operation with one implementation uses it for both: views and masks, which only move or mark
/// numbers, rotations, whose kernel is the formula, and operations of passes without a trace (activations,
/// attention over segments) have no definition; operations that training does not use, or rarely, have no
/// kernel.
///
/// `reads` and `formulas` are JSON for pictures.
///
/// `reads`: the elements of each input that one element of the result depends on, as one number for each of
/// the last two dimensions. The number is the length of an aligned block that contains the index of the
/// element: 1 means the same index, 0 the whole dimension. (An attribute `dim` replaces the last dimension.)
/// In all other dimensions the index is the same. Null: the same element, because the result is a view. With
/// an attribute `lengths`, the operands are concatenated along `dim`, and an index counts from the start of
/// its operand.
///
/// `formulas`: how one element is computed, in symbols. {a} and {b} stand for the elements that it reads of
/// the two inputs, {x} and {y} for single elements of these, {x0} and {x1} for the elements of a block,
/// {terms} for products that are summed, {i}, {j} and {width} for its indices and the length of its row, and
/// {pair} for the first index of its block, {weight} and {sink} for a number of a parameter. Every other
/// blank is an attribute. If there are several formulas, each belongs to one place in a block. A result that
/// is not computed has no formula.
struct Operation {
  std::string_view name;
  Takes takes = {};
  /// The sizes of the result, from operands that it takes. Throws if they do not fit each other: afterwards,
  /// no implementation reads or writes out of bounds.
  Dims (*sizes)(const Operands&) = sizes_of_input;
  /// The result as a view of an input; an empty tensor if the result must be computed.
  Tensor (*view)(const Operands&) = nullptr;
  Implementation definition, kernel;
  /// The cost of a result that is not a view.
  OperationCost (*cost)(const Operands&, const Tensor& y) = nullptr;
  std::string_view reads = "[[1,1],[1,1]]";
  std::string_view formulas = "[]";

  const Implementation& traced() const { return definition.is_there() ? definition : kernel; }
  const Implementation& fast() const { return kernel.is_there() ? kernel : definition; }
};

/// All operations of attention.
std::span<const Operation* const> operations();
/// The operations of a layer around attention: LayerNorm, activations, and the product with a gate.
std::span<const Operation* const> layer_operations();

namespace op {

extern const Operation input;       // a tensor that the caller gives
extern const Operation linear;      // ...i,io->...o: x [W_1 W_2 ...] + [b_1 b_2 ...], parameters side by side
extern const Operation matmul;      // ...mk,...kn->...mn
extern const Operation add;         // of equal sizes
extern const Operation scale;       // by `factor`, or along dimension 1 by `factors`
extern const Operation rms_norm;    // of the last dimension, with `eps`; the parameter is its weight (n)
extern const Operation softcap;     // `cap` tanh(x / `cap`)
extern const Operation alibi;       // less `factors` of heads times distances; `first` is query 0
extern const Operation mask;        // `masks`, `fill` (mask.hpp)
extern const Operation sink;        // the parameter (H) as one more column of the scores; `lengths`
extern const Operation softmax;     // along `dim`; `emptyRow`: the weights of rows without keys
extern const Operation dropout;     // `p`, `seed` (elementwise.hpp)
extern const Operation view;        // as `sizes`
extern const Operation transpose;   // of the two `dims`
extern const Operation expand;      // a new dimension `dim` of `size`, with stride 0
extern const Operation slice;       // `length` from `start` on along `dim`
extern const Operation concat;      // of two inputs, of `lengths` along `dim`
extern const Operation contiguous;  // a copy, unless the input is contiguous

// Around attention.

extern const Operation norm;        // as norm_rows() of kernel/norm.hpp; `eps`; parameters: gain, bias (n)
extern const Operation relu;        // max(x, 0)
extern const Operation gelu;        // x Phi(x), Phi the normal distribution (Hendrycks and Gimpel 2016)
extern const Operation gelu_tanh;   // its approximation by tanh
extern const Operation quick_gelu;  // its approximation by the logistic function
extern const Operation silu;        // x / (1 + e^-x) (Elfwing et al. 2017)
extern const Operation multiply;    // element by element, of equal sizes

}  // namespace op

}  // namespace mha
