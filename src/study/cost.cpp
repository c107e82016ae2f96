#include "cost.hpp"

namespace mha {

std::vector<Step> steps_without_numbers(const Config& config, ForwardArgs args, Fault fault) {
  const auto to_meta = [](Tensor& tensor) { tensor = tensor ? Tensor::meta(tensor.sizes()) : Tensor(); };
  for (Tensor* input : {&args.query, &args.key, &args.value, &args.past.key, &args.past.value})
    to_meta(*input);
  for (std::optional<Mask>* mask : {&args.key_padding_mask, &args.attn_mask}) {
    if (*mask) to_meta((*mask)->values);
  }
  args.trace = true;
  return forward_with_fault({config, Weights::meta(config)}, args, fault).steps;
}

Cost cost(const Config& given, const Extent& extent) {
  const Config config = resolve(given);
  ForwardArgs args{.query = Tensor::meta({extent.batch, extent.t_q, config.d_model}),
                   .causal = extent.causal};
  if (extent.cross) {
    args.key = Tensor::meta({extent.batch, extent.t_k, config.d_key});
    args.value = Tensor::meta({extent.batch, extent.t_k, config.d_value});
  }
  if (extent.past > 0) {
    args.past = {Tensor::meta(past_key_sizes(config, extent.batch, extent.past)),
                 Tensor::meta(past_value_sizes(config, extent.batch, extent.past))};
  }
  if (extent.padded) args.key_padding_mask = Mask{Tensor::meta({extent.batch, args.keys()})};
  Cost out{.parameters = count_parameters(config), .steps = steps_without_numbers(config, args, Fault::none)};
  for (const Step& step : out.steps) {
    out.flops = add_checked(out.flops, step.flops);
    out.bytes_read = add_checked(out.bytes_read, step.bytes_read);
    out.bytes_written = add_checked(out.bytes_written, step.bytes_written);
  }
  out.bytes_held = add_checked(bytes_held(out.steps),
                               multiply_checked({out.parameters, static_cast<Index>(sizeof(float))}));
  const Index cached = add_checked(count_elements(past_key_sizes(config, 1, 1)),
                                   count_elements(past_value_sizes(config, 1, 1)));
  out.cache_bytes = multiply_checked({cached, static_cast<Index>(sizeof(float))});
  return out;
}

}  // namespace mha
