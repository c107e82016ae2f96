#pragma once

#include <vector>

#include "faults.hpp"

namespace mha {

struct Extent {
  Index batch = 1, t_q = 1, t_k = 1;
  bool cross = false;  // whether key and value are separate inputs
  bool causal = false;
  bool padded = false;  // whether there is a key padding mask
  Index past = 0;       // tokens whose keys and values are given
};

/// The cost of a forward pass, in total and by step.
struct Cost {
  Index parameters = 0;
  Index flops = 0;  // a multiplication and an addition count as 2
  Index bytes_read = 0, bytes_written = 0;
  Index bytes_held = 0;   // all buffers of a traced pass, and the parameters
  Index cache_bytes = 0;  // of the keys and values of one token (Shazeer 2019)
  std::vector<Step> steps;
};

/// The steps of a forward pass, on meta tensors with the sizes of its arguments: no numbers are computed.
/// `config` is resolved, and `args` are checked.
std::vector<Step> steps_without_numbers(const Config& config, ForwardArgs args, Fault fault);

/// The cost of a pass, without running it. Error "config" for a configuration that does not resolve; "shape"
/// for sizes or counts beyond 64 bits.
Cost cost(const Config& given, const Extent& extent);

}  // namespace mha
