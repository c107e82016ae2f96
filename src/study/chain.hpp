#pragma once

#include <array>
#include <string>
#include <vector>

#include "../base/named_value.hpp"
#include "../tensor/tensor.hpp"

namespace mha {

/// Methods of torch.Tensor that change the shape of a tensor, but none of its numbers.
enum class ShapeCall { view, reshape, transpose, permute, contiguous, unsqueeze, expand };
inline constexpr std::array kShapeCalls = {
    NamedValue{ShapeCall::view, "view"},
    NamedValue{ShapeCall::reshape, "reshape"},
    NamedValue{ShapeCall::transpose, "transpose"},
    NamedValue{ShapeCall::permute, "permute"},
    NamedValue{ShapeCall::contiguous, "contiguous"},
    NamedValue{ShapeCall::unsqueeze, "unsqueeze"},
    NamedValue{ShapeCall::expand, "expand"},
};
static_assert(is_in_order(kShapeCalls) && kShapeCalls.back() == ShapeCall::expand);

/// A method and its arguments. Arguments are sizes (view, reshape, expand) or dimensions (transpose, permute,
/// unsqueeze); contiguous has none.
struct GivenCall {
  ShapeCall call = ShapeCall::view;
  Dims given;
};

/// The result of one call.
struct ChainLink {
  Tensor tensor;        // empty if the call was refused
  bool is_view = true;  // whether it shares the memory of the tensor that the call was made on
  Notice refusal;       // empty if the call was not refused
};

/// Makes calls one after another, starting from a new tensor of `sizes` that holds 0, 1, 2, ... in memory
/// order: each number is its own place in memory. Returns that tensor, then the result of each call, up to
/// the first refused call. A call is also refused if all tensors together would have more than 2^24 elements.
/// Error "shape" for `sizes` of more than 2^24 elements, because float32 does not have all integers above
/// 2^24.
std::vector<ChainLink> follow_chain(const Dims& sizes, const std::vector<GivenCall>& calls);

}  // namespace mha
