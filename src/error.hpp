#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mha {

/// What kind of thing was wrong; the JavaScript side shows it as HeadscopeError.code under the same name.
enum class ErrorCode { shape, config, mask, memory };

std::string_view name(ErrorCode code);

/// Every failure of this library. The message says what was given, what was expected, and what would work.
class Error : public std::invalid_argument {
 public:
  Error(ErrorCode code, const std::string& message) : std::invalid_argument(message), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

void append(std::string& out, std::string_view part);
void append(std::string& out, std::int64_t number);
void append(std::string& out, double number);
void append(std::string& out, char part);
inline void append(std::string& out, int number) { append(out, std::int64_t{number}); }
inline void append(std::string& out, std::size_t number) { append(out, static_cast<std::int64_t>(number)); }
inline void append(std::string& out, const char* part) { append(out, std::string_view(part)); }
inline void append(std::string& out, const std::string& part) { append(out, std::string_view(part)); }

/// Joins its parts. Stands in for <format>, which g++ 12 lacks, and for iostreams, which are large in wasm.
template <class... Parts>
std::string text(const Parts&... parts) {
  std::string out;
  (append(out, parts), ...);
  return out;
}

template <class... Parts>
[[noreturn]] void fail(ErrorCode code, const Parts&... parts) {
  throw Error(code, text(parts...));
}

}  // namespace mha
