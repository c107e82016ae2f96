#include "text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "notice.hpp"

namespace mha {
namespace {

void append(std::string& out, std::span<const std::int64_t> row) {
  out += '(';
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) out += ", ";
    append_whole(out, row[i]);
  }
  out += ')';
}

/// Appends a number to six decimals, without trailing zeros. Enough for messages; printf would be large in
/// wasm.
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
  append_whole(out, static_cast<std::int64_t>(size) + millionths / 1000000);
  std::int64_t decimals = millionths % 1000000;
  if (decimals > 0) out += '.';
  for (std::int64_t unit = 100000; decimals > 0; unit /= 10) {
    out += static_cast<char>('0' + decimals / unit);
    decimals %= unit;
  }
}

}  // namespace

void append_whole(std::string& out, std::int64_t number) {
  std::array<char, 20> digits = {};
  auto first = digits.end();
  // The smallest number has no positive counterpart, but its remainder has.
  for (std::int64_t rest = number; first == digits.end() || rest != 0; rest /= 10)
    *--first = static_cast<char>('0' + std::abs(rest % 10));
  if (number < 0) *--first = '-';
  out.append(first, static_cast<std::size_t>(digits.end() - first));
}

void append_exact(std::string& out, double number) {
  if (number < 0) out += '-';
  if (number == 0 || !std::isfinite(number)) {
    out += number == 0 ? "0" : std::isnan(number) ? "null" : "1e999";
    return;
  }
  // |number| = whole * 2^power; for a negative power that is whole * 5^-power * 10^power.
  const auto bits = std::bit_cast<std::uint64_t>(number);
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  auto whole = (bits << 12 >> 12) | (exponent > 0 ? std::uint64_t{1} << 52 : 0);
  int power = std::max(exponent, 1) - 1075;
  for (; power < 0 && whole % 2 == 0; ++power) whole /= 2;
  std::string digits;
  append_whole(digits, static_cast<std::int64_t>(whole));
  std::ranges::reverse(digits);  // the lowest digit first
  for (int i = std::abs(power); i > 0; --i) {
    int carry = 0;
    for (char& digit : digits) {
      carry += (digit - '0') * (power < 0 ? 5 : 2);
      digit = static_cast<char>('0' + carry % 10);
      carry /= 10;
    }
    if (carry > 0) digits += static_cast<char>('0' + carry);
  }
  std::ranges::reverse(digits);
  out += digits;
  if (power < 0) {
    out += 'e';
    append_whole(out, power);
  }
}

void Insert::append_to(std::string& out) const {
  if (const auto* string = std::get_if<std::string_view>(&content_)) out += *string;
  if (const auto* number = std::get_if<std::int64_t>(&content_)) append_whole(out, *number);
  if (const auto* number = std::get_if<double>(&content_)) append(out, *number);
  if (const auto* row = std::get_if<std::span<const std::int64_t>>(&content_)) append(out, *row);
  if (const auto* notice = std::get_if<const Notice*>(&content_)) out += (*notice)->text;
}

std::string_view first_bytes(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0u) == 0x80u) --most;
  return text.substr(0, most);
}

std::string fill(std::string_view form, std::initializer_list<Insert> inserts) {
  std::string out;
  for (const Insert& insert : inserts) {
    const FormBlank blank = next_blank(form);
    out.append(form.data(), blank.begin);
    insert.append_to(out);
    form.remove_prefix(blank.begin + blank.name.size() + 2);
  }
  return out += form;
}

}  // namespace mha
