#pragma once

#include <headscope/tensor.hpp>
#include <iostream>
#include <limits>

/// Writes the result of a line of a program as one line of text: "made", the step's id, shape, strides, and
/// the elements in logical order.
inline void capture(const char* step, const mha::Tensor& tensor) {
  std::cout.precision(std::numeric_limits<float>::max_digits10);
  std::cout << "made|" << step << '|';
  for (const mha::Index size : tensor.sizes()) std::cout << size << ' ';
  std::cout << '|';
  for (const mha::Index stride : tensor.shape().strides()) std::cout << stride << ' ';
  std::cout << '|';
  const mha::Tensor in_order = tensor.contiguous();
  for (const float value : in_order.values()) std::cout << value << ' ';
  std::cout << std::endl;  // flushes, because an error may end the program
}
