#pragma once

#include <headscope/attention.hpp>
#include <random>

#include "oracle.hpp"

/// A random layer with random arguments. The seed decides both.
struct RandomCase {
  mha::Layer layer;
  mha::ForwardArgs args;
  std::uint32_t seed;

  explicit RandomCase(std::uint32_t seed);

  mha::Index batch() const { return args.query.size(0); }
  mha::Index t_q() const { return args.query.size(1); }
  mha::Index t_k() const { return args.keys(); }
  const mha::Tensor& key() const { return args.key ? args.key : args.query; }
  const mha::Tensor& value() const { return args.value ? args.value : key(); }

 private:
  void add_variants(std::mt19937& engine);
  void add_latent(std::mt19937& engine);
  void add_past(std::mt19937& engine, mha::Index past);
};

/// The same problem for the oracle.
oracle::Problem problem_of(const RandomCase& random);

/// The state of a score under all masks and the window: filled if any boolean mask (or the causal mask)
/// blocks it, even if another mask adds -inf.
enum class KeyState { open, filled, minus_infinity };
KeyState state_of_key(const RandomCase& random, mha::Index b, mha::Index h, mha::Index i, mha::Index j);
