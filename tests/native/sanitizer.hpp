#pragma once

/// Factor by which tests shorten long loops under a sanitizer, which takes about ten times as long and reports an error in its first round.
#ifdef __SANITIZE_ADDRESS__
inline constexpr int kSanitizerShare = 8;
#else
inline constexpr int kSanitizerShare = 1;
#endif
