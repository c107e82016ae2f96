#pragma once

#include <span>
#include <vector>

#include "../layer/attention.hpp"
#include "batch.hpp"
#include "parameters.hpp"

namespace mha {

/// The steps of a model on a tape.
struct Composed {
  StepIndex words = 0, positions = 0;       // the embeddings; positions only if they are learned
  std::vector<StepIndex> streams;           // of each layer: the stream to which its output is added
  std::vector<StepIndex> queries, sources;  // of each layer: the input of queries, and the input of keys and
                                            // values
  std::vector<StepIndex> weights;           // of each layer; (1, H, T, T) for one sentence
  std::vector<StepIndex> contexts;          // of each layer; only for a batch
  StepIndex logits = 0;                     // (1, blanks, vocabulary)
  StepIndex loss = 0;                       // (1); the logits if no answer is known
};

/// A model of one sentence as operations on a tape: the embedding, layers of attention, and the unembedding
/// of the blanks. Layers read keys and values from the words or from the stream; they have residuals, and
/// norms and MLPs if the model has them. The parameters are views of one tensor, under the names of the
/// layout.
Composed compose(Tape& tape, const ModelConfig& config, const ParameterLayout& layout,
                 const Tensor& parameters, std::span<const Index> sentence, std::span<const Blank> blanks,
                 const Removal& removal = {});

/// The same for a batch. The rows of all sentences are stored one after another. Each query attends to the
/// keys of its own sentence. Rows that no later step reads are omitted.
Composed compose(Tape& tape, const ModelConfig& config, const ParameterLayout& layout,
                 const Tensor& parameters, const Batch& batch);

/// The attention of one layer, with a copy of its parameters. Error "config" if there is no such layer.
Layer layer_of(const ModelConfig& config, const ParameterLayout& layout, const Tensor& parameters,
               Index layer);

/// The additive mask of a layer, (1, H, T, T): -inf for words outside its window, plus the learned numbers of
/// distances if `parameters` are given.
Mask additive_mask(const ModelConfig& config, const ParameterLayout& layout, const Tensor& parameters,
                   Index layer, Index words);

}  // namespace mha
