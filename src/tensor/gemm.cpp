#include "gemm.hpp"

#include "../kernel/product.hpp"
#include "../kernel/rows.hpp"
#include "maps.hpp"

namespace mha {

Dims matmul_sizes(const Tensor& a, const Tensor& b) {
  const std::size_t rank = a.shape().rank(), outer = rank - 2;
  bool fits = a && b && rank >= 2 && b.shape().rank() == rank && a.size(-1) == b.size(-2);
  for (std::size_t d = 0; fits && d < outer; ++d) fits = a.sizes()[d] == b.sizes()[d];
  if (!fits) {
    fail(ErrorCode::shape, "matmul_shapes",
         "matmul of {a} and {b}: expected (..., m, k) and (..., k, n) with the same leading sizes", a.sizes(),
         b.sizes());
  }
  Dims sizes = a.sizes();
  sizes.back() = b.size(-1);
  return sizes;
}

void matmul(const Tensor& a, const Tensor& b, Tensor& c) {
  for_each_matrix(a, b, c, product);
}

Tensor matmul(const Tensor& a, const Tensor& b) {
  Tensor c = (a.is_meta() ? a : b).like(matmul_sizes(a, b));
  if (!c.is_meta()) matmul(a, b, c);
  return c;
}

Dims linear_sizes(const Tensor& x, const Tensor& w, const Tensor& bias) {
  const bool fits = x && x.shape().rank() >= 1 && w && w.shape().rank() == 2 && x.size(-1) == w.size(0) &&
                    (!bias || bias.sizes() == Dims{w.size(1)});
  if (!fits) {
    fail(ErrorCode::shape, "linear_shapes",
         "linear of {x}, weights {weights} and bias {bias}: expected (..., d_in), (d_in, d_out) and (d_out) "
         "or none",
         x.sizes(), w.sizes(), bias.sizes());
  }
  Dims sizes = x.sizes();
  sizes.back() = w.size(1);
  return sizes;
}

void check_linear(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y) {
  const Dims sizes = linear_sizes(x, w, bias);
  if (!y.is_contiguous() || y.sizes() != sizes) fail_shape("what linear writes to", y.sizes(), sizes);
}

void linear(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y) {
  check_linear(x, w, bias, y);
  const Tensor in = as_matrix(x);
  product(matrix(in), matrix(w), rows(y));
  if (bias) add_to_rows(rows(y), bias.contiguous().data());
}

Tensor linear(const Tensor& x, const Tensor& w, const Tensor& bias) {
  Tensor y = (x.is_meta() ? x : w).like(linear_sizes(x, w, bias));
  if (!y.is_meta()) linear(x, w, bias, y);
  return y;
}

}  // namespace mha
