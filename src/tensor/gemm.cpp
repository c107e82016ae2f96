#include "gemm.hpp"

#include "maps.hpp"

namespace mha {
namespace {

/// Rows x Columns elements of c = a b, from (i, j) on: the sum over k of column k of a times row k of b.
template <int Rows, int Columns>
void sum_outer_products(const ConstMatrixMap& a, const ConstRowsMap& b, MatrixMap& c, Size i, Size j) {
  using Row = Eigen::Array<float, 1, Columns>;
  Row sum[Rows];  // one variable for each row, so that compilers keep it in registers
  for (Row& each : sum) each.setZero();
  for (Size k = 0; k < b.rows(); ++k) {
    const Row row = b.block<1, Columns>(k, j);
    for (int r = 0; r < Rows; ++r) sum[r] += a(i + r, k) * row;
  }
  for (int r = 0; r < Rows; ++r) c.block<1, Columns>(i + r, j) = sum[r];
}

template <int Columns>
void multiply_columns(const ConstMatrixMap& a, const ConstRowsMap& b, MatrixMap& c, Size j) {
  Size i = 0;
  for (; i + 4 <= c.rows(); i += 4) sum_outer_products<4, Columns>(a, b, c, i, j);
  for (; i < c.rows(); ++i) sum_outer_products<1, Columns>(a, b, c, i, j);
}

/// c = a b. Eigen's own product sums in an order that depends on the sizes. This product sums each element in
/// the order of k, so that one product with the concatenated weights of queries, keys and values has the same
/// bits as three products.
void multiply(const ConstMatrixMap& a, const ConstRowsMap& b, MatrixMap c) {
  Size j = 0;
  for (; j + 8 <= c.cols(); j += 8) multiply_columns<8>(a, b, c, j);
  for (; j + 4 <= c.cols(); j += 4) multiply_columns<4>(a, b, c, j);
  for (; j < c.cols(); ++j) multiply_columns<1>(a, b, c, j);
}

void multiply(const ConstMatrixMap& a, const ConstMatrixMap& b, const MatrixMap& c) {
  if (b.colStride() == 1) return multiply(a, map(b.data(), b.rows(), b.cols(), b.rowStride()), c);
  const RowMajor by_rows = b;
  multiply(a, map(by_rows.data(), b.rows(), b.cols()), c);
}

}  // namespace

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
  for_each_matrix(a, b, c, [](const ConstMatrixMap& left, const ConstMatrixMap& right, const MatrixMap& out) {
    multiply(left, right, out);
  });
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
  multiply(matrix(in), matrix(w), rows(y));
  if (bias) rows(y).rowwise() += row(bias.contiguous());
}

Tensor linear(const Tensor& x, const Tensor& w, const Tensor& bias) {
  Tensor y = (x.is_meta() ? x : w).like(linear_sizes(x, w, bias));
  if (!y.is_meta()) linear(x, w, bias, y);
  return y;
}

}  // namespace mha
