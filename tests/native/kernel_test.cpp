// The kernel against plain loops, for all sizes from 1 to 40 and for larger ones: the same bits, and within
// the stated bounds. The same groups run in wasm (tests/core/kernel.test.js, tests/browser/exports.test.js),
// where the digests are compared.
#include <catch2/catch_test_macros.hpp>

#include "../kernel/groups.hpp"

TEST_CASE("the kernel gives the results of plain loops, for every group of the probe", "[kernel]") {
  for (const auto& [name, parts, run] : mha::probe::groups()) {
    DYNAMIC_SECTION(name) {
      for (int part = 1; part <= parts; ++part) {
        CAPTURE(part);
        CHECK(run(part).wrong == 0);
      }
    }
  }
}
