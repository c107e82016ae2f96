/**
 * The types that go in and come out. Sizes and strides count elements; everything that comes out is copied and the caller's.
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
 * @property {ArrayLike<number> | ArrayLike<boolean>} data integers or booleans block where they are not 0 (Uint8Array); floats are
 *   added to the scores (Float32Array, Float64Array, a plain array of numbers)
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
 * @property {number} [numKvHeads] numHeads; fewer share keys and values (grouped-query attention)
 * @property {number} [dK] dModel / numHeads
 * @property {number} [dV] dK
 * @property {number} [dKey] dModel: features of the key input
 * @property {number} [dValue] dKey: features of the value input
 * @property {boolean} [bias] on all four projections; false
 * @property {boolean} [fused] Q, K and V by one product; false
 * @property {boolean} [rope] queries and keys turned by their positions, pair by pair of an even dK (Su et al. 2021); false
 * @property {number} [seed] 0
 * @property {"random" | "small" | "constructed"} [init] "random": by Xavier's rule, wQ, wK and wV uniform in ±√(6 / (rows + columns)) and wO in
 *   ±1/√rows; "small": normal with a standard deviation of 0.02; "constructed": heads that show known patterns. Biases are 0
 *
 * @typedef {Required<Omit<LayerOptions, "seed" | "init">>} Config
 *
 * @typedef {"wQ" | "wK" | "wV" | "wO" | "bQ" | "bK" | "bV" | "bO"} WeightName
 *
 * @typedef {object} ForwardInput
 * @property {TensorInput} query (B, T_q, dModel)
 * @property {TensorInput} [key] (B, T_k, dKey); the query
 * @property {TensorInput} [value] (B, T_k, dValue); the key
 * @property {boolean} [causal] query i sees keys up to i + (T_k - T_q)
 * @property {MaskInput} [keyPaddingMask] (B, T_k)
 * @property {MaskInput} [attnMask] broadcasts to (B, H, T_q, T_k)
 * @property {"-inf" | "-1e9"} [maskFill] what a boolean mask puts in place of a score
 * @property {"zero" | "nan"} [softmaxEmptyRow] the weights of a query whose keys are all blocked
 * @property {{ p: number, seed?: number }} [dropout] of attention weights
 * @property {Numbers} [headScale] (H): factors on the heads' contexts
 * @property {Fault} [fault] a wrong path to take, in place of the right one
 * @property {boolean} [trace] true; false keeps output and attention only, may not carry a NaN of blocked keys on, and has measure()
 *   read the run's attention as it is by then: measure before you change or transfer it
 * @property {boolean} [needWeights] true; false leaves attention null
 *
 * @typedef {"none" | "view_without_transpose" | "merge_without_transpose" | "view_without_contiguous" | "no_scale" | "raw_inputs" |
 *   "softmax_axis" | "mask_reversed" | "mask_repeat_order" | "mask_as_square" | "dropped_attention" | "pruned_queries"} Fault
 *
 * @typedef {object} Gradients each of the shape of what it belongs to
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
 *
 * @typedef {object} HeadMeasures means over the batch and the queries that have such a key; queries that attend to nothing count for none
 * @property {number} entropy nats: 0 looks at one key, ln(T_k) at all alike
 * @property {number} diagonal weight on the key of the query's own position
 * @property {number} previous weight on the position before
 * @property {number} next weight on the position after
 * @property {number} first weight on position 0
 * @property {number} near weight on the positions at most 2 away, itself included
 * @property {number} sameWord weight on the query's word, wherever it stands: of queries whose word stands elsewhere too, where words are known
 * @property {number} elsewhere the same without the query's own position
 * @property {number} positions weight on the positions asked for
 * @property {number} distance mean of |i - j|, in tokens
 * @property {Readonly<Record<string, number>>} queries over how many each of these is a mean, by its name
 *
 * @typedef {object} MeasureOptions
 * @property {readonly number[]} [positions] keys whose share of the weight is wanted too
 * @property {readonly string[]} [tokens] the queries' words, which sameWord and elsewhere need: the same whatever their case
 * @property {readonly string[]} [keyTokens] the keys'; the queries'
 * @property {boolean} [similarity] true; of many heads that takes longer than all else
 *
 * @typedef {object} Measures
 * @property {HeadMeasures[]} heads
 * @property {TensorOutput} rowEntropy (B, H, T_q), nats
 * @property {TensorOutput} rowSum (B, H, T_q): 1 where a row is a distribution, 0 where it attends to nothing
 * @property {TensorOutput} columnSum (B, H, T_k): what a key gets from all queries together
 * @property {TensorOutput} similarity (H, H): the share of weight that two heads put on the same keys, 1 for equal; queries that attend to
 *   nothing in both count for none
 *
 * @typedef {object} Difference of two attentions
 * @property {number} head the one that differs most, in the mean over its queries; the first of several within 1e-6
 * @property {number} query of that head the one that differs most. Queries with a NaN have no say in either
 * @property {TensorOutput} distance (B, H, T_q): total variation, ½ Σ_j |a_ij − b_ij|, the share of weight that lies on other keys
 *
 * @typedef {object} Change of an output, in the Euclidean norm of the one it moved from
 * @property {number} whole of all numbers
 * @property {TensorOutput} tokens (B, T_q): of each token's
 *
 * @typedef {object} Removals how far the output moves when heads are taken away, in its own norm
 * @property {TensorOutput} alone (H): when this one alone is
 * @property {number[]} order the heads, the least of those first
 * @property {TensorOutput} leastFirst (H + 1): when none, one, ... all are, in that order
 * @property {TensorOutput} headOrder (H + 1): the same in the order of their numbers
 *
 * @typedef {object} Plane a head's queries and keys in the two principal components of both, not centred; with dK <= 2 the space itself
 * @property {TensorOutput} queries (T_q, 2)
 * @property {TensorOutput} keys (T_k, 2)
 * @property {TensorOutput} queryLengths (T_q), in all dimensions
 * @property {TensorOutput} keyLengths (T_k)
 * @property {number} kept the share of all squared lengths that lies in the plane
 *
 * @typedef {object} Meeting of a query with a head's keys
 * @property {TensorOutput} products (dK): of their features, whose sum is the score
 * @property {TensorOutput} angles (T_k), radians; NaN where one of the two is 0
 *
 * @typedef {object} Totals
 * @property {number} parameters
 * @property {number} flops a multiply and an add are 2
 * @property {number} bytesRead
 * @property {number} bytesWritten
 * @property {number} bytesHeld every buffer of the traced pass, and the parameters
 *
 * @typedef {Totals & { steps: Step[], oneFullSizeHead: Totals, fullSizeHeads: Totals }} Cost of the layer as configured; of one head as
 *   wide as the model (d_k = d_v = d_model); and of as many of those as there are heads
 *
 * @typedef {object} Extent
 * @property {number} [B] 1
 * @property {number} Tq
 * @property {number} [Tk] Tq; given, key and value are inputs of their own
 * @property {boolean} [causal]
 * @property {boolean} [padded] with a key padding mask
 *
 * @typedef {object} Operation what is known of all steps of one `op`, from the core's own table
 * @property {([number, number] | null)[]} reads of each input, which elements one element of the result is made of: along each of the last two
 *   dimensions an aligned block of so many that holds its own index, 0 for the whole; along a step's attribute `dim`, where it has one, in place
 *   of the last. Null: the very element, seen again in the same memory
 * @property {string[]} formulas how one element is made, in symbols: {a} and {b} name what is read of the operands, {x} {y} are single elements
 *   of them, {x0} {x1} those of a block, {terms} products that are summed, {i} {j} {pair} {width} the index, that of its block, and the row's
 *   size; other blanks are attributes. Of several, each is for one place in a block. None for what is not computed
 *
 * @typedef {object} MaskAttribute of the causal mask, that of padding and the attention mask those that there are, in this order
 * @property {boolean} additive
 * @property {number[]} strides over the scores' shape, 0 where it broadcasts
 *
 * @typedef {number | null | (number | null)[] | MaskAttribute[]} Attribute null stands for NaN
 *
 * @typedef {object} Step
 * @property {string} id stable, snake_case
 * @property {string} op one of core.operations
 * @property {"q" | "k" | "v" | null} lane
 * @property {number} stage from 0, without gaps
 * @property {string[]} inputs ids of the steps it reads
 * @property {WeightName[]} weights parameters it reads
 * @property {string[]} axes names, one a dimension
 * @property {number[]} shape
 * @property {number[]} strides
 * @property {number} offset
 * @property {boolean} contiguous
 * @property {"view" | "copy"} storage
 * @property {number} buffer which memory it lives in; views share it
 * @property {Record<string, Attribute>} attributes what the operation was given beside tensors: factor or factors, masks and fill, p and seed,
 *   dim and emptyRow, dims, sizes, start and length; a fill of -inf is -Infinity
 * @property {number} flops a multiply and an add are 2
 * @property {number} bytesRead each operand once; a view moves 0
 * @property {number} bytesWritten
 * @property {Message | null} error why it was refused: only the last step of a wrong path; strides, offset, contiguous, storage and
 *   buffer are then null, and shape is what was asked for
 */

