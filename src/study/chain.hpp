#pragma once

#include <array>
#include <string>
#include <vector>

#include "../tensor/named_value.hpp"
#include "../tensor/tensor.hpp"

namespace mha {

/// What torch.Tensor has that gives the same numbers another shape.
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

/// A call, and what it is given: sizes, or dimensions.
struct GivenCall {
  ShapeCall call = ShapeCall::view;
  Dims given;
};

/// What a chain has come to.
struct ChainLink {
  Tensor tensor;        // none where the call was refused
  bool is_view = true;  // of the memory that the call was made on
  Notice refusal;       // empty where it was not
};

/// Calls one after another on a new tensor of `sizes` that holds 0, 1, 2, ... in memory order, so that each
/// number says where in that memory it was read: first that tensor, then what each call made of it. The first
/// refused call is the last. A call is also refused if all tensors together would then have more than 2^24
/// elements. Error "shape" for `sizes` of more than 2^24 elements, which float32 cannot tell apart.
std::vector<ChainLink> follow_chain(const Dims& sizes, const std::vector<GivenCall>& calls);

}  // namespace mha
