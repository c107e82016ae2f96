#pragma once

#include "tape.hpp"

namespace mha {

// Checks of operands. Operations share those of sizes; a tape makes the others for every step.

/// Throws unless the step's operation takes these inputs, parameters and attributes (Operation::takes).
void check_operands(const Step& step, const std::vector<Step>& steps);
/// Throws unless there is such a step, with an output.
void check_input(StepIndex input, const std::vector<Step>& steps);

/// The attribute `dim`. Shape refuses a dimension that does not exist.
int dim_of(const Operands& operands);
/// An attribute that names a dimension, as Shape takes it.
int to_dim(Index dim);

/// Error "shape" unless the parameter has these sizes. `name` names it in the message.
void check_parameter(const Operands& operands, std::size_t place, const char* name, const Dims& expected);
/// Error "shape" unless a tensor has a dimension, whose numbers make a row.
void check_rows(const Tensor& x);
/// Error "config" unless there are indices, and each is at least `least` and below `end`.
void check_indices(const Operands& operands, Index least, Index end);

}  // namespace mha
