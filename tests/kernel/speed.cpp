// Code that `npm run bench` times: the peak rate of 128-bit multiplications and additions in WebAssembly, and
// the kernel's product.
#include <headscope/kernel/simd.hpp>

#include "operands.hpp"

namespace {

using namespace mha;

/// Independent chains of a multiplication followed by an addition. `factor` and `addend` are arguments, so
/// that a compiler cannot precompute the result. Without relaxed SIMD, no engine may fuse the two operations.
/// Some engines allocate registers badly for long loop bodies, others have a high cost for each iteration:
/// the benchmark therefore tries one step and two steps in an iteration.
template <int Chains, int Steps>
float chains(int turns, Float4 factor, Float4 addend) {
  Float4 sums[Chains];
  for (int i = 0; i < Chains; ++i) sums[i] = splat(static_cast<float>(i));
  for (; turns > 0; --turns) {
#pragma clang loop unroll(full)
    for (int step = 0; step < Steps; ++step) {
      for (Float4& sum : sums) sum = sum * factor + addend;
    }
  }
  Float4 all{};
  for (Float4 sum : sums) all += sum;
  return all[0] + all[1] + all[2] + all[3];
}

struct Peak {
  int width;  // multiplications and additions in an iteration
  float (*run)(int turns, Float4 factor, Float4 addend);
};

template <int Chains, int Steps>
constexpr Peak kPeak = {Chains* Steps, chains<Chains, Steps>};

// The best number depends on the machine; with 16 registers, the last one spills.
constexpr Peak kPeaks[] = {kPeak<8, 1>, kPeak<10, 1>, kPeak<12, 1>, kPeak<13, 1>, kPeak<14, 1>,
                           kPeak<8, 2>, kPeak<10, 2>, kPeak<12, 2>, kPeak<13, 2>, kPeak<14, 2>};

std::vector<float> left, right, result;
Index size = 0;

}  // namespace

extern "C" {

int speed_peaks() {
  return static_cast<int>(std::size(kPeaks));
}

/// Floating-point operations of an iteration.
int speed_peak_flops(int peak) {
  return kPeaks[peak].width * 4 * 2;
}

float speed_peak(int peak, int turns, float factor, float addend) {
  return kPeaks[peak].run(turns, splat(factor), splat(addend));
}

/// Square matrices for speed_product().
void speed_prepare(int n) {
  Rng rng(1);
  size = n;
  left = random_floats(rng, size * size);
  right = random_floats(rng, size * size);
  result.resize(left.size());
}

float speed_product() {
  const ConstMatrixMap a(left.data(), size, size, {size, 1}), b(right.data(), size, size, {size, 1});
  product(a, b, MatrixMap(result.data(), size, size, Eigen::OuterStride<>(size)));
  return result.back();
}
}
