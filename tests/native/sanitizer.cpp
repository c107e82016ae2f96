#include "sanitizer.hpp"

#include <cstdlib>
#include <string_view>

int sanitizer_share() {
  return SANITIZER_SHARE;
}

int day_share() {
  const char* nightly = std::getenv("HEADSCOPE_NIGHTLY");
  return nightly != nullptr && nightly == std::string_view("1") ? 1 : 3;
}
