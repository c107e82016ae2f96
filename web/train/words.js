import { groupDigits } from "../kit/text/grouped.js";
import { words } from "../kit/text/words.js";

/** Words of the page Train. */

/** Labels of values, by setting. */
export const TRAIN_CHOICES = words(
  "trainChoices",
  /** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */ ({
    task: { reference: "fill-ins", induction: "induction", translation: "translation" },
    stack: { crisp: "crisp", ordinary: "ordinary" },
  }),
);

/** Labels of controls, by setting. */
export const TRAIN_CHIPS = words(
  "trainChips",
  /** @type {Readonly<Record<string, string>>} */ ({
    task: "task",
    heads: "heads",
    layers: "layers",
    stack: "stack",
    seed: "seed",
  }),
);

/** Descriptions of attributes, for the reference. @type {Readonly<Record<string, string>>} */
export const TRAIN_SAYS = {
  task: "Task: fill in words, continue repeated letters, or translate English to French.",
  heads: "Heads of each layer. Defaults to the task's own number.",
  layers: "Number of layers. Defaults to the task's own number.",
  stack: "Source of keys and values: the words' embeddings, or the stream, as usual.",
  seed: "Seed of the weights and of the training sentences. Defaults to the task's own.",
  tokens: "The sentence, in words that the model knows.",
  moment: "Step of training on show. The model trains up to it.",
  off: "Heads switched off, such as 1.2,1.3: layer and head, counted from 0; in a translation such as encoder.0.2,cross.0.3.",
  cut: "Edges cut, such as 1:it:noun: layer, kind of blank, and noun or tells.",
};

/** The element and its controls. */
export const TRAIN = words("train", {
  what: "A model that learns, and what its heads find",
  training: "Training",
  trained: "What is trained",
  start: "Start",
  pause: "Pause",
  on: "Go on",
  one: "One step",
  faster: "Faster",
  slower: "Slower",
  end: "To the end",
  again: "Start again",
  once: "Once more",
  /** @param {number} at @param {number} steps */
  step: (at, steps) => `Step ${at} of ${steps}`,
  /** @param {number} sentences */
  read: (sentences) => `${groupDigits(sentences)} sentences read`,
  said: "What must be said of it",
});

/** The small form, on the first page. */
export const SMALL = words("smallTrain", {
  title: "Watch it learn",
  /** @param {number} steps */
  learns: (steps) =>
    `The head above, from random weights to step ${steps}. The lower the loss, the better the model guesses hidden words.`,
  /** @param {number} steps */
  all: (steps) => `All ${steps} steps`,
  /** @param {number} at @param {number} steps */
  step: (at, steps) => `Step ${at} of ${steps}`,
  /** @param {number} at */
  loss: (at) => `loss, step ${at}`,
  /** @param {{ from: string, to: string, share: string }} what */
  looks: ({ from, to, share }) => `${from} → ${to} ${share}`,
});

/** Words about the loss and the accuracy of each kind. */
export const LEARNING = words("learning", {
  title: "Loss, and correct answers",
  scrub: "Step that is shown",
  /** @param {number} at @param {number} steps */
  step: (at, steps) => `step ${at} of ${steps}`,
  right: "correct answers",
  loss: "loss, nats a blank",
  lossOfWords: "loss, nats a word",
  /** Kinds of answers of a translation. @type {Readonly<Record<string, string>>} */
  translated: { sentence: "whole sentences", word: "the right word", form: "the right word’s form" },
  byKind: "Correct answers, by kind",
  /** @param {number} step */
  solved: (step) => `95 % at step ${step}`,
  /** By task. */
  tested: {
    /** @param {number} sentences */
    reference: (sentences) => `Tested on ${sentences} sentences whose words it has never seen together.`,
    /** @param {number} sentences */
    induction: (sentences) => `Tested on ${sentences} sentences with beginnings not seen in training.`,
    /** @param {number} sentences */
    translation: (sentences) => `Tested on ${sentences} sentences that it never trains on.`,
  },
  corner: "step",
  /** @param {string} kind */
  column: (kind) => `correct, ${kind}`,
  /** @param {string} kind @param {string} right @param {number | null} solved */
  rightly: (kind, right, solved) =>
    solved === null ? `${kind} ${right} correct` : `${kind} ${right} correct, 95 % reached at step ${solved}`,
  /** @param {number} at @param {number} steps @param {readonly string[]} kinds each from rightly() */
  summary: (at, steps, kinds) => `Step ${at} of ${steps}: ${kinds.join("; ")}.`,
});

