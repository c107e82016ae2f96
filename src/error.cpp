#include "error.hpp"

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

void fail_with(ErrorCode code, std::string_view form, std::initializer_list<Part> parts) {
  throw Error(code, fill(form, parts));
}

}  // namespace mha
