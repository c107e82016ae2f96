#include "circuit.hpp"

#include <cmath>

#include "../tape/rope.hpp"
#include "../tensor/gemm.hpp"

namespace mha {
namespace {

/// Smaller than std::complex, which handles infinite numbers.
struct Complex {
  double re = 0, im = 0;

  friend Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  friend Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
  friend Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend Complex operator*(Complex a, double factor) { return {a.re * factor, a.im * factor}; }
  Complex conjugate() const { return {re, -im}; }
  double squared() const { return re * re + im * im; }
  double size() const { return std::sqrt(squared()); }
};

/// The root with a real part of at least 0.
Complex root_of(Complex x) {
  const double re = std::sqrt((x.size() + std::abs(x.re)) / 2);
  if (re == 0) return {};
  const double im = x.im / (2 * re);
  return x.re >= 0 ? Complex{re, im} : Complex{std::abs(im), x.im < 0 ? -re : re};
}

/// A square matrix, row by row.
struct Square {
  std::size_t size;
  std::vector<Complex> values;

  Complex& operator()(std::size_t row, std::size_t column) { return values[row * size + column]; }
};

/// Makes all elements below the first subdiagonal 0, with the same eigenvalues, by elimination with pivots.
void reduce(Square& a) {
  const std::size_t n = a.size;
  for (std::size_t m = 1; m + 1 < n; ++m) {
    std::size_t pivot = m;
    for (std::size_t row = m; row < n; ++row) {
      if (a(row, m - 1).size() > a(pivot, m - 1).size()) pivot = row;
    }
    if (a(pivot, m - 1).size() == 0) continue;
    for (std::size_t i = 0; i < n; ++i) std::swap(a(pivot, i), a(m, i));
    for (std::size_t i = 0; i < n; ++i) std::swap(a(i, pivot), a(i, m));
    for (std::size_t row = m + 1; row < n; ++row) {
      const Complex below = a(m, m - 1);
      const Complex factor = a(row, m - 1) * below.conjugate() * (1 / below.squared());
      for (std::size_t i = 0; i < n; ++i) a(row, i) = a(row, i) - factor * a(m, i);
      for (std::size_t i = 0; i < n; ++i) a(i, m) = a(i, m) + factor * a(i, row);
    }
  }
}

/// The eigenvalue of the last two rows and columns up to `last` that is nearest to the last element.
Complex shift_at(Square& a, std::size_t last) {
  const Complex x = a(last - 1, last - 1), y = a(last, last), half = (x + y) * 0.5;
  const Complex root = root_of((x - y) * (x - y) * 0.25 + a(last - 1, last) * a(last, last - 1));
  return (half + root - y).squared() < (half - root - y).squared() ? half + root : half - root;
}

/// A QR step with a shift on rows and columns up to `last` of a reduced matrix (Francis 1961).
void step(Square& a, std::size_t last, Complex shift) {
  struct Turn {
    Complex c, s;
  };
  std::vector<Turn> turns;
  for (std::size_t i = 0; i <= last; ++i) a(i, i) = a(i, i) - shift;
  for (std::size_t i = 0; i < last; ++i) {
    const double length = std::sqrt(a(i, i).squared() + a(i + 1, i).squared());
    const Turn turn =
        length == 0 ? Turn{{1, 0}, {}} : Turn{a(i, i) * (1 / length), a(i + 1, i) * (1 / length)};
    for (std::size_t j = i; j <= last; ++j) {
      const Complex x = a(i, j), y = a(i + 1, j);
      a(i, j) = turn.c.conjugate() * x + turn.s.conjugate() * y;
      a(i + 1, j) = turn.c * y - turn.s * x;
    }
    turns.push_back(turn);
  }
  for (std::size_t i = 0; i < last; ++i) {
    const auto [c, s] = turns[i];
    for (std::size_t row = 0; row <= std::min(i + 1, last); ++row) {
      const Complex x = a(row, i), y = a(row, i + 1);
      a(row, i) = x * c + y * s;
      a(row, i + 1) = y * c.conjugate() - x * s.conjugate();
    }
  }
  for (std::size_t i = 0; i <= last; ++i) a(i, i) = a(i, i) + shift;
}

/// The sum of the sizes of a matrix's eigenvalues.
double eigenvalue_sizes(Square a) {
  constexpr double kSmall = 1e-14;
  constexpr int kMostSteps = 60;  // of one eigenvalue; a few are usual
  reduce(a);
  double sum = 0;
  for (std::size_t last = a.size; last-- > 0;) {
    const auto is_there = [&] {
      return last == 0 ||
             a(last, last - 1).size() <= kSmall * (a(last, last).size() + a(last - 1, last - 1).size());
    };
    for (int i = 0; i < kMostSteps && !is_there(); ++i) step(a, last, shift_at(a, last));
    sum += a(last, last).size();
  }
  return sum;
}

/// Columns [first, first + count) of a matrix that reads the stream, behind the norm before attention.
Tensor reading(const Block& block, Param param, Index first, Index count) {
  Tensor columns = unpacked(block.attention().weights[param]).slice(-1, first, count).contiguous();
  if (!block.has_norm_before()) return columns;
  const Norm norm = block.norm(BlockParam::attention_gain);
  Tensor out = Tensor::from(columns.values(), columns.sizes());
  const Index d_model = out.size(0);
  for (Index column = 0; column < count; ++column) {
    double mean = 0;
    for (Index row = 0; row < d_model; ++row) {
      float& value = out.data()[row * count + column];
      value *= norm.gain.data()[row];
      mean += static_cast<double>(value) / static_cast<double>(d_model);
    }
    for (Index row = 0; row < d_model && norm.kind == NormKind::layer; ++row)
      out.data()[row * count + column] -= static_cast<float>(mean);
  }
  return out;
}

/// x^T x
Tensor gram(const Tensor& x) {
  return linear(x.transpose(0, 1), x, {});
}

/// The sum of the products of the elements of two matrices.
double inner(const Tensor& a, const Tensor& b) {
  double sum = 0;
  const Tensor x = a.contiguous(), y = b.contiguous();
  for (std::size_t i = 0; i < x.values().size(); ++i)
    sum += static_cast<double>(x.values()[i]) * static_cast<double>(y.values()[i]);
  return sum;
}

/// |X M Y^T| of X (n, a), M (a, b) and Y (m, b): the trace of (M^T X^T X M) (Y^T Y) is its square.
double size_of(const Tensor& x, const Tensor& m, const Tensor& y) {
  const Tensor middle = linear(m.transpose(0, 1), linear(gram(x), m, {}), {});
  return std::sqrt(std::max(0.0, inner(middle, gram(y))));
}

/// |X Y^T|
double size_of(const Tensor& x, const Tensor& y) {
  return std::sqrt(std::max(0.0, inner(gram(x), gram(y))));
}

/// |A B| / (|A| |B|) of A = W_V W_O, and B = `reads` `other`^T.
double share(const HeadCircuit& first, const Tensor& reads, const Tensor& other) {
  const double most = size_of(first.w_v, first.w_o.transpose(0, 1)) * size_of(reads, other);
  return most > 0 ? size_of(first.w_v, linear(first.w_o, reads, {}), other) / most : 0;
}

}  // namespace

void require_own_keys(const Config& config) {
  if (config.latent)
    fail(ErrorCode::config, "no_circuit_of_latents",
         "a head's circuit needs its own matrix of keys, which latent attention does not have; read the "
         "weights of its layer instead");
}

HeadCircuit circuit_of(const Block& block, Index head) {
  const Config& config = block.config().attention;
  require_own_keys(config);
  const Index group = head / config.group_size();
  return {
      reading(block, Param::wQ, head * config.d_k, config.d_k),
      reading(block, Param::wK, group * config.d_k, config.d_k),
      reading(block, Param::wV, group * config.d_v, config.d_v),
      unpacked(block.attention().weights[Param::wO]).slice(0, head * config.d_v, config.d_v).contiguous()};
}

Tensor looked_for(const Block& block, Index head, const Tensor& x, Index distance) {
  const HeadCircuit circuit = circuit_of(block, head);
  const Rope& rope = block.config().attention.rope;
  Tensor queries = linear(x, circuit.w_q, {});  // (1, n, d_k)
  if (rope) {
    const Dims sizes = queries.sizes();
    queries = rotate(queries.view({sizes[1], 1, sizes[2]}), distance, rope).view(sizes);
  }
  return linear(queries, circuit.w_k.transpose(0, 1), {});
}

double copying_score(const HeadCircuit& circuit) {
  const Tensor product = linear(circuit.w_o, circuit.w_v, {});  // (d_v, d_v), with the same eigenvalues but 0
  const auto size = static_cast<std::size_t>(product.size(0));
  Square square{size, std::vector<Complex>(size * size)};
  for (std::size_t i = 0; i < size * size; ++i) square.values[i].re = double{product.values()[i]};
  double trace = 0;
  for (std::size_t i = 0; i < size; ++i) trace += square(i, i).re;
  return trace / eigenvalue_sizes(std::move(square));
}

Composition composition(const HeadCircuit& first, const HeadCircuit& second) {
  return {share(first, second.w_q, second.w_k), share(first, second.w_k, second.w_q),
          share(first, second.w_v, second.w_o.transpose(0, 1))};
}

}  // namespace mha