/** Words about the head maps. */
export const MAPS = words("learnedMaps", {
  title: "Attention of each head",
  /** Sentences about whether other words influence the answer. @type {{ alone: (word: unknown) => unknown, among: (word: unknown) => unknown }} */
  lit: {
    alone: (word) => ["The model must fill in ", word, "; only that row affects its answer."],
    among: (word) => ["The model must answer at ", word, "; rows that answer are lit."],
  },
  none: "no clear role",
  group: "Heads, pressed: switched off",
  corner: "head, blank",
  /** @param {string} name */
  off: (name) => `${name} off`,
  /** @param {import("../kit/text/blanks.js").EdgeWords} edge @param {string} weight */
  job: ({ drawn }, weight) => `${drawn} ${weight}`,
  /** A note with both figures, for titles without room for the weight. @param {string} weight @param {string} untrained */
  brief: (weight, untrained) => `${weight}, untrained ${untrained}`,
  /** In several lengths, longest first. @param {string} untrained @param {number} sentences */
  note: (untrained, sentences) => [
    `untrained ${untrained}, ${sentences} sentences`,
    `untrained ${untrained}, of ${sentences}`,
    `untrained ${untrained}`,
  ],
  /** @param {string} name @param {string} from @param {string} to @param {string} weight */
  weight: (name, from, to, weight) => `${name}: ${from} → ${to} ${weight}`,
  /** @param {readonly string[]} heads each from headOff(), headNone() or headFound() */
  summary: (heads) => `Attention of each head on the sentence. ${heads.join(" ")}`,
  /** @param {string} name */
  headOff: (name) => `${name}: off`,
  /** @param {string} name */
  headNone: (name) => `${name}: no clear role`,
  /** @param {string} name @param {string} edge @param {string} weight @param {string} untrained @param {number} sentences */
  headFound: (name, edge, weight, untrained, sentences) =>
    `${name}: ${edge}: ${weight} (untrained ${untrained}), ${sentences} sentences`,
});

/** Words about the sentence and the answers at its blanks. */
export const BLANKED = words("blanked", {
  says: "What it says at each blank",
  right: "correct",
  /** @param {string} answer */
  wrong: (answer) => `correct answer: ${answer}`,
  /** For a correct answer of a kind that is mostly wrong. @param {string} share @param {number} sentences */
  luck: (share, sentences) => `correct by luck: now only ${share} of ${sentences} sentences are correct`,
  /** @param {number} position */
  at: (position) => `at ${position}`,
  corner: "word",
  /** @param {string} kind @param {number} position */
  column: (kind, position) => `${kind} at ${position}`,
  edges: "Edges, pressed: cut",
  /** @param {number} layer @param {string} from @param {string} to @param {string | null} what role of the edge @param {string} [weight] absent for a cut edge */
  edge: (layer, from, to, what, weight) =>
    `layer ${layer}: ${from} → ${to}${what === null ? "" : ` (${what})`}${weight === undefined ? "" : ` ${weight}`}`,
  /** @param {string} weight @param {string} name of a head */
  weight: (weight, name) => `${name}: ${weight}`,
  /** @param {string} name @param {string} word @param {string} weight */
  looks: (name, word, weight) => `${name} at ${word} ${weight}`,
  /** @param {string} word */
  cut: (word) => `cut: ${word}`,
  nowhere: "no head has a large weight",
  /** @param {string} at @param {string} word @param {string} probability */
  likeliest: (at, word, probability) => `at ${at} it says ${word} ${probability}`,
  /** @param {string} sentence @param {string} from @param {readonly string[]} arcs @param {readonly string[]} said */
  summary: (sentence, from, arcs, said) =>
    `${sentence}. From ${from}: ${arcs.join(", ")}; ${said.join(", ")}.`,
  another: "Another sentence",
  own: "Write your own",
  field: "A sentence of the words that it knows",
  words: "Words that it knows",
  done: "Done",
});

