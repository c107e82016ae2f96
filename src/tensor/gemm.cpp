#include "gemm.hpp"

#include "../kernel/product.hpp"
#include "../kernel/rows.hpp"

namespace mha {
namespace {

bool is_row_major(const MatrixRef& m) {
  return m.column_stride == 1 || m.columns == 1;
}
bool is_column_major(const MatrixRef& m) {
  return m.row_stride == 1 || m.rows == 1;
}

MatrixRef matrix(const Tensor& t, Index offset) {
  return {t.buffer() + offset, t.size(-2), t.size(-1), t.shape().stride(-2), t.shape().stride(-1)};
}

/// Itself where gemm can read its last two dimensions in place, else a copy.
Tensor readable(const Tensor& t) {
  const MatrixRef m = matrix(t, 0);
  return is_row_major(m) || is_column_major(m) ? t : t.contiguous();
}

void check_linear(const Tensor& x, const Tensor& w, const Tensor& bias) {
  const bool fits = x && x.shape().rank() >= 1 && w && w.shape().rank() == 2 && x.size(-1) == w.size(0) &&
                    (!bias || bias.sizes() == Dims{w.size(1)});
  if (!fits) {
    fail(ErrorCode::shape, "linear_shapes",
         "linear of {x}, weights {weights} and bias {bias}: expected (..., d_in), (d_in, d_out) and (d_out) "
         "or none",
         x.sizes(), w.sizes(), bias.sizes());
  }
}

}  // namespace

#ifdef __wasm__

void gemm(const MatrixRef& a, const MatrixRef& b, float* c) {
  const auto map = [](const MatrixRef& m) {
    return ConstMatrixMap(m.data, narrow(m.rows), narrow(m.columns),
                          {narrow(m.row_stride), narrow(m.column_stride)});
  };
  product(map(a), map(b),
          MatrixMap(c, narrow(a.rows), narrow(b.columns), Eigen::OuterStride<>(narrow(b.columns))));
}

#else  // Eigen knows the wider registers of the machine

template <class F>
void with_map(const MatrixRef& m, F f) {
  using ColumnMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;
  const auto map = [&]<class Layout>(Layout, Index stride) {
    return Eigen::Map<const Layout, Eigen::Unaligned, Eigen::OuterStride<>>(
        m.data, narrow(m.rows), narrow(m.columns), Eigen::OuterStride<>(narrow(stride)));
  };
  is_row_major(m) ? f(map(RowMajor(), m.row_stride)) : f(map(ColumnMajor(), m.column_stride));
}

void gemm(const MatrixRef& a, const MatrixRef& b, float* c) {
  Eigen::Map<RowMajor> out(c, narrow(a.rows), narrow(b.columns));
  with_map(a,
           [&](const auto& left) { with_map(b, [&](const auto& right) { out.noalias() = left * right; }); });
}

#endif

Tensor matmul(const Tensor& a, const Tensor& b) {
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
  Tensor c = (a.is_meta() ? a : b).like(sizes);
  if (c.is_meta()) return c;

  const Tensor left = readable(a), right = readable(b);
  const Index step = c.size(-2) * c.size(-1);
  float* out = c.data();
  for_each_block(left.shape(), right.shape(), outer, [&](Index left_offset, Index right_offset) {
    gemm(matrix(left, left_offset), matrix(right, right_offset), out);
    out += step;
  });
  return c;
}

Tensor linear(const Tensor& x, const Tensor& w, const Tensor& bias) {
  check_linear(x, w, bias);
  Dims sizes = x.sizes();
  sizes.back() = w.size(1);
  Tensor y = (x.is_meta() ? x : w).like(sizes);
  if (!y.is_meta()) linear(x, w, bias, y);
  return y;
}

void linear(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y) {
  check_linear(x, w, bias);
  const Index width = w.size(0), rows = x.elements() / width;
  if (!y.is_contiguous() || y.elements() != rows * w.size(1))
    fail_shape("what linear writes to", y.sizes(), Dims{rows, w.size(1)});
  const Tensor in = x.contiguous(), weights = readable(w);
  gemm({in.data(), rows, width, width, 1}, matrix(weights, weights.shape().offset()), y.data());
  add_bias(bias, y);
}

void add_bias(const Tensor& bias, Tensor& y) {
  if (!bias) return;
  const Tensor addend = bias.contiguous();
  const Index columns = y.size(-1);
  float* const end = y.data() + y.elements();
  for (float* row = y.data(); row != end; row += columns) add_row(row, narrow(columns), addend.data());
}

}  // namespace mha
