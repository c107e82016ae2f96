// Walks through a layer of attention: prints each step of a forward pass, with the operation, the sizes of
// the result, and its costs; then the attention weights of one head, and the gradient of the input.
#include <headscope/headscope.hpp>
#include <iostream>

using namespace mha;

int main() {
  std::cout << "headscope " << HEADSCOPE_VERSION << "\n\n";
  const Config config = resolve({.d_model = 32, .num_heads = 4});
  const Layer layer{config, constructed_weights(config, 1)};
  const std::vector<std::string> words = {"The", "cat", "sat", "down"};
  const Tensor x = embed(words, config.d_model, 1);  // (1, T, d_model)

  const Run run = forward(layer, {.query = x, .causal = true});
  for (const Step& step : run.steps)
    std::cout << text("{} = {}: {}, {}, {} flops, {} bytes written\n", step.id, step.op->name,
                      step.output.sizes(), step.is_view ? "view" : "copy", step.flops, step.bytes_written);

  std::cout << "\nhead 0 attends from each word to\n";
  for (Index query = 0; query < x.size(1); ++query) {
    std::cout << words[static_cast<std::size_t>(query)];
    for (Index key = 0; key <= query; ++key)
      std::cout << ' ' << words[static_cast<std::size_t>(key)] << '='
                << static_cast<int>(100 * run.attention({0, 0, query, key}) + 0.5f) << '%';
    std::cout << '\n';
  }

  const Gradients gradients = backward(run, run.output);
  std::cout << text("\ngradient of x: {}\n", gradients.query.sizes());
}
