import { groupDigits } from "../kit/text/grouped.js";
import { words } from "../kit/text/words.js";
import { windowSaid } from "./state/layer-kind.js";

/** Words of the page Models. */

/** Which model is on show, and how others are opened. */
export const WHICH_MODEL = words("whichModel", {
  about: "A model from your disk, and every head of it",
  model: "model",
  /** A model in the list. @param {{ name: string, size: string, from: string }} of */
  listed: ({ name, size, from }) => `${name} · ${size} · ${from}`,
  disk: "your disk",
  /** @param {string} size with the letter of its unit, such as "2 M" */
  bytes: (size) => `${size}B`,
  site: "this site",
  hub: "the hub",
  close: "Close",
  /** @param {string} name */
  closing: (name) => `Close ${name}, and free its memory`,
  open: "Open a model from your disk…",
  more: "more",
  named: "or by its name",
  files: "choose files",
  drop: "or drop its folder here",
  private: "Files that you open stay on this machine: nothing of them is sent.",
  git: "git clone",
  cli: "hf download openai-community/gpt2 --local-dir gpt2",
  /** @param {any} git @param {any} cli */
  commands: (git, cli) => [
    "Take a model’s folder from the hub: ",
    git,
    ", or ",
    cli,
    ". It has config.json, model.safetensors and tokenizer.json.",
  ],
  kinds:
    "Families such as GPT-2, Llama, Mistral, Qwen, Gemma, Phi, OLMo, Falcon, BLOOM, BERT, RoBERTa and ModernBERT are read, in F32, F16 or BF16; of models that read pictures, ViT, DeiT, DINOv2, and those of CLIP and SigLIP.",
  /** @param {{ family: string, layers: number, heads: number, dModel: number, dHead: number, parameters: string }} of */
  found: ({ family, layers, heads, dModel, dHead, parameters }) =>
    `${family} · ${groupDigits(layers)} layers · ${heads} heads · d_model ${dModel} · d_k ${dHead} · ${parameters} parameters`,
  /** @param {string} family */
  tryAs: (family) => `Try it as ${family}`,
  /** @param {string} type @param {string} family */
  tried: (type, family) => `${type}, tried as ${family}`,
  /** @param {string} name */
  opening: (name) => `Opening ${name}`,
  /** @param {number} done @param {number} total */
  computing: (done, total) => `Block ${done} of ${total}`,
  /** @param {number} done pieces of the target that are written */
  writing: (done) => `Writing the target: ${done} pieces`,
  /** @param {number} arrived @param {number} layers */
  stopped: (arrived, layers) => `${arrived} of ${layers} layers, stopped`,
  goOn: "Load the rest",
  stop: "Stop",
  none: "Open a model to see every one of its heads on your own sentence.",
  shows: "What the page shows of each head",
  looks: "where it looks",
  writes: "what it writes",
});

/** Models of the hub, by name. */
export const HUB_MODELS = words("hubModels", {
  title: "A model on the Hugging Face hub",
  open: "Open",
  token: "Access token of your account",
  tokenKept: "The token is used for this model in this visit, and is not stored.",
  /** @param {string} name */
  linked: (name) => `${name} is not open yet. Press “Open” to see its heads.`,
  /** @param {string} host */
  promise: (host) =>
    `“Open” asks ${host}, and the hosts that it names, for parts of the model’s files. Nothing is asked before. Your sentence is not sent: it is computed on this machine. From the rows of embeddings that are fetched, the host can tell its pieces.`,
  /** @param {string} size with the letter of its unit */
  kept: (size) => `The browser keeps ${size}B of models for the next visit.`,
  forget: "Forget it",
  columns: ["model", "parameters", "until the first picture", "in all"],
  /** @param {number} size */
  megabytes: (size) => `${groupDigits(size)} MB`,
  /** What a model is, by its kind. */
  kinds: {
    llama: "30 layers of 9 heads, small and recent, like Llama",
    neox: "6 layers of 8 heads, made for studies of how models learn",
    gpt2: "12 layers of 12 heads, the model that most papers on heads look at",
    bert: "12 layers of 12 heads, reads both ways and fills in masks",
    qwen2: "24 layers of 14 heads in groups, reads many languages",
  },
});

/** The text that the model reads. */
export const MODEL_TEXT = words("modelText", {
  text: "Text",
  ids: "Ids of pieces",
  edit: "Edit",
  run: "Run",
  nothingYet: "The model has read nothing yet. Change the text above: the maps of its heads appear here.",
  noTokenizer: "The folder has no tokenizer.json: the model reads ids of pieces.",
  pieces: "Pieces of the text; press one to select its query",
  id: "id",
  /** @param {string} piece */
  after: (piece) => `after ${piece}`,
  masked: "in place of the mask",
  mask: "Mask this piece",
  unmask: "Show this piece",
  toMask: "Mask a piece to see the likeliest in its place.",
  on: "Go on",
  /** @param {number} pieces */
  onMany: (pieces) => `×${pieces}: add ${pieces} pieces`,
  /** @param {number} left */
  stopAdding: (left) => `Stop: ${left} pieces are still to be added`,
  add: "Add this piece to the text",
  temperature: "temperature",
  topK: "top-k",
  seed: "seed",
  sampling:
    "Temperature 0 takes the likeliest piece. Above 0, a piece is drawn from the k likeliest; the same seed draws the same pieces.",
  cache: "What a cache saves",
  noOutput: "The weights have no output layer: nothing is predicted.",
  corner: "piece",
  columns: ["id", "probability"],
});

