// Committed results of the native build, with which the wasm build is compared
// (tests/core/agreement.test.js). `headscope_tests "[write]"` rewrites native.txt and native.bin.

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <headscope/embedding.hpp>
#include <headscope/patterns.hpp>

#include "fixture.hpp"

using namespace mha;

namespace {

struct Named {
  std::string name;
  Run run;
};

/// Calls f with every small case of attention.txt, and with the layers of the page.
std::vector<Named> runs() {
  std::vector<Named> out;
  for (const FixtureCase& fixture : read_fixture("attention")) {
    if (fixture.tensor("output").elements() > 500) continue;
    out.push_back({fixture.name, forward(layer_of(fixture), args_of(fixture))});
  }
  const std::vector<std::string> words = {"the",     "animal", "didn't", "cross", "the",   "street",
                                          "because", "it",     "was",    "too",   "tired", "."};
  for (const Index heads : {4, 8}) {
    const Config config = resolve({.d_model = 64, .num_heads = heads});
    const ForwardArgs args{.query = embed(words, 64, 1)};
    out.push_back({text("constructed_{}", heads), forward({config, constructed_weights(config, 1)}, args)});
    out.push_back({text("random_{}", heads), forward({config, Weights::random(config, 1)}, args)});
    out.push_back({text("small_{}", heads), forward({config, Weights::small(config, 1)}, args)});
  }
  return out;
}

}  // namespace

TEST_CASE("native results equal the committed results within 1e-6", "[agreement]") {
  const std::vector<FixtureCase> committed = read_fixture("native");
  const std::vector<Named> fresh = runs();
  REQUIRE(committed.size() == fresh.size());
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    CAPTURE(fresh[i].name);
    REQUIRE(fresh[i].name == committed[i].name);
    CHECK(relative_difference(fresh[i].run.output, committed[i].tensor("output")) < 1e-6);
    CHECK(relative_difference(fresh[i].run.attention, committed[i].tensor("attention")) < 1e-6);
  }
}

TEST_CASE("write native.txt and native.bin", "[.][write]") {
  std::ofstream text(FIXTURES "/native.txt"), numbers(FIXTURES "/native.bin", std::ios::binary);
  text << "# Written by headscope_tests \"[write]\": what the native build computes\n";
  for (const Named& named : runs()) {
    text << "\ncase " << named.name << " native\n";
    for (const auto& [key, tensor] :
         {std::pair("output", named.run.output), std::pair("attention", named.run.attention)}) {
      text << "file " << key;
      for (Index size : tensor.sizes()) text << ' ' << size;
      text << '\n';
      const std::span<const float> values = tensor.values();
      numbers.write(reinterpret_cast<const char*>(values.data()),
                    static_cast<std::streamsize>(values.size_bytes()));
    }
  }
}
