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

namespace {

[[noreturn]] void fail_shape_with(std::string_view what, Sizes given, const Insert& expected) {
  fail_with(ErrorCode::shape, "{} has shape {}, expected {}", {what, given, expected});
}

}  // namespace

void fail_shape(std::string_view what, Sizes given, Sizes expected) {
  fail_shape_with(what, given, expected);
}

void fail_shape(std::string_view what, Sizes given, const char* expected) {
  fail_shape_with(what, given, expected);
}

void fail_with(ErrorCode code, std::string_view form, std::initializer_list<Insert> inserts) {
  throw Error(code, fill(form, inserts));
}

}  // namespace mha
