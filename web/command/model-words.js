import { shareSaid } from "../kit/text/share.js";
import { tokensOf } from "./token-rows.js";

/** Text of `headscope model --info`. */

/** @typedef {import("../models/state/description.js").Description} Description */
/** @typedef {import("./model-info.js").Facts} Facts */

/** @param {number} value */
const counted = (value) => value.toLocaleString("en");

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toLocaleString("en", { maximumSignificantDigits: 3 });

/** Orders of a layer's parts. @type {Readonly<Record<Description["order"], string>>} */
const ORDERS = {
  pre: "before attention and before the feed-forward network",
  post: "after attention and after the feed-forward network",
  sandwich: "before and after attention, and before and after the feed-forward network",
  parallel: "before attention and the feed-forward network, which stand side by side",
  after: "after attention and after the feed-forward network, before each is added",
};

/** @type {Readonly<Record<Description["activation"], string>>} */
const ACTIVATIONS = {
  gelu: "GELU",
  gelu_tanh: "GELU (tanh)",
  quick_gelu: "GELU (logistic)",
  silu: "SiLU",
  relu: "ReLU",
};

/** The family, and the model_type that it is tried on. @param {{ family: string, tried?: string }} info */
const familyOf = ({ family, tried }) => (tried === undefined ? family : `${tried}, tried as ${family}`);

/** @param {Description} model */
function positionsIn({ ropes, byDistance, added, alibi, longest, layers }) {
  if (byDistance) return `learned positions by distance of ${counted(longest)} tokens`;
  if (alibi) return "positions by ALiBi";
  const turned = ropes.filter((rope) => rope !== null);
  const [rope] = turned;
  if (!rope)
    return `learned positions of ${counted(longest)} tokens${added ? ", and learned numbers of distances" : ""}`;
  const share = rope.fraction === 1 ? "" : ` of ${rope.fraction} of each head`;
  const bases = [...new Set(turned.map(({ base }) => counted(base)))].join(" and ");
  const scaling = turned.find((each) => each.scaling)?.scaling;
  const by = scaling && "factor" in scaling ? ` by ${scaling.factor}` : "";
  const scaled = scaling ? `, scaled${by} (${scaling.kind})` : "";
  const some = turned.length < layers ? ` in ${turned.length} of ${layers} layers` : "";
  return `rotary positions${share}, base ${bases}${scaled}, for ${counted(longest)} tokens${some}`;
}

/** @param {Description} model */
function windowIn({ windows, layers }) {
  const widths = windows.filter((width) => width !== null);
  const [width] = widths;
  if (width === undefined) return "";
  const sides = typeof width === "number" ? counted(width) : `${width.map(counted).join(" and ")} more`;
  return `a window of ${sides} tokens in ${widths.length} of ${layers} layers`;
}

/** @param {Facts} facts */
function outputOf({ predicts, causal, description }) {
  if (!predicts) return "predicts nothing: the weights hold no output layer";
  if (description.vision) return `predicts one of ${counted(description.vocabulary)} classes`;
  return `predicts ${causal ? "the next piece" : "masked pieces"}${description.tied ? ", by the words' embeddings" : ""}`;
}

/** @param {Facts} facts */
function picturesOf({ description: { vision } }) {
  if (!vision) return "";
  const { size, patch, channels, extra } = vision;
  const before = extra.length ? `${extra.join(", ")} before them` : "no token before them";
  return `${size.join(" × ")} pixels${channels === 1 ? " in grey" : ""}, in patches of ${patch.join(" × ")}; ${before}`;
}