/** Words about removing parts of the model. */
export const AWAY = words("away", {
  title: "Ablate",
  /** @param {number} sentences */
  right: (sentences) => `correct answers, of ${sentences} sentences`,
  whole: "as it is",
  /** @param {readonly string[]} what each from heads(), edge() or edgeTo() */
  without: (what) => `without ${what.join(", ")}`,
  /** Several heads. @param {readonly string[]} names short */
  heads: (names) => `heads ${names.join(", ")}`,
  /** @param {string} edge @param {number} layer */
  edge: (edge, layer) => `the edge ${edge} in layer ${layer}`,
  /** @param {string} kind @param {number} word @param {number} layer */
  edgeTo: (kind, word, layer) => `the edge from ${kind} to word ${word} in layer ${layer}`,
  /** @param {string} edge as drawn in a picture */
  cut: (edge) => `cut ${edge}`,
  /** @param {readonly string[]} names */
  keep: (names) => `keep only the best: ${names.join(", ")}`,
  back: "Put all back",
  least: "Remove heads one by one",
  removing: "Removing…",
  /** @param {string} kind @param {string} from @param {string} to */
  moved: (kind, from, to) => `${kind} from ${from} to ${to}`,
  same: "every kind is as often correct as before",
  /** @param {readonly string[]} what @param {readonly string[]} moved */
  summary: (what, moved) => `Without ${what.join(", ")}: ${moved.join("; ")}.`,
  axis: "heads left; the least needed go first",
  share: "correct answers",
  corner: "heads left",
  gone: "gone",
  /** @param {number} left @param {readonly string[]} kinds */
  point: (left, kinds) => `${left} left, ${kinds.join(", ")}`,
  /** @param {readonly string[]} points */
  curve: (points) => `Correct answers as heads go, least needed first: ${points.join("; ")}.`,
  /** Findings of ablation, by task. */
  lessons: {
    reference:
      "Cut an edge, and only the answers that need it fail: without the edge from “it” to its noun, or to the adjective that tells, “it” is guessed, but this/these and was/were stay correct. With one head off, “it” mostly stays correct, since other heads do the same; was/were often needs one head.",
    induction:
      "Cut the edge from a letter to what followed it, and the answers go. The loss falls over a hundred steps or so, while heads of the second layer learn to read what one of the first has noted: which letter stood before.",
  },
});

/** Words of the links that open a head elsewhere. */
export const INSIDE = words("inside", {
  head: "Look inside",
  /** @param {number} at */
  at: (at) => `with the weights of step ${at}:`,
  walk: "Walk through it",
  heads: "Inspect this head",
});

/** Limits that readers must know. */
export const CAVEATS = words("caveats", {
  /** By task. */
  of: {
    reference: [
      "It learned some 110 words and one grammar, not English.",
      "A blank shows its kind: the model reads this/these as one word, was/were as another, “it” as “it”.",
      "The test sentences combine words that the model never saw together in training.",
    ],
    induction: [
      "It learned to go on with letters that come again, and nothing else: letters mean nothing to it.",
      "It is asked at each letter that stood before. Letters are drawn anew for every sentence, so there is nothing to learn by heart.",
      "With one layer it never learns this: no head can look for what followed a letter.",
    ],
    translation: [
      "It learned about a hundred English words, their French ones, and one grammar: neither language.",
      "Two models with the same answers may work in two ways: with some seeds a head of the encoder looks from a determiner to its noun; with others none does, and the cross-attention reads the noun.",
      "Each French word is the likeliest one after those before it; it is never taken back.",
    ],
  },
  /** Explanation of each stack. */
  stacks: {
    crisp:
      "Keys and values come from the words themselves, in both layers; only queries come from the stream. So a head's weight on a word is about that word, which is why the maps are crisp.",
    ordinary:
      "Keys and values come from the stream, as usual. The answers are as good, but a word's vector may by then come from other words, so heads spread and the maps say little. Never read such a map as a reason.",
  },
  oneLayer:
    "One layer that sees all words answers everything too, but no map shows why. The task does not need two layers; we do, to see how it is solved.",
});
