#pragma once

/// Factor by which tests shorten long loops under a sanitizer, which takes about ten times as long and reports an error in its first round. 1 without a sanitizer.
int sanitizer_share();

/// Factor by which a run by day takes fewer samples of a long loop. 1 in a nightly run, which `HEADSCOPE_NIGHTLY=1` marks.
int day_share();
