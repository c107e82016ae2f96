#pragma once

#include <stdexcept>

#include "text.hpp"

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

[[noreturn]] void fail_with(ErrorCode code, std::string_view form, std::initializer_list<Insert> inserts);

/// "bias has shape (3), expected (4)"
using Sizes = std::span<const std::int64_t>;
[[noreturn]] void fail_shape(std::string_view what, Sizes given, Sizes expected);
[[noreturn]] void fail_shape(std::string_view what, Sizes given, const char* expected);

/// fail(ErrorCode::shape, "size {} in {}", 3, sizes)
template <class... Inserts>
[[noreturn]] void fail(ErrorCode code, Form<std::type_identity_t<Inserts>...> form,
                       const Inserts&... inserts) {
  fail_with(code, form, {Insert(inserts)...});
}

}  // namespace mha
