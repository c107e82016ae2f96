import { messagesOf } from "../kit/text/refusals.js";

/** Messages of the page Train in English, by id, like those of kit/text/refusals.js. */
export const TRAIN_REFUSALS = {
  no_moment: "step {value} is no whole number from 0 on",
  no_head_named: "off {value} is no head: they go from {first} to {last}",
  no_edge: "cut {value} is no edge: expected layer:kind:noun or layer:kind:tells, as {example}",
  no_edges_in_translation: "a translation has no edges to cut: switch heads off, as {example}",
  task_not_loaded: "This task could not be loaded: {reason}",
  unknown_word_near: "the model does not know the word {word}; the nearest that it knows: {near}",
};

export const refused = messagesOf(TRAIN_REFUSALS);
