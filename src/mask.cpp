#include "mask.hpp"

#include <limits>

namespace mha {
namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

struct MaskRow {
  const float* data;
  Index stride;
  bool additive;

  float operator[](Index j) const { return data[j * stride]; }
  bool blocks(Index j) const { return additive ? (*this)[j] == kMinusInfinity : (*this)[j] != 0.0f; }
};

Index offset_of(const Shape& shape, Index b, Index h, Index i) {
  return shape.offset() + b * shape.stride(0) + h * shape.stride(1) + i * shape.stride(2);
}

MaskRow row_of(const Mask& mask, Index b, Index h, Index i) {
  const Shape& shape = mask.values.shape();
  return {mask.values.buffer() + offset_of(shape, b, h, i), shape.stride(3), mask.additive};
}

bool all_blocked(const std::vector<Mask>& masks, Index b, Index h, Index i, Index t_k) {
  for (Index j = 0; j < t_k; ++j) {
    bool blocked = false;
    for (const Mask& mask : masks) blocked = blocked || row_of(mask, b, h, i).blocks(j);
    if (!blocked) return false;
  }
  return true;
}

}  // namespace

Mask causal_mask(Index t_q, Index t_k) {
  Mask mask{Tensor::uninitialised({t_q, t_k})};
  float* out = mask.values.data();
  for (Index i = 0; i < t_q; ++i) {
    for (Index j = 0; j < t_k; ++j) *out++ = j > i + (t_k - t_q) ? 1.0f : 0.0f;
  }
  return mask;
}

Mask key_padding_mask(const Mask& mask, Index batch, Index t_k) {
  if (!(mask.values.sizes() == Dims{batch, t_k})) {
    fail(ErrorCode::mask, "key padding mask ", mask.values.sizes(), " is not (B, T_k) = ", Dims{batch, t_k});
  }
  return {mask.values.view({batch, 1, 1, t_k}), mask.additive};
}

Mask broadcast(const Mask& mask, const Dims& scores, const char* name) {
  const Dims& sizes = mask.values.sizes();
  bool fits = sizes.size() <= scores.size();
  for (std::size_t d = 1; fits && d <= sizes.size(); ++d) {
    const Index size = sizes[sizes.size() - d];
    fits = size == 1 || size == scores[scores.size() - d];
  }
  if (!fits) {
    fail(ErrorCode::mask, name, " ", sizes, " does not broadcast to the scores (B, H, T_q, T_k) = ", scores,
         ": counted from the last, each of its sizes must be 1 or theirs");
  }
  return {mask.values.expand(scores), mask.additive};
}

Tensor apply(const std::vector<Mask>& masks, const Tensor& scores, float fill) {
  Tensor out = scores.like(scores.sizes());
  if (out.is_meta()) return out;
  copy(scores, out);
  const Index batch = out.size(0), heads = out.size(1), t_q = out.size(2), t_k = out.size(3);
  const auto for_each_mask_row = [&](bool additive, auto f) {
    for (const Mask& mask : masks) {
      if (mask.additive != additive) continue;
      float* row = out.data();
      for (Index b = 0; b < batch; ++b) {
        for (Index h = 0; h < heads; ++h) {
          for (Index i = 0; i < t_q; ++i, row += t_k) f(row, row_of(mask, b, h, i));
        }
      }
    }
  };
  for_each_mask_row(true, [&](float* row, const MaskRow& mask) {
    for (Index j = 0; j < t_k; ++j) row[j] += mask[j];
  });
  for_each_mask_row(false, [&](float* row, const MaskRow& mask) {
    for (Index j = 0; j < t_k; ++j) row[j] = mask[j] != 0.0f ? fill : row[j];
  });
  return out;
}

std::vector<std::string> describe_blocked_rows(const std::vector<Mask>& masks, const Dims& scores, const std::string& effect,
                                               std::size_t limit) {
  std::vector<std::string> sentences;
  if (masks.empty()) return sentences;
  std::size_t found = 0;
  const auto add = [&](Index b, const std::string& heads, Index i) {
    if (++found <= limit) {
      sentences.push_back(text("batch ", b, ", ", heads, ", query row ", i, ": every key is blocked, ", effect));
    }
  };
  for (Index b = 0; b < scores[0]; ++b) {
    for (Index i = 0; i < scores[2]; ++i) {
      std::vector<Index> blocked;
      for (Index h = 0; h < scores[1]; ++h) {
        if (all_blocked(masks, b, h, i, scores[3])) blocked.push_back(h);
      }
      if (static_cast<Index>(blocked.size()) == scores[1]) {
        add(b, scores[1] == 1 ? "head 0" : text("heads 0 to ", scores[1] - 1), i);
      } else {
        for (Index h : blocked) add(b, text("head ", h), i);
      }
    }
  }
  if (found > limit) sentences.push_back(text("and ", found - limit, " more query rows whose keys are all blocked"));
  return sentences;
}

}  // namespace mha
