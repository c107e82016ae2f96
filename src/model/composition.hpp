#pragma once

#include <span>
#include <vector>

#include "../layer/attention.hpp"
#include "batch.hpp"
#include "parameters.hpp"

namespace mha {

/// What a model puts on a tape, for one sentence.
struct Composed {
  std::vector<StepIndex> queries, sources;  // what each layer reads, (1, T, d_model)
  std::vector<StepIndex> weights;           // of each layer, (1, H, T, T)
  StepIndex logits = 0;                     // (1, blanks, vocabulary)
  StepIndex loss = 0;                       // (1), where every answer is known; else the logits
};

/// A model as operations on a tape: embedding, layers of attention whose keys and values are read from the
/// words or the stream, with residuals, norms and MLPs where it has them, and the unembedding of the blanks.
/// Its parameters have the names of the layout.
Composed compose(Tape& tape, const ModelConfig& config, const ParameterLayout& layout,
                 std::span<const float> parameters, std::span<const Index> sentence,
                 std::span<const Blank> blanks, const Removal& removal = {});

/// One layer's attention by itself. Error "config" where there is no such layer.
Layer layer_of(const ModelConfig& config, const ParameterLayout& layout, std::span<const float> parameters,
               Index layer);

/// What a layer adds to its scores (1, H, T, T): -inf for words outside its window, and what it has
/// learned of distances where `parameters` are given.
Mask additive_mask(const ModelConfig& config, const ParameterLayout& layout,
                   std::span<const float> parameters, Index layer, Index words);

}  // namespace mha
