import { messagesOf } from "../kit/text/refusals.js";

/** Messages of the page Train in English, by id, like those of kit/text/refusals.js. */
export const TRAIN_REFUSALS = {
  no_moment: "step {value} is no whole number from 0 on",
  no_head_named: "off {value} is no head: they go from {first} to {last}",
  no_edge: "cut {value} is no edge: expected layer:kind:noun or layer:kind:tells, as {example}",
};

export const refused = messagesOf(TRAIN_REFUSALS);
