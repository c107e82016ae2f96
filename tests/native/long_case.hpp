#pragma once

#include <headscope/attention.hpp>
#include <vector>

/// A case with several blocks of queries and keys, and every kind of mask.
struct LongCase {
  const char* name;
  mha::Config config;
  mha::Index batch = 1, t_q = 1, t_k = 0;  // t_k 0: self-attention
  mha::Index past = 0;                     // tokens of a cache
  bool causal = false, padding = false, additive_padding = false, attn_mask = false;
};

const std::vector<LongCase>& long_cases();

/// A limit of packed floats that no case reaches.
constexpr mha::Index kAllPacked = 1 << 20;

mha::Layer layer_of(const LongCase& long_case);
/// With an attention mask, t_q is greater than 70.
mha::ForwardArgs args_of(const LongCase& long_case);
