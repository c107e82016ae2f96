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

/** @param {import("./study-report.js").Facts} facts @param {readonly HeadName[]} names */
export function STUDY_REPORT({ model, sentences, heads }, names) {
  const lines = names.flatMap(({ name, strength, mean, half, count }, i) => {
    if (name === null) return [];
    const head = `${heads[i].layer}.${heads[i].head}`.padEnd(7);
    const number = `${mean.toFixed(2)}${Number.isNaN(half) ? "" : ` ± ${half.toFixed(2)}`}`;
    const partly = strength === "partly" ? ", in part" : "";
    return [`  ${head} ${number}  ${LOOKS_AT[name]}${partly} (${counted(count)})\n`];
  });
  const named = lines.length ? "Heads with a name, by layer and head:" : "No head has a name.";
  return `${model}; ${counted(sentences)}\n\n${named}\n${lines.join("")}`;
}
