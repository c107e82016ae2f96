import { wordsOf } from "../../kit/text/steps.js";
import { groupDigits } from "../../kit/text/grouped.js";
import { tuple, saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** The title of a step. @param {string} id @param {import("./phrases.js").Given} given */
export const stepTitled = (id, { speaker }) => wordsOf({ id, op: "", storage: "" }, speaker).title;

/** Positions of numbers in memory, and operations that move them. @type {Words} */
export const MEMORY = {
  swap_strides: {
    ask: ({ before }) =>
      `q_split has strides ${tuple(before)}. What strides has q_heads = q_split.transpose(1, 2)?`,
    why: ({ answer }) => `${answer}: two strides changed places, as the two axes did. No number moved.`,
    wrong: {
      unchanged: () =>
        "Then it would be the same tensor: the axes changed places, and their strides go with them.",
      rewritten: () => "Those are the strides of a copy. A transpose copies nothing.",
    },
  },
  offset: {
    ask: ({ index, strides }) =>
      `q_heads has strides ${tuple(strides)}. Where in its memory is q_heads[${index.join(", ")}]?`,
    why: ({ index, strides, answer }) =>
      `${index.map((/** @type {number} */ i, /** @type {number} */ axis) => `${i} · ${strides[axis]}`).join(" + ")} = ${answer}.`,
    wrong: {
      in_order: () =>
        "It would lie there if the numbers lay in the order of the axes. They lie as q left them.",
      summed: () => "Each index is multiplied by its stride.",
    },
  },
  element_at: {
    ask: ({ offset, strides }) =>
      `q_heads has strides ${tuple(strides)}. Which of its elements lies at offset ${offset}? Write its index.`,
    why: ({ answer }) => `${answer}: divide by the largest stride first, and go on with the remainder.`,
    wrong: {
      in_order: () => "It would be so in a tensor in the order of its axes; this one is a transposed view.",
    },
  },
  writes: {
    ask: ({ steps }) => `The walk has ${steps} steps. How many of them write numbers to new memory?`,
    why: ({ answer }) =>
      `${answer}: the products, the scale, the softmax, and one plain copy. All others are views.`,
    wrong: {
      all: () => "Every step has its own shape, but a view has no memory of its own.",
      views: () => "That is how many are views.",
    },
  },
  moves: {
    ask: () => "Which of these four steps moves numbers?",
    why: ({ bytes }) =>
      `Only the copy: it writes ${groupDigits(bytes)} bytes. Splitting, transposing and concatenating are views.`,
    wrong: {
      q_split: () => "One row is read as several heads: the shape changes, and nothing else.",
      q_heads: () => "A transpose swaps two strides.",
      concat: () => "By then the heads of a token lie side by side, so it is a view.",
    },
    choice: stepTitled,
  },
  copy_avoided: {
    ask: () => "The copy before W_O takes time. Which of these gives the same output without a copy?",
    why: () =>
      "The sum over heads: a row of concat times W_O is such a sum, and none of its parts needs the heads to lie side by side.",
    wrong: {
      view: () => "That is refused: no single stride walks through heads and features.",
      reshape: () => "It copies where a view is impossible, and does not say so.",
      merge: () => "Nothing is copied, and the output is another: pieces of several words share a row.",
    },
    choice: saying({
      by_head: "multiply each head's context by its own rows of W_O, and add the results",
      view: ".view in place of .contiguous().view",
      reshape: ".reshape in place of .contiguous().view",
      merge: ".view without transposing back first",
    }),
  },
  view_allowed: {
    ask: () =>
      "context.transpose(1, 2).view(B, T, H · d_v) is refused here: .contiguous() is missing. When would it be allowed?",
    why: () =>
      "With one head, or with one token: then the axes to be joined lie next to each other in memory. A test with one head passes.",
    wrong: {
      never: () => "It depends on strides, and an axis of size 1 has nothing to step over.",
      always: () =>
        "Two axes can be read as one only where the outer stride is the inner one times its size.",
      two_heads: () => "Two heads of one token lie a whole head apart.",
    },
    choice: saying({
      one_head: "with one head, or one token",
      never: "never",
      always: "always, with enough memory",
      two_heads: "with an even number of heads",
    }),
  },
  contiguous_after: {
    ask: () => "Which of these four is not contiguous?",
    why: ({ strides }) =>
      `After the transpose its strides are ${tuple(strides)}: they no longer fall from axis to axis.`,
    wrong: {
      q_split: () => "Cut into heads, a row is still read from front to back.",
      context_c: () => "It was just written in the order of its axes.",
      concat: () => "It is a view of what was just written in order.",
    },
    choice: stepTitled,
  },
};