/**
 * What labs ask.
 *
 * @typedef {object} Reordered
 * @property {TensorOutput} rows (B, T, n): the shuffled rows, each back at the place that its token came from
 * @property {TensorOutput} apart (B, T): of each, the largest difference from the row that stood there
 * @property {number} largest of those
 *
 * @typedef {object} ShapeCall
 * @property {"view" | "reshape" | "transpose" | "permute" | "contiguous" | "unsqueeze" | "expand"} name as torch.Tensor has it
 * @property {readonly number[]} [given] sizes, or dimensions
 *
 * @typedef {object} LaidOut how a tensor lies in memory
 * @property {null} error
 * @property {number[]} shape
 * @property {number[]} strides in elements
 * @property {number} offset
 * @property {boolean} contiguous
 * @property {"view" | "copy"} storage whether it shares the memory that the call was made on
 * @property {number} buffer which memory it lies in; 0 is that of the chain's first tensor
 * @property {Int32Array} places of each element, in logical order, where in the first tensor's memory it was
 *
 * @typedef {LaidOut | { error: Message }} ChainLink what a call has come to: a tensor, or why it was refused
 *
 * @typedef {object} HeadDials parts of a head's scaled score, each from 0, which is off, to 1
 * @property {number} [offset] whole tokens ahead of the query, below 0 back: where `place` looks
 * @property {number} [place]
 * @property {number} [word] the same word
 * @property {number} [first] the first token
 * @property {number} [sharpness] nats: the neighbour of what is looked for has e^-sharpness of its weight
 *
 * @typedef {object} HeadBlocks
 * @property {TensorOutput} wQ (dModel, dK)
 * @property {TensorOutput} wK (dModel, dK)
 *
 * @typedef {object} HeadFitOptions
 * @property {TensorInput} x (1, T, dModel)
 * @property {TensorInput} wanted (T, T): of rows that are 0 nothing is asked
 * @property {number} [heads] whose maps are added up; 1
 * @property {number} dK
 * @property {number} [seed] of the first weights; 0
 *
 * @typedef {object} HeadsFound
 * @property {TensorOutput} maps (1, heads, T, T)
 * @property {TensorOutput} wQ (dModel, heads dK)
 * @property {TensorOutput} wK (dModel, heads dK)
 */

