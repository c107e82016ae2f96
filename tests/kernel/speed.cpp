// What `npm run bench` times: the machine's peak of 128-bit multiplications and additions in WebAssembly, and
// the kernel's product.
#include <headscope/kernel/simd.hpp>

#include "operands.hpp"

namespace {

using namespace mha;

/// Independent chains of a multiplication and then an addition. Nothing in them can be foreseen, since
/// `factor` and `addend` come from outside, and without relaxed SIMD no engine may fuse them.
/// Some engines keep longer bodies of a loop in registers worse, others pay more for each turn: hence one
/// step in a turn, or two.
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
  int width;  // multiplications and additions in a turn
  float (*run)(int turns, Float4 factor, Float4 addend);
};

template <int Chains, int Steps>
constexpr Peak kPeak = {Chains* Steps, chains<Chains, Steps>};

// How many fill the pipes depends on the machine; one that has 16 registers begins to spill at the last.
constexpr Peak kPeaks[] = {kPeak<8, 1>, kPeak<10, 1>, kPeak<12, 1>, kPeak<13, 1>, kPeak<14, 1>,
                           kPeak<8, 2>, kPeak<10, 2>, kPeak<12, 2>, kPeak<13, 2>, kPeak<14, 2>};

std::vector<float> left, right, result;
Index size = 0;

}  // namespace

extern "C" {

int speed_peaks() {
  return static_cast<int>(std::size(kPeaks));
}

/// Floating-point operations of a turn.
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
