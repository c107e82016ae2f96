/** What each row of the tables is, for references; the page itself has its label. @type {Readonly<Record<keyof import("../state/settings.js").Settings | keyof import("../state/shown.js").Shown, string>>} */
export const SAYS = {
  tokens: "The sentence, or its tokens as an array.",
  dModel: "Features of a token's vector.",
  heads: "Query heads.",
  causal: "Whether a token sees none that come after it.",
  weights:
    "What the layer's weights are: made to show patterns; drawn at random, by Xavier's rule or small; or trained, as it is opened.",
  seed: "What the words' vectors and the weights are drawn from.",
  colormap: "The colours of attention weights.",
  kvHeads: "Heads of keys and values, fewer of which are shared; as many as heads where it is left out.",
  dK: "Features of a query and a key in one head; d_model / heads where it is left out.",
  dV: "Features of a value in one head; as many as of a key where it is left out.",
  bias: "Whether each of the four projections adds a bias. It begins at 0.",
  fused:
    "Whether queries, keys and values are made by one product, of which they are slices; self-attention only.",
  training:
    "What is trained, as a link to the page Train has it: task, layers, stack, and the step that is shown.",
  keyTokens: "A second sentence, of which keys and values are made; none for self-attention.",
  batchTokens: "The second sentence of a batch: the shorter of the two is padded, and the padding masked.",
  step: "The id of the step on show.",
  batch: "The sentence of a batch that is looked at: 0 or 1.",
  head: "The selected head.",
  token: "The selected token, a query.",
  keyToken: "The selected key.",
  feature: "The selected feature of a head.",
  column: "The selected column of a width that is no head's.",
  layer:
    "Which layer is shown, of your own attention or of a model that was trained, where that is of several.",
  wrong: "The wrong path that is set beside the right one.",
  language: "The language of the code.",
  largest: "Whether attention is drawn to its largest weight, not to 1.",
  headView: "How one head is shown.",
  scaleEach: "Whether the colours of each head reach its own largest weight.",
  log: "Whether colours follow the weights' logarithm.",
  byEffect: "Whether heads stand in the order of what taking them away does.",
  compared: "Heads that are set side by side, as 2,5.",
  headScale: "What heads are scaled by, as 2:0.5,6:0; 0 is off, those left out are 1.",
};
