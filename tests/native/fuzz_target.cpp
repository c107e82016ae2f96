// The function that libFuzzer calls. HEADSCOPE_FUZZ names the target.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  HEADSCOPE_FUZZ(data, size);
  return 0;
}
