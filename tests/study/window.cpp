// npm run study -- --window: the model that fills in words, trained from 20 seeds with the window of layer 0
// and without it. Prints JSON: when each kind of blank was right, and the best head's weight for each of the
// four jobs at the end. In C++, because the bindings have no model without the window.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <headscope/model/model.hpp>
#include <string>
#include <vector>

using namespace mha;

namespace {

constexpr Index kSeeds = 20, kSteps = 600, kEvery = 25, kSentences = 512;
constexpr double kRight = 0.95;  // share of right answers that counts as learned

Model model_of(bool has_window, std::uint64_t seed) {
  const auto task = reference_task();
  ModelConfig config = recipe(TaskName::reference, task->vocabulary());
  if (!has_window) config.windows[0] = KeyWindow{};
  return {task, config, training_recipe(TaskName::reference), seed};
}

float largest(std::span<const float> weights) {
  return *std::max_element(weights.begin(), weights.end());
}

/// Trains a model, and prints what it learned.
void study(bool has_window, std::uint64_t seed) {
  Model model = model_of(has_window, seed);
  std::vector<Index> solved(model.task().kinds().size(), -1);
  Evaluation found;
  while (model.step() < kSteps) {
    model.train(kEvery);
    found = model.evaluate(kSentences);
    for (std::size_t kind = 0; kind < solved.size(); ++kind)
      if (solved[kind] < 0 && found.kinds[kind].accuracy >= kRight) solved[kind] = model.step();
  }
  std::printf("{ \"seed\": %d", static_cast<int>(seed));
  for (std::size_t i = 0; i < solved.size(); ++i) {
    const Evaluation::Kind& kind = found.kinds[i];
    const bool is_it = kind.name == "it";
    const std::string name(kind.name);
    std::printf(", \"%s\": { \"solved\": %d, \"weight\": %.4f", name.c_str(), static_cast<int>(solved[i]),
                static_cast<double>(largest((is_it ? kind.least : kind.weights).values())));
    if (is_it) std::printf(", \"tells\": %.4f", static_cast<double>(largest(kind.tells.values())));
    std::printf(" }");
  }
  std::printf(" }");
}

}  // namespace

int main() {
  std::printf("[\n");
  for (const bool has_window : {true, false}) {
    std::printf("  {\n    \"window\": %s,\n    \"steps\": %d,\n    \"runs\": [\n",
                has_window ? "true" : "false", static_cast<int>(kSteps));
    for (Index seed = 1; seed <= kSeeds; ++seed) {
      std::printf("      ");
      study(has_window, static_cast<std::uint64_t>(seed));
      std::printf("%s\n", seed < kSeeds ? "," : "");
      std::fflush(stdout);
    }
    std::printf("    ]\n  }%s\n", has_window ? "," : "");
  }
  std::printf("]\n");
}
