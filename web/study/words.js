import { groupDigits } from "../kit/text/grouped.js";
import { words } from "../kit/text/words.js";

/** Words of the views of many sentences. */

/** Measures of a head, by name. */
export const STUDY_MEASURES = words("studyMeasures", {
  /** As axes. @type {Readonly<Record<string, string>>} */
  axes: {
    previous: "weight on the previous token",
    first: "weight on the first token",
    same: "weight on the token itself",
    next: "weight on the next token",
    twoBefore: "weight on the token two before",
    sameWord: "weight on earlier pieces of the same word",
    samePiece: "weight on the same piece, earlier",
    induction: "weight on what came after the same piece, earlier",
    inductionPair: "weight on what came after the same two pieces, earlier",
    separators: "weight on punctuation and separators",
    colons: "weight on colons",
    sentenceStart: "weight on the start of the sentence",
    lastNoun: "weight on the last noun-like word",
    mask: "weight on the mask token",
    entropy: "entropy, nats",
    distance: "distance, tokens",
    far: "weight beyond 10 tokens",
    smallValues: "weight on tokens with small value vectors",
    valueNorm: "weight × norm of the value vectors",
    functionWords: "weight on function words",
    lossWithout: "rise of the loss without the head, nats a piece",
  },
  /** As names of heads. @type {Readonly<Record<string, string>>} */
  names: {
    previous: "previous token",
    first: "first token",
    same: "itself",
    next: "next token",
    twoBefore: "two before",
    sameWord: "same word",
    samePiece: "same piece",
    induction: "induction",
    inductionPair: "induction after pairs",
    separators: "separators",
    colons: "colons",
    sentenceStart: "start of the sentence",
    lastNoun: "last noun",
    mask: "mask",
    entropy: "entropy",
    distance: "distance",
    far: "far tokens",
    smallValues: "small values",
    valueNorm: "norm of values",
    functionWords: "function words",
    lossWithout: "loss without the head",
  },
  /** @param {string} name */
  partly: (name) => `partly ${name}`,
});

/** The fold, the text, and the run. */
export const STUDY_SOURCE = words("studySource", {
  text: "text",
  progress: "Sentences measured",
  kinds: {
    default: "500 sentences that the small model did not learn from",
    text: "your own",
    file: "a file",
  },
  own: "Your text",
  choose: "choose a file",
  drop: "or drop it here: .txt, .csv, .jsonl, or a result, study.npz",
  column: "column",
  cut: "cut into",
  /** How a text is cut. @type {Readonly<Record<string, string>>} */
  cuts: { sentences: "sentences", lines: "lines" },
  /** @type {Readonly<Record<string, string>>} */
  how: {
    sentences: "A sentence ends at . ! ? or … before a space, and at the end of a line.",
    lines: "Each line that is not empty is a sentence.",
  },
  start: "Measure all heads",
  stop: "Stop",
  on: "Go on",
  /** @param {{ done: number, total: number | null }} of */
  done: ({ done, total }) =>
    total === null
      ? `${groupDigits(done)} sentences`
      : `${groupDigits(done)} of ${groupDigits(total)} sentences`,
  /** @param {string} count */
  speed: (count) => `${count} a second`,
  /** @param {string} time */
  left: (time) => `about ${time} left`,
  /** @param {number} seconds */
  seconds: (seconds) => `${seconds} s`,
  /** @param {number} minutes */
  minutes: (minutes) => `${minutes} min`,
  /** @param {number} hours */
  hours: (hours) => `${hours} h`,
  losses: "and how far the loss rises without each head",
  /** @param {number} times */
  times: (times) => `(about ${groupDigits(times)} times as long)`,
  /** @param {string} time @param {number} count */
  takes: (time, count) => `(about ${time} for ${groupDigits(count)} sentences)`,
  private: "Everything is computed on this machine; the text is not sent, and no link holds it.",
  /** @param {string} model @param {string} text */
  of: (model, text) => `${model}, ${text}`,
});

