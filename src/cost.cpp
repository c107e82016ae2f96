#include "cost.hpp"

namespace mha {

Cost cost(const Config& given, const Extent& extent) {
  const Config config = resolve(given);
  ForwardArgs args{.query = Tensor::meta({extent.batch, extent.t_q, config.d_model}),
                   .causal = extent.causal};
  if (extent.cross) {
    args.key = Tensor::meta({extent.batch, extent.t_k, config.d_key});
    args.value = Tensor::meta({extent.batch, extent.t_k, config.d_value});
  }
  Run run = forward({config, Weights::meta(config)}, args);
  Cost out{.parameters = count_parameters(config)};
  for (const Step& step : run.steps) {
    out.flops = sum(out.flops, step.flops);
    out.bytes_read = sum(out.bytes_read, step.bytes_read);
    out.bytes_written = sum(out.bytes_written, step.bytes_written);
  }
  out.bytes_held = sum(bytes_held(run.steps), product({out.parameters, static_cast<Index>(sizeof(float))}));
  out.steps = std::move(run.steps);
  return out;
}

}  // namespace mha
