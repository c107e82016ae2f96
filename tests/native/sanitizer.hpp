#pragma once

/// Factor by which tests shorten long loops under a sanitizer, which takes about ten times as long and reports an error in its first round. 1 without a sanitizer.
int sanitizer_share();
