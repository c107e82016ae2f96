#pragma once

#include <cstdint>

namespace mha {

/// The keys [first, end) that a query sees; none if first is end.
struct KeyRange {
  std::int64_t first, end;
};

}  // namespace mha
