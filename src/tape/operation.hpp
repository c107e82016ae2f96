#pragma once

#include <span>
#include <string_view>

#include "../tensor/tensor.hpp"
#include "attributes.hpp"

namespace mha {

/// The operands of an operation: tensors of steps before it, parameters, and its attributes.
struct Operands {
  InlineList<const Tensor*, 2> inputs;
  InlineList<const Tensor*, 6> parameters;
  const Attributes& given;

  const Tensor& x() const { return *inputs[0]; }
};

/// Memory for the results of operations.
class Memory {
 public:
  /// A contiguous tensor, uninitialised.
  virtual Tensor take(const Dims& sizes) = 0;

 protected:
  ~Memory() = default;
};

/// Sums up the gradients of a step's operands, by their places among its inputs and its parameters.
class GradientAccumulator : public Memory {
 public:
  virtual void add_to_input(std::size_t place, const Tensor& gradient) = 0;
  virtual void add_to_parameter(std::size_t place, const Tensor& gradient) = 0;

 protected:
  ~GradientAccumulator() = default;
};

/// One way to compute an operation.
struct Implementation {
  /// Writes the result into y, contiguous and of the operation's sizes. Null for a view.
  void (*forward)(const Operands&, Tensor& y) = nullptr;
  /// Adds the vector-Jacobian product, given the result and its gradient. Null where nothing flows back.
  void (*backward)(const Operands&, const Tensor& y, const Tensor& dy, GradientAccumulator&) = nullptr;

  constexpr bool is_there() const { return forward != nullptr || backward != nullptr; }
};

/// Logical counts: a multiply and an add are 2 flops, an exp is 1; each operand is read once, what is
/// repeated with stride 0 once.
struct OperationCost {
  Index flops = 0, elements_read = 0, elements_written = 0;
};

/// The sizes of the first input.
Dims sizes_of_input(const Operands& operands);

/// All that is known of an operation, in one place. It is implemented twice: `definition` is its formula,
/// with Eigen, which traced forwards compute; `kernel` is the same made fast, which training computes. A test
/// compares the two. An operation that has one of them computes by it everywhere: a view and the gradient of
/// one, a mask and a rotation, which move or mark numbers, have no definition, and what is too rare to be
/// made fast has no kernel.
///
/// `reads` and `formulas` are for those who draw, as JSON.
///
/// `reads`: of each input, which elements one element of the result is made of. Along each of the last two
/// dimensions it reads an aligned block of so many that holds its own index: 1 is the element of the same
/// index, 0 the whole dimension. (An operation along an attribute `dim` has that one in place of the last.)
/// Along all others, the same index. Null: the very element of the input's memory, seen again.
///
/// `formulas`: how one element is made, in symbols alone. {a} and {b} name what it reads of its operands, {x}
/// and {y} are single elements of them, {x0} {x1} those of a block, {terms} products that are summed, {i} {j}
/// {width} its index and the size of its row, {pair} the first index of its block, and every other blank an
/// attribute. Of several formulas each belongs to one place in a block; none is for what is not computed.
struct Operation {
  std::string_view name;
  /// The sizes of the result. Refuses operands that do not fit.
  Dims (*sizes)(const Operands&) = sizes_of_input;
  /// The result as a view of an input; empty where it has to be computed.
  Tensor (*view)(const Operands&) = nullptr;
  Implementation definition, kernel;
  /// Of one that is no view.
  OperationCost (*cost)(const Operands&, const Tensor& y) = nullptr;
  std::string_view reads = "[[1,1],[1,1]]";
  std::string_view formulas = "[]";

  const Implementation& traced() const { return definition.is_there() ? definition : kernel; }
  const Implementation& fast() const { return kernel.is_there() ? kernel : definition; }
};

/// Every operation there is.
std::span<const Operation* const> operations();

namespace op {

extern const Operation input;       // what a tape begins with
extern const Operation linear;      // ...i,io->...o: x [W_1 W_2 ...] + [b_1 b_2 ...], parameters side by side
extern const Operation matmul;      // ...mk,...kn->...mn
extern const Operation add;         // of equal sizes
extern const Operation scale;       // by `factor`, or along dimension 1 by `factors`
extern const Operation mask;        // `masks`, `fill` (mask.hpp)
extern const Operation softmax;     // along `dim`; `emptyRow`, what rows without keys become
extern const Operation dropout;     // `p`, `seed` (elementwise.hpp)
extern const Operation view;        // as `sizes`
extern const Operation transpose;   // of the two `dims`
extern const Operation expand;      // a new dimension `dim` of `size`, with stride 0
extern const Operation slice;       // `length` from `start` on along `dim`
extern const Operation contiguous;  // a copy, unless nothing would change

}  // namespace op

}  // namespace mha
