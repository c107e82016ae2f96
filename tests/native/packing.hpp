#pragma once

#include <headscope/packed_linear.hpp>

/// While it lives, weights of so many floats are kept packed, which natively none are.
class PackedUpTo {
 public:
  explicit PackedUpTo(mha::Index most) : before_(mha::PackedLinear::most) { mha::PackedLinear::most = most; }
  ~PackedUpTo() { mha::PackedLinear::most = before_; }
  PackedUpTo(const PackedUpTo&) = delete;
  PackedUpTo& operator=(const PackedUpTo&) = delete;

 private:
  mha::Index before_;
};
