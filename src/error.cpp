#include "error.hpp"

#include "inline_list.hpp"

namespace mha {

std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::shape:
      return "shape";
    case ErrorCode::config:
      return "config";
    case ErrorCode::mask:
      return "mask";
    case ErrorCode::memory:
      return "memory";
  }
  return "";
}

void fail_too_long(std::size_t given, std::size_t most) {
  fail(ErrorCode::shape, "{} dimensions were given, expected at most {}", given, most);
}

void fail_with(ErrorCode code, std::string_view form, std::initializer_list<Part> parts) {
  throw Error(code, fill(form, parts));
}

}  // namespace mha
