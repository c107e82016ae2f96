#pragma once

#include <vector>

#include "faults.hpp"

namespace mha {

struct Extent {
  Index batch = 1, t_q = 1, t_k = 1;
  bool cross = false;  // key and value are inputs of their own
  bool causal = false;
  bool padded = false;  // a key padding mask (B, T_k) is given
};

/// What a forward pass takes, in all and step by step.
struct Cost {
  Index parameters = 0;
  Index flops = 0;  // a multiply and an add are 2
  Index bytes_read = 0, bytes_written = 0;
  Index bytes_held = 0;  // every buffer of the traced pass, and the parameters
  std::vector<Step> steps;
};

/// The steps of a forward pass, on meta tensors of the sizes of its arguments: nothing is computed. `config`
/// is resolved, and `args` have been checked.
std::vector<Step> steps_without_numbers(const Config& config, ForwardArgs args, Fault fault);

/// Found without running it. Error "config" for a configuration that does not resolve, "shape" for sizes or
/// counts beyond 64 bits.
Cost cost(const Config& given, const Extent& extent);

}  // namespace mha
