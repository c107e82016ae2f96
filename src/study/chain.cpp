#include "chain.hpp"

#include <numeric>

namespace mha {
namespace {

constexpr Index kMostElements = Index{1} << 24;

void check_given(const GivenCall& call, std::size_t wanted, const Notice& what) {
  if (call.given.size() != wanted)
    fail(ErrorCode::shape, "call_takes", "{call} takes {what}; given {given}",
         name_in(kShapeCalls, call.call), what, call.given);
}

int dim_of(const GivenCall& call, std::size_t at) {
  const Index dim = call.given[at];
  if (static_cast<int>(dim) != dim)
    fail(ErrorCode::shape, "no_such_dimension", "dimension {dimension} does not exist", dim);
  return static_cast<int>(dim);
}

Tensor reshaped(const Tensor& tensor, const Dims& sizes) {
  return tensor.shape().view_refusal(sizes).empty() ? tensor.view(sizes) : tensor.contiguous().view(sizes);
}

Tensor made_by(const GivenCall& call, const Tensor& tensor) {
  switch (call.call) {
    case ShapeCall::view:
      return tensor.view(call.given);
    case ShapeCall::reshape:
      return reshaped(tensor, call.given);
    case ShapeCall::transpose:
      check_given(call, 2, notice("two_dimensions", "two dimensions"));
      return tensor.transpose(dim_of(call, 0), dim_of(call, 1));
    case ShapeCall::permute:
      return tensor.permute(call.given);
    case ShapeCall::unsqueeze:
      check_given(call, 1, notice("one_dimension", "one dimension"));
      return tensor.unsqueeze(dim_of(call, 0));
    case ShapeCall::expand:
      return tensor.expand(call.given);
    case ShapeCall::contiguous:
      break;
  }
  check_given(call, 0, notice("nothing", "nothing"));
  return tensor.contiguous();
}

void check_elements(const Dims& sizes) {
  if (count_elements(sizes) > kMostElements)
    fail(ErrorCode::shape, "too_many_elements", "shape {shape} has more than {most} elements", sizes,
         kMostElements);
}

/// `before`: the number of elements of all earlier links.
ChainLink link_of(const GivenCall& call, const Tensor& tensor, Index before) {
  try {
    const Tensor made = made_by(call, tensor);
    check_elements(made.sizes());
    if (before + made.elements() > kMostElements)
      fail(ErrorCode::shape, "chain_too_large",
           "the tensors of this chain have more than {most} elements together: shorten it", kMostElements);
    return {made, made.shares_buffer_with(tensor), {}};
  } catch (const Error& error) {
    return {{}, false, error.notice()};
  }
}

}  // namespace

std::vector<ChainLink> follow_chain(const Dims& sizes, const std::vector<GivenCall>& calls) {
  check_elements(sizes);
  Tensor start = Tensor::uninitialised(sizes);
  std::iota(start.values().begin(), start.values().end(), 0.0f);
  std::vector<ChainLink> links = {{start, false, {}}};
  Index count = start.elements();
  for (const GivenCall& call : calls) {
    links.push_back(link_of(call, links.back().tensor, count));
    if (!links.back().tensor) break;
    count += links.back().tensor.elements();
  }
  return links;
}

}  // namespace mha
