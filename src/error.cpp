#include "error.hpp"

#include <array>
#include <cstdio>

namespace mha {

std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::shape: return "shape";
    case ErrorCode::config: return "config";
    case ErrorCode::mask: return "mask";
    case ErrorCode::memory: return "memory";
  }
  return "config";
}

void append(std::string& out, std::string_view part) { out += part; }
void append(std::string& out, char part) { out += part; }
void append(std::string& out, std::int64_t number) { out += std::to_string(number); }

void append(std::string& out, double number) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%g", number);
  out += digits.data();
}

}  // namespace mha
