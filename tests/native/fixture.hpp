#pragma once

#include <headscope/attention.hpp>
#include <map>
#include <string>
#include <vector>

/// One case of a fixture written by tests/fixtures/store.py, which documents the format.
struct FixtureCase {
  std::string name, oracle;
  std::map<std::string, std::string> settings;
  std::map<std::string, mha::Tensor> tensors;

  mha::Index number(const std::string& key) const { return std::stoll(settings.at(key)); }
  bool has(const std::string& key) const { return tensors.contains(key); }
  /// Empty if the case does not have the tensor.
  mha::Tensor tensor(const std::string& key) const;
};

std::vector<FixtureCase> read_fixture(const std::string& name);

/// The contents of a case of attention.txt.
mha::Layer layer_of(const FixtureCase& fixture);
mha::ForwardArgs args_of(const FixtureCase& fixture);

/// The same numbers as random_values in store.py.
mha::Tensor random_values(std::uint64_t seed, float scale, const mha::Dims& sizes);

/// The largest difference between two tensors, relative to max(1, the largest magnitude in `expected`).
/// Infinite if the sizes differ, or if an element is NaN in only one of the two.
double relative_difference(const mha::Tensor& actual, const mha::Tensor& expected);

/// The parts of a text between separators.
std::vector<std::string> split(const std::string& text, char at = ' ');
