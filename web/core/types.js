/**
 * Types of arguments and results. Sizes and strides count elements. All results are copies that belong to the caller.
 *
 * @typedef {import("./message.js").Message} Message
 *
 * @typedef {ArrayLike<number>} Numbers a typed or a plain array
 *
 * @typedef {object} TensorInput
 * @property {Numbers} data row-major
 * @property {readonly number[]} shape
 *
 * @typedef {object} MaskInput
 * @property {ArrayLike<number> | ArrayLike<boolean>} data nonzero integers and booleans block (Uint8Array); floats are added to the scores
 *   (Float32Array, Float64Array; for attnMask also a plain array of numbers, which blocks as keyPaddingMask)
 * @property {readonly number[]} shape
 *
 * @typedef {object} TensorOutput
 * @property {Float32Array} data row-major, in logical order
 * @property {number[]} shape
 *
 * @typedef {TensorOutput & { axes: string[], strides: number[], offset: number, storage: "view" | "copy", buffer: number }} StepTensor
 *
 * @typedef {object} Embedding
 * @property {Float32Array} data
 * @property {number[]} shape [1, T, dModel]
 * @property {[number, number]} word features [from, to) that hold the word
 * @property {[number, number]} position features [from, to) that hold the position: sine and cosine in pairs
 *
 * @typedef {object} LayerOptions
 * @property {number} dModel
 * @property {number} numHeads
 * @property {number} [numKvHeads] defaults to numHeads; fewer share keys and values (grouped-query attention)
 * @property {number} [dK] defaults to dModel / numHeads
 * @property {number} [dV] defaults to dK
 * @property {number} [dKey] features of the key input; defaults to dModel
 * @property {number} [dValue] features of the value input; defaults to dKey
 * @property {boolean} [bias] adds a bias to all four projections; defaults to false
 * @property {boolean} [fused] computes Q, K and V by one product; defaults to false
 * @property {boolean | Partial<Rope>} [rope] rotates pairs of features of queries and keys by their positions (Su et al. 2021); defaults to
 *   false
 * @property {boolean | { eps?: number, whole?: boolean }} [qkNorm] divides each head's queries and keys by their root mean square, and
 *   multiplies them by the weights gQ and gK (Henry et al. 2020; Qwen3); eps, 1e-6 by default, is added to the mean square; whole: the mean is
 *   over all heads together (OLMo 2, 2024); defaults to false
 * @property {boolean} [alibi] subtracts the distance of query and key from each score, times a slope for each head (Press et al. 2022); not
 *   with rope; defaults to false
 * @property {number | null} [softcap] c: a score s becomes c · tanh(s / c), after scaling and before masks (Gemma 2, 2024); defaults to
 *   null, for none
 * @property {number | readonly [number, number] | null} [window] keys that a query sees: its n newest, itself among them; or [left, right],
 *   how many before and after itself; -1 is all (Beltagy et al. 2020). Defaults to null, for all
 * @property {boolean} [sinks] adds one learned logit a head, `sinks`, to the softmax's denominator (gpt-oss, 2025);
 *   defaults to false
 * @property {false | Partial<Omit<Latent, "norm">> & { rank: number, norm?: boolean | { eps?: number } }} [latent] makes keys and values of one latent of each token (multi-head latent attention, DeepSeek-AI
 *   2024), with rope, and without shared heads, fused weights, biases, norms, ALiBi and sinks; defaults to false
 * @property {number} [seed] defaults to 0
 * @property {"random" | "small" | "constructed"} [init] "random", the default: Xavier's rule, wQ, wK and wV uniform in ±√(6 / (rows +
 *   columns)) and wO in ±1/√rows; "small": normal with a standard deviation of 0.02; "constructed": heads that show known patterns. Biases
 *   are 0
 *
 * @typedef {object} Rope
 * @property {"interleaved" | "half"} style pairs of features: 2i with 2i + 1; or i with i + n / 2 of n, the rotate_half of GPT-NeoX, Llama
 *   and the hub's checkpoints; defaults to "interleaved"
 * @property {number} base pair i of n features turns by position · base^(-2i / n) radians; defaults to 10000
 * @property {number} fraction the share of dK that is turned, from the first feature on; an even number of features; defaults to 1
 * @property {number} scaling positions are divided by it (Chen et al. 2023); defaults to 1
 * @property {number} [length] Llama 3.1: pairs that turn more than `high` times within so many positions are not scaled, those that turn less
 *   than `low` times are, and those between in part; defaults to 0: all are
 * @property {number} [low] defaults to 1
 * @property {number} [high] defaults to 4
 * @property {readonly number[]} [factors] of each pair's angle, in place of 1 / scaling, for other scalings such as YaRN (Peng et al. 2023)
 *
 * @typedef {object} Latent
 * @property {number} rank features of the latent that keys and values are made of
 * @property {number} queryRank features of the latent that queries are made of; defaults to 0, for the input itself
 * @property {number} ropeWidth features of a query, and of the key that all heads share, which are turned by their positions, beside the dK of
 *   each head; defaults to dK / 2
 * @property {false | { eps: number }} [norm] divides each latent by its root mean square, and multiplies it by the weights gDQ or gDKV; a cache
 *   holds normed latents; eps, 1e-6 by default, is added to the mean square; defaults to false
 * @property {boolean} [bias] adds bDQ, bDKV and bKR to what is projected from the input, and bO to the output; defaults to false
 *
 * @typedef {Required<Omit<LayerOptions, "seed" | "init" | "rope" | "qkNorm" | "softcap" | "window" | "latent">> & ConfigVariants} Config
 *
 * @typedef {object} ConfigVariants options of a layer that are off, or have values of their own
 * @property {false | Rope} rope
 * @property {false | { eps: number, whole?: boolean }} qkNorm
 * @property {number | null} softcap
 * @property {[number, number] | null} window
 * @property {false | Latent} latent
 *
 * @typedef {"wQ" | "wK" | "wV" | "wO" | "bQ" | "bK" | "bV" | "bO" | "gQ" | "gK" | "sinks" | "wDQ" | "wDKV" | "wKR" | "bDQ" | "bDKV" | "bKR" | "gDQ" | "gDKV"} WeightName gQ and gK
 *   (dK) with qkNorm, or (H dK) and (H_kv dK) with whole; sinks (H) with sinks; with latent wDKV (dModel, rank), wKR (dModel, ropeWidth), and with a queryRank wDQ (dModel, queryRank)
 *
 * @typedef {object} KeyValues keys and values after all that is done to them before the scores, such as norms and rotary positions
 * @property {TensorOutput} key (B, H_kv, T, dK); with latent the latents, (B, 1, T, rank)
 * @property {TensorOutput} value (B, H_kv, T, dV); with latent the turned keys, (B, 1, T, ropeWidth)
 *
 * @typedef {object} ForwardInput
 * @property {TensorInput} query (B, T_q, dModel)
 * @property {TensorInput} [key] (B, T_k, dKey); defaults to the query
 * @property {TensorInput} [value] (B, T_k, dValue); defaults to the key
 * @property {{ key: TensorInput, value: TensorInput } | null} [past] keys and values of earlier tokens, (B, H_kv, T_past, dK) and (B, H_kv,
 *   T_past, dV), in front of the new ones: run.present of the forward before, or null for none yet. T_k then counts both, for
 *   masks and positions too
 * @property {boolean} [causal] query i sees keys up to i + (T_k - T_q)
 * @property {MaskInput} [keyPaddingMask] (B, T_k)
 * @property {MaskInput} [attnMask] broadcasts to (B, H, T_q, T_k)
 * @property {"-inf" | "-1e9"} [maskFill] value that a boolean mask writes to blocked scores
 * @property {"zero" | "nan"} [softmaxEmptyRow] weights of a query whose keys are all blocked
 * @property {{ p: number, seed?: number }} [dropout] dropout of attention weights
 * @property {Numbers} [headScale] (H): factors of the heads' contexts
 * @property {Fault} [fault] a wrong path to take instead of the right one
 * @property {boolean} [trace] defaults to true; false keeps only output and attention, may not propagate a NaN of blocked keys, and
 *   measure() reads run.attention when it is called: call it before you change or transfer that array
 * @property {boolean} [needWeights] defaults to true; false leaves attention null
 * @property {boolean} [needPresent] whether run.present is kept with trace: false; defaults to true if `past` is given, null included
 *
 * @typedef {"none" | "view_without_transpose" | "merge_without_transpose" | "view_without_contiguous" | "no_scale" | "raw_inputs" | "softmax_axis" | "mask_reversed" | "mask_repeat_order" | "mask_as_square" | "dropped_attention" | "pruned_queries" | "rope_style" | "positions_restart" | "alibi_sign" | "window_off_by_one"} Fault
 *
 * @typedef {object} Gradients each has the shape of its tensor
 * @property {TensorOutput} dQuery
 * @property {TensorOutput} [dKey]
 * @property {TensorOutput} [dValue]
 * @property {TensorOutput} dWQ
 * @property {TensorOutput} dWK
 * @property {TensorOutput} dWV
 * @property {TensorOutput} dWO
 * @property {TensorOutput} [dBQ]
 * @property {TensorOutput} [dBK]
 * @property {TensorOutput} [dBV]
 * @property {TensorOutput} [dBO]
 * @property {TensorOutput} [dGQ]
 * @property {TensorOutput} [dGK]
 * @property {TensorOutput} [dSinks]
 * @property {TensorOutput} [dWDQ]
 * @property {TensorOutput} [dWDKV]
 * @property {TensorOutput} [dWKR]
 *
 * @typedef {object} HeadMeasures means over the batch and over the queries that have such a key; queries that attend to nothing are
 * excluded
 * @property {number} entropy nats: 0 for all weight on one key, ln(T_k) for equal weights
 * @property {number} diagonal weight on the key of the query's own position
 * @property {number} previous weight on the position before
 * @property {number} next weight on the position after
 * @property {number} first weight on position 0
 * @property {number} near weight on the positions at most 2 away, itself included
 * @property {number} sameWord weight on keys with the query's word, over queries whose word occurs elsewhere too; needs words
 * @property {number} elsewhere sameWord without the query's own position
 * @property {number} positions weight on the requested positions
 * @property {number} distance mean of |i - j|, in tokens
 * @property {Readonly<Record<string, number>>} queries number of queries in each mean, by the measure's name
 *
 * @typedef {object} MeasureOptions
 * @property {readonly number[]} [positions] keys whose share of the weight is measured too
 * @property {readonly string[]} [tokens] the queries' words, needed by sameWord and elsewhere; case is ignored
 * @property {readonly string[]} [keyTokens] the keys' words; defaults to tokens
 * @property {boolean} [similarity] defaults to true; dominates the time if there are many heads
 *
 * @typedef {object} Measures
 * @property {HeadMeasures[]} heads
 * @property {TensorOutput} rowEntropy (B, H, T_q), nats
 * @property {TensorOutput} rowSum (B, H, T_q): 1 where a row is a distribution, 0 where the query attends to nothing
 * @property {TensorOutput} columnSum (B, H, T_k): total weight that a key receives from all queries
 * @property {TensorOutput} similarity (H, H): the share of weight that two heads put on the same keys, 1 if equal; queries that attend to
 *   nothing in both are excluded
 *
 * @typedef {object} Difference difference of two attentions
 * @property {number} head the head that differs most, by the mean over its queries; the first of several within 1e-6
 * @property {number} query the query of that head that differs most; queries with a NaN are excluded from both
 * @property {TensorOutput} distance (B, H, T_q): total variation, ½ Σ_j |a_ij − b_ij|, the share of weight that lies on different keys
 *
 * @typedef {object} Change distance of an output from a reference, relative to the reference's Euclidean norm
 * @property {number} whole over all numbers
 * @property {TensorOutput} tokens (B, T_q): over each token's numbers
 *
 * @typedef {object} Removals how far the output moves when heads are removed, relative to its norm
 * @property {TensorOutput} alone (H): when only this head is removed
 * @property {number[]} order the heads sorted by `alone`, smallest first
 * @property {TensorOutput} leastFirst (H + 1): when none, one, ... all are removed, in that order
 * @property {TensorOutput} headOrder (H + 1): the same in the order of head numbers
 *
 * @typedef {object} Plane a head's queries and keys in their two joint principal components, not centred; with dK <= 2 the space itself
 * @property {TensorOutput} queries (T_q, 2)
 * @property {TensorOutput} keys (T_k, 2)
 * @property {TensorOutput} queryLengths (T_q), in all dimensions
 * @property {TensorOutput} keyLengths (T_k)
 * @property {number} kept share of all squared lengths that lies in the plane
 *
 * @typedef {object} Meeting a query and the keys of a head
 * @property {TensorOutput} products (dK): products of their features, which sum to the score
 * @property {TensorOutput} angles (T_k), radians; NaN if one of the two vectors is 0
 *
 * @typedef {object} Operation facts about all steps with one `op`, from the core's table
 * @property {([number, number] | null)[]} reads for each input, the elements that one element of the result depends on: along each of the
 *   last two dimensions the size of the aligned block that contains its own index, 0 for the whole dimension; a step's attribute `dim`, if
 *   any, replaces the last dimension. Null: the same element, seen through another view of the memory
 * @property {string[]} formulas how one element is computed, in symbols: {a} and {b} name the elements read from the operands, {x} {y} are
 *   single elements of them, {x0} {x1} those of a block, {terms} products that are summed, {i} {j} {pair} {width} the index, the index of
 *   its block, and the row's size; other blanks are attributes. Several formulas belong to the places of a block. Empty for tensors that
 *   are not computed
 *
 * @typedef {object} MaskAttribute the causal mask, the window, the padding mask and the attention mask, as far as present, in this
 * order
 * @property {boolean} additive
 * @property {number[]} strides over the scores' shape, 0 where the mask broadcasts
 *
 * @typedef {number | null | (number | null)[] | MaskAttribute[]} Attribute null stands for NaN
 *
 * @typedef {object} Step
 * @property {string} id stable, snake_case
 * @property {string} op one of core.operations
 * @property {"q" | "k" | "v" | null} lane
 * @property {number} stage from 0, without gaps
 * @property {string[]} inputs ids of the steps that it reads
 * @property {WeightName[]} weights parameters that it reads
 * @property {string[]} axes one name per dimension
 * @property {number[]} shape
 * @property {number[]} strides
 * @property {number} offset
 * @property {boolean} contiguous
 * @property {"view" | "copy"} storage
 * @property {number} buffer index of the step's memory; views share a buffer
 * @property {Record<string, Attribute>} attributes arguments of the operation besides tensors: factor or factors, masks and fill, p and
 *   seed, dim and emptyRow, dims, sizes, start and length, lengths, eps, cap, first, base, turned and scaling; a fill of -inf is -Infinity
 * @property {number} flops a multiply and an add count as 2
 * @property {number} bytesRead each operand once; 0 for a view
 * @property {number} bytesWritten
 * @property {string | null} error why the step was refused, in English, only on the last step of a wrong path; strides, offset,
 *   contiguous, storage and buffer are then null, and shape is the requested one
 * @property {Message} [refusal] the error as data, if there is one
 */

