#include "gemm.hpp"

#include "maps.hpp"

namespace mha {
namespace {

constexpr Size kColumns = 8, kDepth = 256;  // of a panel, 8 KB

using Panel = Eigen::Matrix<float, Eigen::Dynamic, kColumns, Eigen::RowMajor, kDepth, kColumns>;

/// Adds a b to Rows rows of c, as the sum over k of column k of a times row k of b.
template <int Rows>
void add_outer_products(const ConstMatrixMap& a, const Panel& b, MatrixMap c, Size i, Size j) {
  const Size columns = std::min(c.cols() - j, kColumns);
  Eigen::Matrix<float, Rows, kColumns, Eigen::RowMajor> sum;
  if (columns == kColumns) {
    sum = c.block<Rows, kColumns>(i, j);
  } else {
    sum.setZero();
    sum.leftCols(columns) = c.block(i, j, Rows, columns);
  }
  for (Size k = 0; k < b.rows(); ++k) sum += a.block<Rows, 1>(i, k).lazyProduct(b.row(k));
  if (columns == kColumns) {
    c.block<Rows, kColumns>(i, j) = sum;
  } else {
    c.block(i, j, Rows, columns) = sum.leftCols(columns);
  }
}

/// c = a b. Eigen's own product sums in an order that depends on the sizes; here each element is summed in
/// the order of k, so that one product for queries, keys and values gives the bits of three.
void multiply(const ConstMatrixMap& a, const ConstMatrixMap& b, MatrixMap c) {
  c.setZero();
  Panel panel;
  for (Size k = 0; k < b.rows(); k += kDepth) {
    const Size depth = std::min(b.rows() - k, kDepth);
    const ConstMatrixMap left(a.data() + k * a.colStride(), a.rows(), depth, {a.rowStride(), a.colStride()});
    for (Size j = 0; j < b.cols(); j += kColumns) {
      const Size columns = std::min(b.cols() - j, kColumns);
      panel.resize(depth, kColumns);
      if (columns < kColumns) panel.setZero();
      panel.leftCols(columns) = b.block(k, j, depth, columns);
      Size i = 0;
      for (; i + 4 <= a.rows(); i += 4) add_outer_products<4>(left, panel, c, i, j);
      for (; i < a.rows(); ++i) add_outer_products<1>(left, panel, c, i, j);
    }
  }
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
  const MatrixMap all = rows(c);
  const Size height = narrow(c.size(-2)), width = all.cols();
  float* out = c.data();
  for_each_block(a.shape(), b.shape(), a.shape().rank() - 2, [&](Index in_a, Index in_b) {
    multiply(matrix(a, in_a), matrix(b, in_b), {out, height, width, Eigen::OuterStride<>(width)});
    out += height * width;
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

void linear(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y) {
  const Dims sizes = linear_sizes(x, w, bias);
  if (!y.is_contiguous() || y.sizes() != sizes) fail_shape("what linear writes to", y.sizes(), sizes);
  const Tensor in = x.contiguous();
  const Size depth = narrow(in.size(-1));
  multiply({in.data(), rows(in).rows(), depth, {depth, 1}}, matrix(w), rows(y));
  if (bias) rows(y).rowwise() += row(bias.contiguous());
}

Tensor linear(const Tensor& x, const Tensor& w, const Tensor& bias) {
  Tensor y = (x.is_meta() ? x : w).like(linear_sizes(x, w, bias));
  if (!y.is_meta()) linear(x, w, bias, y);
  return y;
}

}  // namespace mha
