import { saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** The order of words, and encodings of positions. @type {Words} */
export const POSITION = {
  order_lost: {
    ask: () =>
      "The words' vectors hold no positions, and there is no mask. The words are shuffled. What happens to the rows of the output?",
    why: () =>
      "Each word's row moves with the word and is otherwise the same: it sums over the same keys and values, in another order.",
    wrong: {
      stay: () => "Then a row would belong to a place. It belongs to the word whose query made it.",
      change: () => "A score depends on two vectors, and a sum does not depend on its order.",
    },
    choice: saying({
      follow: "they follow their words, unchanged",
      stay: "they stay in place, unchanged",
      change: "their numbers change",
    }),
  },
  moved_together: {
    ask: ({ by }) =>
      `Rotary positions. A query at place 7 has a score with a key at place 4. Both words move ${by} ${by === 1 ? "place" : "places"} further on. What becomes of the score?`,
    why: () =>
      "It is the same: both vectors turn by the same further angle, so the angle between them stays. Only the distance counts.",
    wrong: {
      larger: () => "Turning a vector does not change its length, and both turn alike.",
      smaller: () => "The distance between them has not grown; both moved.",
    },
    choice: saying({
      same: "it stays the same",
      other: "it changes",
      larger: "it grows",
      smaller: "it shrinks",
    }),
  },
  alibi_penalty: {
    ask: ({ head, distance, slope }) =>
      `ALiBi with 8 heads: head ${head} has the slope 1/${slope}. How much does a key ${distance} places back lose of its score?`,
    why: ({ distance, slope, answer }) =>
      `${distance} · 1/${slope} = ${answer}: the distance times the slope.`,
    wrong: {
      slope: () => "That is what one place costs.",
      distance: () => "That would be a slope of 1.",
      none: () => "Only the word itself loses nothing.",
    },
  },
};