/** All heads as points. */
export const STUDY_POINTS = words("studyPoints", {
  /** @param {number} count */
  title: (count) => `All ${groupDigits(count)} heads`,
  about:
    "a point is a head; its cross is the 95 % interval over sentences; dashed: attention that is spread evenly",
  up: "Upright axis",
  across: "Level axis",
  varies: "how far it varies between sentences",
  /** @param {string} axis */
  deviation: (axis) => `deviation of: ${axis}`,
  /** @param {{ x: string, y: string, count: number }} of */
  summary: ({ x, y, count }) =>
    `${count} heads as points. Across: ${x}. Up: ${y}. Press Enter, then walk with the arrow keys, or from head to head with Page Up and Page Down; with Shift, left and right arrows frame the heads around.`,
  press: "Press a point for its sentences; drag to frame several.",
  /** @param {string} mean @param {string} half */
  interval: (mean, half) => `${mean} ± ${half}`,
  /** @param {string} from @param {string} to */
  readout: (from, to) => `across ${from}, up ${to}`,
  /** After the name of a head. */
  colon: ":",
  /** Between the numbers of two results. */
  then: "; then ",
  /** @param {number} count */
  framed: (count) => `${count} ${count === 1 ? "head" : "heads"} framed:`,
  release: "Release",
  layer: (/** @type {number} */ layer) => `layer ${layer}`,
  /** @param {number} count */
  without: (count) =>
    `${count} ${count === 1 ? "head has" : "heads have"} no such query or key, and no point.`,
  keep: "Keep, to compare with another model or text",
  corner: "layer, head",
  half: "± (95 %)",
  /** @param {string} title */
  picture: (title) => `Heads of ${title}`,
  /** @param {string} share */
  even: (share) => `evenly ${share}`,
});

/** One head. */
export const STUDY_HEAD = words("studyHead", {
  parts: {
    strongest: "strongest",
    tenths: "from each tenth",
    looks: "what it looks at",
    all: "all measures",
  },
  part: "View of the head",
  by: "by",
  /** @param {{ axis: string, mean: string, half: string, count: number, of: number }} of */
  mean: ({ axis, mean, half, count, of }) =>
    `${axis}: ${mean} ± ${half}, the mean over ${count === of ? `all ${groupDigits(of)}` : `${groupDigits(count)} of ${groupDigits(of)}`} sentences${count === of ? "" : "; the others have no such query or key"}.`,
  none: "No sentence so far has such a query or key.",
  value: "value",
  asks: "asks",
  same: "the same piece, earlier",
  looked: "looked at",
  strongest: "These are its best cases. See “from each tenth” before you give the head a name.",
  tenths: "All sentences in order, one from the middle of each tenth.",
  /** @param {number} number */
  sentence: (number) => `sentence ${groupDigits(number + 1)}`,
  noText: "The file of a result holds no text: sentences have their numbers only.",
  open: "Open this sentence",
  noLooks: "The file of a result does not say which pieces were looked at.",
  waits: "Pieces are counted when the run ends or is stopped.",
  pairs: "Most often, the largest weight goes",
  /** @param {{ key: string, count: number, of: number }} at */
  rests: ({ key, count, of }) =>
    `On ${key} for ${groupDigits(count)} of ${groupDigits(of)} queries; for the others:`,
  pairColumns: ["from", "to", "times", "distance"],
  /** @param {string} name */
  except: (name) => `Where “${name}” does not hold`,
  exceptHow: "How often the largest weight lies on another key, for pieces that ask at least 5 times.",
  exceptBy: { query: "when it asks", before: "right after it" },
  missed: "elsewhere",
  /** @param {number} count @param {number} of */
  times: (count, of) => `${groupDigits(count)} of ${groupDigits(of)}`,
  /** @param {string} name */
  noExceptions: (name) => `“${name}” holds for every piece that asks at least 5 times.`,
  columns: ["measure", "over sentences", "mean", "sentences"],
  spread: "Each curve counts sentences by their value, from 0, or the lowest if it is below, to the largest.",
});

/** Two results beside each other. */
export const STUDY_PAIR = words("studyPair", {
  title: "What differs most",
  /** @param {string} first @param {string} second */
  about: (first, second) =>
    `${first}, then ${second}; differences whose 95 % interval leaves out 0, clearest first, the clearest of each head.`,
  none: "No head differs by more than its 95 % interval.",
  unlike: "The two have no head number in common.",
  many: "With many heads and measures, about one in twenty differs so by chance.",
  next: "Choose another model above, or another text, and measure it.",
  end: "Stop comparing",
  columns: ["head", "measure", "first", "second", "difference"],
});
