#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace mha {

/// A piece of a message: a string, a whole number, a real number, or whole numbers in a row, written "(2, 10, 64)".
class Part {
 public:
  Part(const char* string) : content_(std::string_view(string)) {}
  Part(std::string_view string) : content_(string) {}
  Part(const std::string& string) : content_(std::string_view(string)) {}
  Part(int number) : content_(std::int64_t{number}) {}
  Part(std::int64_t number) : content_(number) {}
  Part(std::size_t number) : content_(static_cast<std::int64_t>(number)) {}
  Part(double number) : content_(number) {}
  Part(std::span<const std::int64_t> row) : content_(row) {}

  void append_to(std::string& out) const;

 private:
  std::variant<std::string_view, std::int64_t, double, std::span<const std::int64_t>> content_;
};

std::string join(std::initializer_list<Part> parts);

/// Joins its parts. Stands in for <format>, which g++ 12 lacks, and for iostreams, which are large in wasm.
template <class... Parts>
std::string text(const Parts&... parts) {
  return join({Part(parts)...});
}

}  // namespace mha
