/** What the page says on which a model learns. */

/** @type {Readonly<Record<string, { label: string, short: string, noun: string, tells: string, asks: string }>>} by kind of blank: what it is called, alone and in a table's head, what its two edges go to, and what is asked there */
export const KINDS = {
  this: {
    label: "this or these",
    short: "this",
    noun: "its noun",
    tells: "what tells",
    asks: "This or these?",
  },
  was: {
    label: "was or were",
    short: "was",
    noun: "its subject",
    tells: "what tells",
    asks: "Was or were?",
  },
  it: {
    label: "what “it” stands for",
    short: "it",
    noun: "its noun",
    tells: "what tells",
    asks: "What does “it” stand for?",
  },
  repeat: {
    label: "what comes next",
    short: "next",
    noun: "what followed it",
    tells: "what followed it",
    asks: "What comes next?",
  },
};

/** An edge, from the word of the blank. @param {string} kind @param {"noun" | "tells"} to */
export const edgeOf = (kind, to) => `${kind === "repeat" ? "a letter" : kind} → ${KINDS[kind][to]}`;

/** The same in a sentence. @param {string} kind @param {"noun" | "tells"} to */
export const edgeSaid = (kind, to) => `from ${kind === "repeat" ? "a letter" : kind} to ${KINDS[kind][to]}`;

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} by setting and value */
export const CHOICES = {
  task: { reference: "fill-ins", induction: "induction" },
  stack: { crisp: "crisp", ordinary: "ordinary" },
};

/** What each attribute is, for references. @type {Readonly<Record<string, string>>} */
export const TRAIN_SAYS = {
  task: "What it learns: to fill in words, or to go on with letters that come again.",
  heads: "Heads of each layer; as many as the task has where it is left out.",
  layers: "Layers; as many as the task has where it is left out.",
  stack: "Whether keys and values come from the words, or from the stream as usual.",
  seed: "What the weights and the sentences are drawn from.",
  tokens: "The sentence, of words that it knows.",
  moment: "The step that is shown; it is trained up to there.",
  off: "Heads that are taken away, as 2.3,2.4: layer and head, from 1 on.",
  cut: "Edges that are taken away, as 2:it:noun: layer, kind of blank, and noun or tells.",
};

export const TRAIN = {
  start: "Start",
  pause: "Pause",
  on: "Go on",
  one: "One step",
  faster: "Faster",
  slower: "Slower",
  end: "To the end",
  again: "Start again",
  once: "Once more",
  loss: "Loss, and right answers",
  scrub: "Step that is shown",
  heads: "Heads",
  lit: "Rows that answer a blank are lit; nobody reads the others.",
  none: "no job found",
  untrained: "untrained",
  off: "off",
  another: "Another sentence",
  own: "Write your own",
  field: "A sentence of the words that it knows",
  words: "All the words it knows",
  away: "Take something away",
  right: "right answers",
  whole: "as it is",
  back: "Put all back",
  least: "Remove heads one by one, least needed first",
  curve: "Right answers as heads go, least needed first",
  inside: "Look inside",
  /** @param {string} what */
  loading: (what) => `Loading ${what}…`,
};

/** What taking away teaches. */
export const LESSONS = {
  reference:
    "Cut an edge, and only what hangs on it breaks: without the edge from it to its noun, or to the adjective that tells, it is guessed, and this/these and was/were stay right. Take one head away, and it mostly stays right as well, since other heads back it up; was/were often hangs on one.",
  induction:
    "Cut the edge from a letter to what followed it, and the answers go. The loss falls all at once, when a head of the second layer has learned to read what the first has noted: which letter stood before.",
};

/** What must be said of it. */
export const SAID = {
  reference: [
    "It learned some 110 words and one grammar, not English.",
    "A blank says what kind it is: this/these and was/were are each one word to the model; it is itself.",
    "Sentences that it is tested on have words together that it never saw together.",
  ],
  induction: [
    "It learned to go on with letters that come again, and nothing else: letters mean nothing to it.",
    "It is asked at each letter that stood before. Letters are drawn anew for every sentence, so there is nothing to learn by heart.",
    "With one layer it never learns this: no head can look for what followed a letter.",
  ],
};

/** What the stack is, and what changes with it. */
export const STACKS = {
  crisp:
    "Keys and values come from the words themselves, in both layers; only queries come from the stream. So a head's weight on a word is about that word, which is why the maps are crisp.",
  ordinary:
    "Keys and values come from the stream, as usual. The answers are as right, but what stands at a word may come from others by then, so heads spread and the maps say little. Never read such a map as a reason.",
};

/** What is said of one and of several layers. */
export const ONE_LAYER =
  "One layer that sees everything answers all of it too, but no map shows why. Do not say that two layers are needed.";
