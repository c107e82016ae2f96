#pragma once

#include <cstdint>

namespace mha {

/// The keys [first, end) that a query sees.
struct VisibleKeys {
  std::int32_t first, end;
};

}  // namespace mha
