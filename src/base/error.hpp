#pragma once

#include <memory>
#include <stdexcept>

#include "notice.hpp"

namespace mha {

/// Category of an error. HeadscopeError.code in JavaScript has the same name.
enum class ErrorCode { shape, config, mask, memory };

std::string_view name(ErrorCode code);

/// Base of all errors of this library. The notice states the value given, the value expected, and values that
/// would work; what() returns the text of the notice.
class Error : public std::invalid_argument {
 public:
  Error(ErrorCode code, const Notice& notice);
  ErrorCode code() const { return code_; }
  const Notice& notice() const { return *notice_; }

 private:
  ErrorCode code_;
  std::shared_ptr<const Notice> notice_;  // shared, so that copying an Error cannot throw
};

/// "bias has shape (3), expected (4)"
using Sizes = std::span<const std::int64_t>;
[[noreturn]] void fail_shape(std::string_view name, Sizes given, Sizes expected);
[[noreturn]] void fail_shape(std::string_view name, Sizes given, const char* expected);

[[noreturn]] void fail_with(ErrorCode code, std::string_view id, std::string_view form,
                            std::initializer_list<Insert> inserts);

/// fail(ErrorCode::shape, "no_dimension", "dimension {dimension} of {shape} does not exist", 3, sizes)
template <class... Inserts>
[[noreturn]] void fail(ErrorCode code, const char* id, NoticeForm<Inserts...> form,
                       const Inserts&... inserts) {
  fail_with(code, id, form, {Insert(inserts)...});
}

}  // namespace mha
