#pragma once

#include <headscope/model.hpp>

#include "fixture.hpp"

/// A task that draws no sentences, for models whose sentences the test gives.
std::shared_ptr<const mha::Task> task_of_words(mha::Index vocabulary);

/// The contents of a case of model.txt.
mha::ModelConfig config_of(const FixtureCase& fixture);
/// All parameters of a case with this prefix, concatenated.
std::vector<float> parameters_of(const FixtureCase& fixture, const mha::ParameterLayout& layout,
                                 const std::string& prefix);
mha::Batch batch_of(const FixtureCase& fixture, int step);

/// The mean cross-entropy of a batch, by plain loops in double precision. Shares no code with the core.
/// `parameters` are in the order of the layout.
double oracle_loss(const mha::ModelConfig& config, const mha::ParameterLayout& layout,
                   const std::vector<double>& parameters, const mha::Batch& batch);
