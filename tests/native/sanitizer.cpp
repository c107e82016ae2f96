#include "sanitizer.hpp"

int sanitizer_share() { return SANITIZER_SHARE; }