/** The maps of all heads. */
export const EVERY_HEAD = words("everyHead", {
  title: "Every head",
  mark: "mark",
  order: "order",
  /** Labels of measures. @type {Readonly<Record<string, string>>} */
  measures: {
    none: "none",
    first: "first token",
    sink: "sink",
    previous: "previous token",
    sameWord: "same word",
    afterSame: "induction",
    entropy: "entropy",
  },
  orders: { layer: "layer", measure: "measure" },
  only: "only marked heads",
  /** @param {string} name @param {string} figure */
  withFigure: (name, figure) => `${name} ${figure}`,
  nats: " nats",
  /** What a frame means, by measure. @type {Readonly<Record<string, string>>} */
  framed: {
    first: "over half of its weight on the first token",
    sink: "over half of its weight in its sink, a learned logit without a key",
    previous: "over half of its weight on the previous token",
    sameWord: "over half of its weight on the same word elsewhere",
    afterSame: "over half of its weight on what followed the same word before: induction",
    entropy: "at least 95 % of the entropy of equal weights",
  },
  /** @param {number} count @param {number} all */
  standing: (count, all) => `${count} of ${all} heads stand out`,
  causal: "Grey cells are masked.",
  unmeasured: "A query sees no later key; the first query sees only itself and is left out of measures.",
  /** @param {number} n */
  pooled: (n) => `Each dot is the largest of ${n} × ${n} weights.`,
  /** @param {{ layers: number, heads: number, tokens: number }} of */
  summary: ({ layers, heads, tokens }) =>
    `Attention of ${layers} layers of ${heads} heads over ${tokens} pieces, a map a head. Press Enter, then walk with the arrow keys.`,
  /** Kinds of attention of a model with an encoder and a decoder. @type {Readonly<Record<string, string>>} */
  attentions: { encoder: "encoder", decoder: "decoder", cross: "cross" },
  /** What a layer is: its window, and positions where they are not as usual. @param {import("./state/layer-kind.js").LayerKind} of */
  kind: ({ window, positions, isCross }) =>
    isCross
      ? "cross"
      : [
          window === null ? "global" : `window ${windowSaid(window)}`,
          positions === "none" ? "no positions" : positions === "alibi" ? "ALiBi" : "",
        ]
          .filter(Boolean)
          .join(", "),
  layer: (/** @type {number} */ layer) => `layer ${layer}`,
  stale: "Still showing the previous sentence",
  corner: "layer, head",
  /** @param {string} model */
  picture: (model) => `Attention of every head of ${model}`,
});

/** One head, large. */
export const MODEL_HEAD = words("modelHead", {
  coming: "This layer has not arrived yet",
  noRole: "no clear role",
  /** @param {string} role @param {number} queries */
  over: (role, queries) => `${role}, mean over ${queries} ${queries === 1 ? "query" : "queries"}`,
  /** @param {string} figure */
  first: (figure) => `${figure} on the first token`,
  /** @param {string} head @param {string} piece */
  summary: (head, piece) => `Attention weights of ${head}, a row a query. Selected: ${piece}.`,
  /** @param {string} piece */
  ranked: (piece) => `Where “${piece}” looks`,
  off: "Switch it off",
  on: "Switch it on",
  withAll: "with all heads:",
  withOff: "without the heads that are off:",
  now: "now",
  unlikely: "unlikely",
  corner: "query",
  /** A view other than the map. @param {string} view @param {{ query: string, key: string }} pieces */
  pair: (view, { query, key }) => `${view}: “${query}” and “${key}”`,
  /** @param {string} piece */
  adds: (piece) => `What it adds to the output of “${piece}”`,
  share: "share of the attention output",
  /** @param {string} moved */
  without: (moved) =>
    `Through its rows of W_O. The shares of all heads of the layer and of b_O add up to 1. Without it the layer’s attention output moves by ${moved} of its norm, over all pieces.`,
  unselected: "Select the head to see what it adds to the output.",
  masked: "masked",
  why: "Why this much?",
});

