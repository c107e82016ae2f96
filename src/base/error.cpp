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

Error::Error(ErrorCode code, const Notice& notice)
    : std::invalid_argument(notice.text), code_(code), notice_(std::make_shared<const Notice>(notice)) {}

void fail_too_long(std::size_t given, std::size_t most) {
  fail(ErrorCode::shape, "too_many_dimensions", "{dimensions} dimensions were given, expected at most {most}",
       given, most);
}

namespace {

[[noreturn]] void fail_shape_with(std::string_view name, Sizes given, const Insert& expected) {
  fail_with(ErrorCode::shape, "wrong_shape", "{name} has shape {shape}, expected {expected}",
            {name, given, expected});
}

}  // namespace

void fail_shape(std::string_view name, Sizes given, Sizes expected) {
  fail_shape_with(name, given, expected);
}

void fail_shape(std::string_view name, Sizes given, const char* expected) {
  fail_shape_with(name, given, expected);
}

void fail_with(ErrorCode code, std::string_view id, std::string_view form,
               std::initializer_list<Insert> inserts) {
  throw Error(code, notice_with(id, form, inserts));
}

}  // namespace mha
