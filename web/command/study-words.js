import { LOSS_WITHOUT } from "../models/state/loss-without.js";

/** Text of `headscope study`. */

/** @typedef {import("../models/index.js").HeadName} HeadName */

/** What a head looks at, by the name of the measure. @type {Readonly<Record<string, string>>} */
const LOOKS_AT = {
  previous: "the previous token",
  first: "the first token",
  same: "the token itself",
  next: "the next token",
  twoBefore: "the token two before",
  sameWord: "earlier pieces of its own word",
  samePiece: "the same piece elsewhere",
  induction: "what followed the same piece earlier",
  inductionPair: "what followed the same two pieces earlier",
  separators: "marks that separate",
  colons: "colons",
  functionWords: "function words",
  sentenceStart: "the beginning of its sentence",
  lastNoun: "the last noun",
  mask: "masks",
};

/** @param {number} count */
const counted = (count) => `${count.toLocaleString("en")} ${count === 1 ? "sentence" : "sentences"}`;

/** Heads without which the loss rises most, with intervals above 0. @param {import("./study-report.js").Facts} facts */
function lossLines({ measures, heads }) {
  const at = measures.indexOf(LOSS_WITHOUT);
  const rising = heads.filter(({ mean, half }) => mean[at] - half[at] > 0);
  return rising
    .sort((a, b) => b.mean[at] - a.mean[at])
    .slice(0, LISTED)
    .map(({ layer, head, mean, half }) => {
      const name = `${layer}.${head}`.padEnd(7);
      return `  ${name} ${mean[at].toFixed(3)} ± ${half[at].toFixed(3)}\n`;
    });
}

const LISTED = 8; // heads

/** @param {import("./study-report.js").Facts} facts @param {readonly HeadName[]} names */
export function STUDY_REPORT(facts, names) {
  const { model, commit, sentences, heads } = facts;
  const lines = names.flatMap(({ name, strength, mean, half, count }, i) => {
    if (name === null) return [];
    const head = `${heads[i].layer}.${heads[i].head}`.padEnd(7);
    const number = `${mean.toFixed(2)}${Number.isNaN(half) ? "" : ` ± ${half.toFixed(2)}`}`;
    const partly = strength === "partly" ? ", in part" : "";
    return [`  ${head} ${number}  ${LOOKS_AT[name]}${partly} (${counted(count)})\n`];
  });
  const named = lines.length ? "Heads with a name, by layer and head:" : "No head has a name.";
  const losses = lossLines(facts);
  const without = losses.length
    ? `\nThe loss rises most without these heads, in nats a piece:\n${losses.join("")}`
    : "";
  const of = commit === undefined ? model : `${model}, commit ${commit}`;
  return `${of}; ${counted(sentences)}\n\n${named}\n${lines.join("")}${without}`;
}
