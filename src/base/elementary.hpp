#pragma once

namespace mha {

/// Elementary functions computed with + - * / and bit patterns only, so that every machine gives the same
/// bits (the results of glibc and of Emscripten's musl differ). Relative errors are against the exact value.

double exp(double x);  // |x| <= 700; error below 1e-15
double log(
    double x);  // finite x > 0, not subnormal; error below 1e-15 away from 1, absolute below 1e-16 near it

struct SinCos {
  double sin, cos;
};
/// Absolute error below 1e-11 up to 1e5, and below 1e-15 up to 1e3. NaN beyond 2^53 quarter turns, and if
/// `radians` is not finite.
SinCos sin_cos(double radians);

}  // namespace mha
