/** What each setting is, for references; the page itself has its label. @type {Readonly<Record<keyof import("../state/settings.js").Settings, string>>} */
export const SAYS = {
  tokens: "The sentence, or its tokens as an array.",
  dModel: "Features of a token's vector.",
  heads: "Query heads.",
  causal: "Whether a token sees none that come after it.",
  weights:
    "What the layer's weights are: made to show patterns, or drawn at random, by Xavier's rule or small.",
  seed: "What the words' vectors and the weights are drawn from.",
  colormap: "The colours of attention weights.",
  kvHeads: "Heads of keys and values, fewer of which are shared; as many as heads where it is left out.",
  keyTokens: "A second sentence, of which keys and values are made; none for self-attention.",
};
