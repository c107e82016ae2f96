import { words } from "../kit/text/words.js";

/** Words of the task "translation" on the page Train. English and French words that the model reads and writes stay as they are. */
export const TRANSLATION = words("translation", {
  /** Questions about a French word, whose form a noun determines, and about any other. @type {{ form: (word: unknown) => unknown, word: (word: unknown) => unknown }} */
  asks: {
    form: (word) => ["Why ", word, ", and not another form?"],
    word: (word) => ["Which English word gives ", word, "?"],
  },
  nothing: "It says nothing yet",
  /** @param {string} head @param {string} read @param {string} weight */
  reads: (head, read, weight) => `Cross-attention, ${head}, looks at “${read}” most (${weight}).`,
  /** @param {string} head @param {string} from @param {string} to @param {string} weight */
  sends: (head, from, to, weight) =>
    `In the encoder, ${head} has looked from “${from}” to “${to}” (${weight}).`,
  english: "English",
  french: "French, word by word",
  sure: "probability",
  end: "end",
  kinds: { encoder: "encoder", decoder: "decoder", cross: "cross" },
  /** What a map of a kind of attention shows. */
  looks: {
    encoder: "where each English word looks",
    decoder: "where the model looks among the French words so far",
    cross: "where the model looks for each French word",
  },
  /** @param {string} kind @param {string} head */
  head: (kind, head) => `${kind}, ${head}`,
  /** @param {string} kind */
  allHeads: (kind) => `${kind}, all heads`,
  /** @param {string} kind @param {readonly string[]} heads numbers */
  heads: (kind, heads) => `${kind}, heads ${heads.join(", ")}`,
  /** @param {string} label @param {string} weight */
  weight: (label, weight) => `${label}: ${weight}`,
  /** @param {string} label @param {string} from @param {string} to @param {string} weight */
  edge: (label, from, to, weight) => `${label}: ${from} → ${to} ${weight}`,
  /** @param {string} word */
  from: (word) => `from “${word}”`,
  /** Between two sentences. */
  between: " ",
  /** @param {readonly string[]} kinds heads, kind by kind */
  set: (kinds) => kinds.join("; "),
  nouns: "Its noun",
  /** @param {string} word @param {number} position */
  swap: (word, position) => `English word ${position}, ${word}: swap it`,
  /** @param {string} word @param {string} probability */
  said: (word, probability) => `${word}, probability ${probability}`,
  frenchWords: "French words: select one",
  changed: "Underlined: changed by the last swap, or by what is off.",
  /** @param {string} sentence */
  correct: (sentence) => `Correct answer: ${sentence}.`,
  noTruth: "Its grammar has no such sentence: it guesses.",
  /** @param {string} english @param {string} french @param {string} found */
  summary: (english, french, found) => `${english} → ${french}. ${found}`,
  corner: "French word",
  /** @param {number} count */
  all: (count) => `All ${count} heads`,
  fewer: "Only the selected heads",
  off: "off",
  /** @param {string} label */
  switchOff: (label) => `${label}: off`,
  /** @param {string} label */
  large: (label) => `${label}: show it large`,
  allOff: "all off",
  /** @param {string} kind */
  allOffOf: (kind) => `${kind}: all off`,
  query: "head, word",
  /** @param {number} sentences */
  right: (sentences) => `correct, of ${sentences} sentences`,
  meaning: "the word",
  form: "its form",
  whole: "as it is",
  /** Parts of speech. @type {Readonly<Record<string, string>>} */
  parts: {
    determiner: "determiners",
    adjective: "adjectives",
    noun: "nouns",
    verb: "verbs",
    pronoun: "pronouns",
    negation: "ne … pas",
    end: "the end",
  },
  /** @param {string} heads @param {string} part */
  hit: (heads, part) => `${heads}: ${part}`,
  allWords: "all words",
  part: "part of speech",
  /** @param {string} heads */
  without: (heads) => `without ${heads}`,
  /** @param {string} part @param {string} meaning @param {string} form */
  left: (part, meaning, form) => `${part}: the word ${meaning}, its form ${form}`,
  same: "no part of speech is less often correct",
  back: "Put all back",
  lesson:
    "A large weight on a word is not yet the reason for an answer: switch the head off, and look at what is lost, the word or only its form.",
});