/**
 * Models that are trained.
 *
 * @typedef {"reference" | "induction"} TaskName which noun *it*, *this/these* and *was/were* refer to; or what came after this letter before
 *
 * @typedef {object} ModelOptions what is left out is the task's own
 * @property {TaskName} [task] "reference"
 * @property {number} [dModel] 64, or 32
 * @property {number} [numHeads] of each layer: 4, or 2
 * @property {number} [layers] 2
 * @property {"words" | "stream"} [keysFrom] what keys and values are read from in every layer: the words' embeddings, or the stream, as usual
 * @property {number} [seed] of the weights and the sentences; 0
 *
 * @typedef {Required<ModelOptions>} ModelConfig
 *
 * @typedef {object} Cut of an edge: what a blank's query does not see, in every head of a layer
 * @property {number} layer from 0 on
 * @property {string} from a kind of blank: "this", "was" or "it"; "repeat"
 * @property {"noun" | "tells" | number} to the word that the answer is about, the word that tells which it is, or any position
 *
 * @typedef {object} Removal
 * @property {ArrayLike<ArrayLike<number>>} [headScale] [layer][head]: 0 takes a head away
 * @property {readonly Cut[]} [cut]
 *
 * @typedef {object} KindEvaluation of the blanks of one kind; NaN where there were none
 * @property {number} blanks how many there were
 * @property {number} accuracy from 0 to 1
 * @property {number} loss nats a blank
 * @property {number[][]} weights [layer][head]: the mean weight on the word that the answer is about
 * @property {number[][]} least the lesser of that of two groups of answers: singular and plural, an animal and something else
 * @property {number[][]} tells the mean weight on the word that tells which answer it is
 *
 * @typedef {object} Evaluation
 * @property {number} step
 * @property {Record<string, KindEvaluation>} kinds
 *
 * @typedef {object} Blank a position at which the model says a word; null for what the sentence does not say
 * @property {number} position
 * @property {string} kind
 * @property {string | null} answer
 * @property {number | null} noun the position of the word that the answer is about
 * @property {number | null} tells that of the word that tells which it is
 *
 * @typedef {object} Example
 * @property {string[]} tokens as the model reads them
 * @property {Blank[]} blanks
 *
 * @typedef {object} Prediction
 * @property {string[]} tokens as the model reads them
 * @property {(Blank & { words: { word: string, probability: number }[] })[]} blanks the likeliest word first
 * @property {TensorOutput[]} attention of each layer, (1, H, T, T)
 */

export {};
