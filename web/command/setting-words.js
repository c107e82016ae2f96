/**
 * Descriptions of the tables' rows for the reference; the page has only their labels.
 * @type {Readonly<Record<keyof import("../kit/state/settings.js").Settings | keyof import("../kit/state/shown.js").Shown, string>>}
 */
export const SAYS = {
  tokens: "The sentence as text, or its tokens as an array.",
  dModel: "Width of a token's vector.",
  heads: "Number of query heads.",
  causal: "Causal mask: each token attends only to itself and earlier tokens.",
  weights:
    "Weights of the layer: made to show patterns; random, by Xavier's rule; small and random; trained in the page; or those of the models that come with the package: one of language, one of translation from English to French, and one of pictures of clothes.",
  attentionKind:
    "Which attention of the model of translation: the encoder's, the decoder's, or the cross-attention from the French words to the English ones.",
  visionPicture:
    "Which of the forty pictures the model of pictures reads. Its tokens are [CLS] and 49 patches, in place of a sentence.",
  painted:
    'Places of the patches that are painted black, such as 1,2,8: 1 is the first patch, 49 the last. Only with weights="vision".',
  seed: "Seed of the words' vectors and of the weights.",
  colormap: "Colours of attention weights.",
  kvHeads: "Number of key/value heads (grouped-query attention). Defaults to heads.",
  dK: "Width of a query and a key in one head. Defaults to d_model / heads.",
  dV: "Width of a value in one head. Defaults to d-k.",
  bias: "Adds a bias to each of the four projections. Biases start at 0.",
  fused: "Computes queries, keys and values by one product and slices them. Self-attention only.",
  rope: "Rotary positions of queries and keys. A pair is two neighbouring features (interleaved), or one feature of each half (half), as in Llama.",
  ropeBase: "Base of the rotary angles: pair i of n features turns by position · base^(−2i / n).",
  qkNorm: "Norms each head's queries and keys (RMSNorm over d_k).",
  alibi: "Subtracts the distance of query and key from each score, times a slope of the head. Not with rope.",
  softcap: "Largest score c: a score s becomes c · tanh(s / c) before the mask. Empty: none.",
  window:
    "Number of keys that a query sees, itself among them; or how many before and after it, such as 4,4. -1 is all. Empty: none.",
  sinks: "Adds a learned score of each head to the softmax, which belongs to no key.",
  latentRank:
    "Width of the latent from which all heads compute keys and values (multi-head latent attention). Needs rope, and weights other than constructed. Empty: none.",
  latentQueryRank:
    "Width of the latent from which queries are computed. Empty: none, queries are computed from x.",
  latentRopeWidth: "Features of each head that rope turns, with latent-rank. Defaults to d_k / 2.",
  latentNorm: "Norms each latent (RMSNorm), with latent-rank.",
  training: "The trained model, as a link of the page Train: task, layers, stack, step of training.",
  keyTokens: "Second sentence, which gives keys and values (cross-attention). Empty: self-attention.",
  batchTokens: "Second sentence of a batch. The shorter sentence is padded, and the padding masked.",
  step: "Id of the current step.",
  batch: "Selected sentence of a batch: 0 or 1.",
  head: "Selected head.",
  token: "Selected query token.",
  keyToken: "Selected key token.",
  feature: "Selected feature of a head.",
  column: "Selected column of a width that belongs to no head.",
  layer: "Layer on show, of attention weights or of a model with several layers.",
  wrong: "Wrong path that is compared with the right one.",
  language: "Language of the code.",
  largest: "Scales attention colours to the largest weight in place of 1.",
  headView: "How one head is drawn.",
  scaleEach: "Scales the colours of each head to its own largest weight.",
  log: "Colours follow the logarithm of the weights.",
  byEffect: "Orders heads by the effect of removing them.",
  compared: "Heads compared side by side, such as 2,5.",
  headScale: "Factors of heads, such as 2:0.5,6:0. 0 switches a head off; heads left out are 1.",
};