export const MODEL = {
  /** @param {Facts} facts */
  title: ({ layers, heads, kvHeads, parameters, ...info }) =>
    `${familyOf(info)}: ${counted(layers)} layers of ${counted(heads)} heads${kvHeads < heads ? ` (${counted(kvHeads)} of keys and values)` : ""}, ${counted(parameters)} parameters`,
  /** By name; a row without text is left out. @type {Readonly<Record<string, (facts: Facts) => string>>} */
  rows: {
    sizes: ({ dModel, dHead, vocabulary, vision }) =>
      `d_model ${counted(dModel)}, d_head ${counted(dHead)}${vision ? "" : `, vocabulary ${counted(vocabulary)}`}`,
    pictures: picturesOf,
    attention: ({ causal, description }) =>
      [
        causal ? "causal" : "every token sees every other",
        positionsIn(description),
        windowIn(description),
        description.qkNorm ? "RMSNorm of queries and keys" : "",
        description.softcap === null ? "" : `scores capped at ${description.softcap}`,
      ]
        .filter(Boolean)
        .join("; "),
    kinds: ({ encoder, layers }) =>
      encoder
        ? `encoder, of ${counted(encoder.layers)} layers of ${counted(encoder.heads)} heads; decoder and cross, of ${counted(layers)} layers`
        : "",
    norms: ({ description: { norm, order } }) =>
      `${norm === "rms" ? "RMSNorm" : "LayerNorm"} ${ORDERS[order]}`,
    "feed-forward": ({ description: { dFeedForward, activation, gated } }) =>
      `${counted(dFeedForward)} wide, ${ACTIVATIONS[activation]}${gated ? ", gated" : ""}`,
    output: outputOf,
    weights: ({ types, files }) =>
      `${types.join(", ")}; ${files.map(({ name, size }) => `${name}, ${megabytes(size)} MB`).join("; ")}`,
    text: ({ whyNoText, vision }) => (vision ? "" : (whyNoText ?? "cut into pieces by tokenizer.json")),
    "not used": ({ unused }) =>
      unused.length > MOST_NAMED
        ? `${unused.slice(0, MOST_NAMED).join(", ")} and ${unused.length - MOST_NAMED} more`
        : unused.join(", "),
  },
};

const MOST_NAMED = 4; // tensors

/** Text of `headscope model --text`. */
export const RUN = {
  /** @param {{ family: string, tried?: string }} info @param {{ kind?: string, layer: number, head: number | undefined }} of */
  title: (info, of) => `${familyOf(info)}: ${placeOf(of)}`,
  /** @param {import("./model-run.js").Result} result */
  report: (result) =>
    [summaryOf(result), ...result.predictions.map((each) => predictionsOf(each, result)), strongestOf(result)]
      .filter(Boolean)
      .join("\n"),
};

/** @typedef {import("./model-run.js").Result} Result */

/** @param {Result} result */
const summaryOf = ({ info, tokens, source, loss }) =>
  [
    `${familyOf(info)}: ${counted(info.layers)} layers of ${counted(info.heads)} heads`,
    ...(source ? [`source: ${source.map(({ text }) => text).join(" | ")}`] : []),
    `${source ? "target" : "pieces"}: ${tokens.map(({ text }) => text).join(" | ")}`,
    ...(Number.isFinite(loss) ? [`loss: ${Number(loss).toFixed(3)} nats a piece`] : []),
    "",
  ].join("\n");

/** @param {Result["predictions"][number]} prediction @param {Result} result */
function predictionsOf({ token, pieces }, { info, tokens }) {
  const where = info.causal ? `after "${tokens[token].text}"` : `in place of piece ${token}`;
  const rows = pieces.map(
    ({ text, probability }) => `  ${(100 * probability).toFixed(1).padStart(5)} %  ${text}\n`,
  );
  return `${where}:\n${rows.join("")}`;
}

/** The key that each piece attends to most in one head. @param {Result} result */
function strongestOf({ tokens, source, attention, kind, layer = 0, head }) {
  if (!attention || head === undefined) return "";
  const { queries, keys } = tokensOf({ tokens, source }, kind);
  const count = keys.length;
  const wide = Math.max(...queries.map(({ text }) => text.length));
  const rows = queries.map(({ text }, i) => {
    const row = attention.data.subarray(i * count, (i + 1) * count);
    const key = row.indexOf(Math.max(...row));
    return `  ${text.padEnd(wide)}  ${shareSaid(row[key])}  ${keys[key].text}\n`;
  });
  return `${placeOf({ kind, layer, head })}: the key with most weight\n${rows.join("")}`;
}

/** "cross, layer 1, head 0" @param {{ kind?: string, layer: number, head: number | undefined }} of */
const placeOf = ({ kind, layer, head }) =>
  `${kind ? `${kind}, ` : ""}layer ${layer}${head === undefined ? "" : `, head ${head}`}`;
