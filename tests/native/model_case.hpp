#pragma once

#include <headscope/model.hpp>

#include "fixture.hpp"

/// A task without sentences of its own, for models that are given theirs.
std::shared_ptr<const mha::Task> task_of_words(mha::Index vocabulary);

/// What a case of model.txt describes.
mha::ModelConfig config_of(const FixtureCase& fixture);
/// All parameters of a case, in one row: those under this prefix.
std::vector<float> parameters_of(const FixtureCase& fixture, const mha::ParameterLayout& layout,
                                 const std::string& prefix);
mha::Batch batch_of(const FixtureCase& fixture, int step);

/// The mean cross-entropy of a batch, in double precision and by the textbook's loops; shares no code with
/// the core. `parameters` are in the layout's order.
double oracle_loss(const mha::ModelConfig& config, const mha::ParameterLayout& layout,
                   const std::vector<double>& parameters, const mha::Batch& batch);
