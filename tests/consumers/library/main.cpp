#include <headscope/attention.hpp>
#include <headscope/backward.hpp>
#include <headscope/cost.hpp>
#include <headscope/embedding.hpp>
#include <headscope/faults.hpp>
#include <headscope/heads.hpp>
#include <headscope/model.hpp>
#include <headscope/patterns.hpp>
#include <iostream>

int main() {
  const mha::Config config = mha::resolve({.d_model = 32, .num_heads = 4});
  const mha::Layer layer{config, mha::constructed_weights(config, 1)};
  const mha::Tensor x = mha::embed({"The", "cat", "sat"}, config.d_model, 1);

  const mha::Run run = mha::forward(layer, {.query = x, .causal = true});
  for (const mha::Step& step : run.steps)
    std::cout << mha::text("{} {}", step.id, step.output.sizes()) << '\n';
  std::cout << "previous token: "
            << mha::measure(run.attention).summary({0, static_cast<mha::Index>(mha::Measure::previous)})
            << '\n';
  std::cout << "parameters: " << mha::cost(config, {.t_q = 3, .t_k = 3}).parameters << '\n';

  const auto task = mha::induction_task();
  mha::Model model(task, mha::recipe(mha::TaskName::induction, task->vocabulary()), {}, 1);
  std::cout << "steps of training: " << (model.train(2) > 0 ? model.step() : 0) << '\n';

  const mha::Gradients gradients = mha::backward(run, run.output);
  try {
    mha::forward(layer, {.query = x.transpose(1, 2)});
  } catch (const std::invalid_argument& error) {
    std::cout << error.what() << '\n';
    return gradients.query.sizes() == x.sizes() ? 0 : 1;
  }
  return 1;
}
