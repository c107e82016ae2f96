#include "text.hpp"

#include <cmath>

namespace mha {
namespace {

void append(std::string& out, std::span<const std::int64_t> row) {
  out += '(';
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) out += ", ";
    out += std::to_string(row[i]);
  }
  out += ')';
}

/// To six decimals, without trailing zeros: enough for a message, and no printf, which is large in wasm.
void append(std::string& out, double number) {
  if (std::isnan(number)) {
    out += "NaN";
    return;
  }
  if (std::signbit(number)) out += '-';
  const double size = std::abs(number);
  if (size > 9e15) {
    out += "more than 9e15";
    return;
  }
  const auto millionths = static_cast<std::int64_t>(std::floor((size - std::floor(size)) * 1e6 + 0.5));
  out += std::to_string(static_cast<std::int64_t>(size) + millionths / 1000000);
  std::string decimals = std::to_string(1000000 + millionths % 1000000);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  if (decimals.size() > 1) out.append(1, '.').append(decimals, 1);
}

}  // namespace

void Part::append_to(std::string& out) const {
  if (const auto* string = std::get_if<std::string_view>(&content_)) out += *string;
  if (const auto* number = std::get_if<std::int64_t>(&content_)) out += std::to_string(*number);
  if (const auto* number = std::get_if<double>(&content_)) append(out, *number);
  if (const auto* row = std::get_if<std::span<const std::int64_t>>(&content_)) append(out, *row);
}

std::string fill(std::string_view form, std::initializer_list<Part> parts) {
  std::string out;
  for (const Part& part : parts) {
    const std::size_t blank = form.find("{}");
    out.append(form.data(), blank);
    part.append_to(out);
    form.remove_prefix(blank + 2);
  }
  return out += form;
}

}  // namespace mha
