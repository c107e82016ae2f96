#pragma once

#include "faults.hpp"

namespace mha {

/// The reason why the fault changes nothing for this layer and these inputs; empty if it changes something.
Notice reason_for_none(Fault fault, const Config& config, const ForwardArgs& args);

/// The side of a window that Fault::window_off_by_one widens.
Index KeyWindow::*widened(const KeyWindow& window);

}  // namespace mha