/**
 * Types of models that are trained.
 *
 * @typedef {"reference" | "induction"} TaskName which noun *it*, *this/these* and *was/were* refer to; or which letter followed this one
 * before
 *
 * @typedef {object} ModelOptions options; omitted ones take the task's defaults
 * @property {TaskName} [task] defaults to "reference"
 * @property {number} [dModel] defaults to 64, or 32 for induction
 * @property {number} [numHeads] heads of each layer; defaults to 4, or 2 for induction
 * @property {number} [layers] defaults to 2
 * @property {"words" | "stream"} [keysFrom] source of keys and values in every layer: the words' embeddings, or the residual stream as
 * usual
 * @property {boolean} [layerNorm] normalizes what attention and the MLP of each layer read; defaults to false
 * @property {boolean} [mlp] puts an MLP with a residual after each layer of attention: ReLU, 4 dModel wide; defaults to false
 * @property {number} [seed] seed of the weights and the sentences; defaults to 0
 *
 * @typedef {Required<ModelOptions>} ModelConfig
 *
 * @typedef {object} Cut removes an edge: a key that a blank's query does not see, in every head of a layer
 * @property {number} layer counted from 0
 * @property {string} from a kind of blank: "this", "was" or "it"; "repeat"
 * @property {"noun" | "tells" | number} to the word that the answer is about, the word that tells the answer, or any position
 *
 * @typedef {object} Removal
 * @property {ArrayLike<ArrayLike<number>>} [headScale] [layer][head]: 0 removes a head
 * @property {readonly Cut[]} [cut]
 *
 * @typedef {object} KindEvaluation results for the blanks of one kind; NaN if there were none
 * @property {number} blanks number of blanks
 * @property {number} accuracy from 0 to 1
 * @property {number} loss nats per blank
 * @property {number[][]} weights [layer][head]: mean weight on the word that the answer is about
 * @property {number[][]} least the lower value of two groups of answers: singular and plural, an animal and something else
 * @property {number[][]} tells mean weight on the word that tells the answer
 *
 * @typedef {object} Evaluation
 * @property {number} step
 * @property {Record<string, KindEvaluation>} kinds
 *
 * @typedef {object} Blank a position at which the model predicts a word; null for facts that the sentence does not determine
 * @property {number} position
 * @property {string} kind
 * @property {string | null} answer
 * @property {number | null} noun position of the word that the answer is about
 * @property {number | null} tells position of the word that tells the answer
 *
 * @typedef {object} Example
 * @property {string[]} tokens the sentence as the model tokenizes it
 * @property {Blank[]} blanks
 *
 * @typedef {"encoder" | "decoder" | "cross"} AttentionKind
 *
 * @typedef {object} TranslatorOptions options of a model that translates English to French; omitted ones take the defaults
 * @property {"translation"} task
 * @property {number} [dModel] defaults to 64
 * @property {number} [numHeads] heads of each attention; defaults to 4
 * @property {number} [layers] layers of the encoder, and of the decoder; defaults to 1
 * @property {number} [seed] seed of the weights and the sentences; defaults to 0
 *
 * @typedef {Required<TranslatorOptions>} TranslatorConfig
 *
 * @typedef {{ [kind in AttentionKind]?: ArrayLike<ArrayLike<number>> }} HeadScales for each kind of attention [layer][head]: 0 removes a head
 *
 * @typedef {"determiner" | "adjective" | "noun" | "verb" | "pronoun" | "negation" | "end"} SpeechPart part of speech of a French word
 *
 * @typedef {object} TargetWord
 * @property {string} word
 * @property {SpeechPart} part
 * @property {number} source position of the English word that it translates; for *ne* and *pas*, of *not*
 * @property {number | null} agrees position of the English noun that determines its form
 *
 * @typedef {object} SentencePair a sentence and its translation, both with their ends
 * @property {string[]} source
 * @property {TargetWord[]} target
 *
 * @typedef {object} PartEvaluation results for French words of one part of speech; NaN if there were none
 * @property {number} words number of words
 * @property {number} meaning share of words that are the right word, in any form
 * @property {number} form share of these in the right form
 * @property {number[][]} source [layer][head]: share of words whose strongest cross-attention is on the English word that they translate
 * @property {number[][]} agrees the same for the noun that determines their form; of words that have one
 *
 * @typedef {object} TranslatorEvaluation
 * @property {number} step
 * @property {number} right share of sentences without a mistake
 * @property {number} loss nats per French word
 * @property {Record<SpeechPart, PartEvaluation>} parts
 * @property {number[][]} content [layer][head]: share of adjectives, nouns and verbs whose strongest cross-attention is on the English
 *   word that they translate
 * @property {number[][]} determiners [layer][head]: share of English determiners whose strongest attention in the encoder is on their noun
 *
 * @typedef {object} Translation
 * @property {string[]} source the English words as the model reads them, with the end
 * @property {string[]} target the French words with the end; row i of the decoder's attention predicts word i
 * @property {string[]} words the French words
 * @property {Float32Array} probabilities of the words of `target`
 * @property {SentencePair | null} truth the grammar's translation; null if the grammar does not have the sentence
 * @property {(kind: AttentionKind, layer?: number) => TensorOutput} attention (H, T_q, T_k)
 *
 * @typedef {Required<Pick<ForwardInput, "query" | "key" | "value" | "causal">>} TranslatorInputs
 *
 * @typedef {Omit<Step, "weights"> & { weights: string[], data: Float32Array }} ModelStep a step of a model, with its numbers in logical
 * order; parameters have the names of Model.parameters()
 *
 * @typedef {object} Prediction
 * @property {string[]} tokens the sentence as the model tokenizes it
 * @property {(Blank & { words: { word: string, probability: number }[] })[]} blanks likeliest word first
 * @property {TensorOutput[]} attention one per layer, (1, H, T, T)
 */

export {};
