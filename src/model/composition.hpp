#pragma once

#include <span>
#include <vector>

#include "../layer/attention.hpp"
#include "batch.hpp"
#include "parameters.hpp"

namespace mha {

/// What a model puts on a tape.
struct Composed {
  StepIndex words = 0, positions = 0;       // the embeddings; positions only where they are learned
  std::vector<StepIndex> streams;           // what each layer adds to
  std::vector<StepIndex> queries, sources;  // what each layer reads
  std::vector<StepIndex> weights;           // of each layer: of one sentence (1, H, T, T)
  std::vector<StepIndex> contexts;          // of each layer of a batch
  StepIndex logits = 0;                     // (1, blanks, vocabulary)
  StepIndex loss = 0;                       // (1), where an answer is known; else the logits
};

/// A model of one sentence as operations on a tape: embedding, layers of attention whose keys and values are
/// read from the words or the stream, with residuals, norms and MLPs where it has them, and the unembedding
/// of the blanks. Its parameters are views of one tensor, under the names of the layout.
Composed compose(Tape& tape, const ModelConfig& config, const ParameterLayout& layout,
                 const Tensor& parameters, std::span<const Index> sentence, std::span<const Blank> blanks,
                 const Removal& removal = {});

/// The same of a batch: rows of all sentences one after the other, attention over the keys of each sentence
/// by itself, and no rows that nobody reads.
Composed compose(Tape& tape, const ModelConfig& config, const ParameterLayout& layout,
                 const Tensor& parameters, const Batch& batch);

/// One layer's attention by itself, with a copy of its parameters. Error "config" where there is no such
/// layer.
Layer layer_of(const ModelConfig& config, const ParameterLayout& layout, const Tensor& parameters,
               Index layer);

/// What a layer adds to its scores (1, H, T, T): -inf for words outside its window, and the learned numbers
/// of distances where `parameters` are given.
Mask additive_mask(const ModelConfig& config, const ParameterLayout& layout, const Tensor& parameters,
                   Index layer, Index words);

}  // namespace mha
