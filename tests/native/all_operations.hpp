#pragma once

#include <headscope/model/operations.hpp>
#include <headscope/operation.hpp>
#include <headscope/transformer/operations.hpp>
#include <vector>

/// The operations of attention, of models and of blocks.
inline std::vector<const mha::Operation*> all_operations() {
  std::vector<const mha::Operation*> all;
  for (const auto some : {mha::operations(), mha::model_operations(), mha::transformer_operations()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}
