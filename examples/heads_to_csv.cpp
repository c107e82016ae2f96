// Runs the blocks of a transformer, and writes the attention weights of every head as CSV:
//
//   layer,head,query,key,weight
//
// The parameters are read from bytes, as a file of the safetensors format stores them: float32, and matrices
// as (d_out, d_in). Here, the bytes are random; a program that reads a checkpoint passes those of the file.
#include <headscope/headscope.hpp>
#include <iostream>

using namespace mha;

namespace {

/// A matrix (d_in, d_out), of the bytes of a tensor (d_out, d_in).
Tensor matrix_of(std::span<const std::byte> bytes, const Dims& sizes) {
  return pack({.bytes = bytes,
               .type = StoredType::F32,
               .rows = sizes[0],
               .columns = sizes[1],
               .all_columns = sizes[1],
               .group = sizes[1],
               .period = sizes[1]});
}

/// A parameter of these sizes, small and random; 1 or about 1 for the gain of a norm.
Tensor drawn(const Dims& sizes, bool is_gain, Rng& rng) {
  Tensor values = Tensor::uninitialised(sizes);
  for (float& each : values.values()) each = static_cast<float>((is_gain ? 1 : 0) + 0.2 * rng.normal());
  return sizes.size() < 2 ? values : matrix_of(std::as_bytes(values.values()), sizes);
}

Block random_block(const BlockConfig& config, Rng& rng) {
  Block block(config);
  const Config& attention = block.config().attention;
  for (const LayerParam& param : kParams)
    if (has(attention, param.value))
      block.set(param.value, drawn(shape_of(param.value, attention), false, rng));
  for (const BlockParam param :
       {BlockParam::attention_gain, BlockParam::attention_shift, BlockParam::mlp_gain, BlockParam::mlp_shift,
        BlockParam::w_up, BlockParam::b_up, BlockParam::w_down, BlockParam::b_down}) {
    const bool is_gain = param == BlockParam::attention_gain || param == BlockParam::mlp_gain;
    block.set(param, drawn(shape_of(param, block.config()), is_gain, rng));
  }
  return block;
}

}  // namespace

int main() {
  constexpr int kLayers = 2;
  const BlockConfig config{.attention = {.d_model = 16, .num_heads = 2, .bias = true},
                           .d_ff = 64,
                           .activation = Activation::gelu_tanh,
                           .eps = 1e-5,
                           .causal = true};
  Rng rng(1);
  Tensor x = embed({"The", "cat", "sat"}, config.attention.d_model, 1);  // (1, T, d_model)

  std::cout << "layer,head,query,key,weight\n";
  for (int layer = 0; layer < kLayers; ++layer) {
    BlockPass pass = begin(random_block(config, rng), x, {});
    while (pass.steps.advance(1'000'000)) {
    }
    const Tensor weights = pass[pass.at.weights].contiguous();  // (1, H, T, T)
    for (Index head = 0; head < weights.size(1); ++head)
      for (Index query = 0; query < weights.size(2); ++query)
        for (Index key = 0; key < weights.size(3); ++key)
          std::cout << layer << ',' << head << ',' << query << ',' << key << ','
                    << weights({0, head, query, key}) << '\n';
    x = pass[pass.at.output].contiguous();
  }
}