/** The weight on pieces, summed by layer. */
export const LAYER_SUMS = words("layerSums", {
  title: "All heads of a layer together",
  /** @param {string} piece @param {number} heads */
  how: (piece, heads) =>
    `The weight that “${piece}” puts on each piece, summed over the ${heads} heads of a layer: ${heads} in all.`,
  point: "Point at a column, or at its piece in the text.",
  /** @param {string} piece */
  summary: (piece) =>
    `Weight from “${piece}” on each piece, summed over the heads of a layer; a row a layer, a column a piece.`,
  /** @param {{ query: string, key: string }} pieces */
  pair: ({ query, key }) => `“${query}” to “${key}”, all heads of a layer`,
  corner: "layer",
});

/** The pieces of a source and its target, of a model with an encoder and a decoder. */
export const MODEL_ROWS = words("modelRows", {
  source: "source",
  target: "target",
  written: "written",
  kinds: "maps of",
  empty: "Empty: the model writes it",
  emptyIds: "Empty: the model writes it; else ids of its pieces, the start among them",
  /** @param {string} source @param {string} target */
  summary: (source, target) =>
    `The source, ${source}, above the target, ${target}; curves are weights of the selected head.`,
});

/** Ablation. */
export const MODEL_ABLATION = words("modelAblation", {
  title: "Ablate",
  none: "All heads are on.",
  off: "Off:",
  /** @param {string} head */
  on: (head) => `Switch ${head} on`,
  /** @param {number} layer */
  layerOff: (layer) => `Layer ${layer} off`,
  /** @param {number} layer @param {number} head */
  solo: (layer, head) => `Head ${head} solo in layer ${layer}`,
  allOn: "Switch all on",
  /** @param {{ piece: string, before: string, after: string }} of */
  probability: ({ piece, before, after }) =>
    `Probability of “${piece}”: ${before} with all heads, ${after} without`,
  /** @param {{ before: string, after: string }} of */
  loss: ({ before, after }) => `Loss: ${before} nats a piece with all heads, ${after} without`,
  /** @param {string} piece */
  which: (piece) => `Which heads matter for “${piece}”?`,
  rank: "Switch off each head in turn",
  how: "The change without each head, largest first.",
  by: "sorted by",
  ways: { probability: "probability", loss: "loss of the sentence" },
  /** @param {number} done @param {number} total */
  ranking: (done, total) => `${done} of ${total} heads`,
  corner: "head",
  columns: ["change of probability", "change of loss, nats a piece"],
});

/** Words of two sentences beside each other, on the page Models. */
export const MODEL_PAIR = words("modelPair", {
  title: "Two sentences beside each other",
  what: "Change one word, and see which heads look elsewhere.",
  second: "Second sentence",
  compare: "Compare",
  end: "Remove the second sentence",
  comparing: "Reading the second sentence",
  stale: "Still showing the previous sentences",
  pieces: "Pieces of both sentences; those that differ are marked",
  /** @param {string} piece */
  quoted: (piece) => `“${piece}”`,
  /** @param {string} pieces */
  aloneFirst: (pieces) => `Without a partner in the second sentence: ${pieces}`,
  /** @param {string} pieces */
  aloneSecond: (pieces) => `Without a partner in the first sentence: ${pieces}`,
  caption: "Second minus first: the core computes every weight for both sentences and subtracts them.",
  masked: "Grey cells are masked.",
  /** @param {{ layers: number, heads: number, tokens: number }} of */
  summary: ({ layers, heads, tokens }) =>
    `Difference of the maps of ${layers} layers of ${heads} heads over ${tokens} aligned pieces. Press Enter, then walk with the arrow keys.`,
  ranking: "Heads that move most",
  /** @param {number} queries */
  measure: (queries) =>
    `The share of a query’s weight that lies on other keys in the second sentence, mean over ${queries} ${queries === 1 ? "query" : "queries"}.`,
  causal: "Queries before the first changed piece read the same pieces and are left out.",
  /** @param {string} head */
  one: (head) => `${head}: second minus first`,
  /** @param {string} head @param {string} figure */
  oneSummary: (head, figure) =>
    `Difference of the attention weights of ${head}, a row a query. ${figure} of its weight moves.`,
  corner: "head",
  columns: ["share of weight that moves"],
  query: "query",
});

/** The fold below, whose own words load with it. */
export const STUDY_FOLD = words("studyFold", {
  title: "On many sentences",
  question: "What does a head do, over hundreds of sentences?",
});

/** Words about the folder that is remembered for the next visit. */
export const KEPT_FOLDER = words("keptFolder", {
  /** @param {string} name */
  keep: (name) => `Remember the folder ${name} for the next visit`,
  what: "The browser remembers where the folder is; its files stay there, and the browser asks before it reads them.",
  /** @param {string} name */
  kept: (name) => `The folder ${name} is remembered.`,
  /** @param {string} name */
  again: (name) => `Open it again: ${name}`,
  forget: "Forget it",
  /** @param {string} reason of the browser */
  unstored: (reason) => `The browser's storage did not take this change (${reason}). Press the button again.`,
  refused: "The browser may not read the folder. Open it with the button above.",
});
