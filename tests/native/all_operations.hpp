#pragma once

#include <headscope/model/operations.hpp>
#include <headscope/operation.hpp>
#include <vector>

/// The operations of attention, of layers around it and of models.
inline std::vector<const mha::Operation*> all_operations() {
  std::vector<const mha::Operation*> all;
  for (const auto some : {mha::operations(), mha::layer_operations(), mha::model_operations()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}
