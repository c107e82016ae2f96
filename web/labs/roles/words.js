import { words } from "../../kit/text/words.js";

/** Words of the lab of asking and being asked. */
export const ROLES = words("labRoles", {
  way: "queries and keys",
  /** @type {readonly ["own" | "tied" | "raw", string][]} */
  ways: [
    ["own", "as they are"],
    ["tied", "W_K = W_Q"],
    ["raw", "raw x, no W"],
  ],
  head: "head",
  scores: "S: the row asks",
  turned: "Sᵀ: the row is asked",
  asymmetry: "How far from symmetric, ‖S − Sᵀ‖ / 2‖S‖",
  asymmetryShort: "‖S − Sᵀ‖ / 2‖S‖",
  said: {
    own: "W_Q says what a word looks for, W_K what it can be found by. They are two matrices, so that to ask and to be asked can differ.",
    tied: "With one matrix for both, what a word looks for is what it can be found by: S = Sᵀ. The score of word i for word j equals the score of j for i.",
    raw: "Raw inputs in place of queries and keys tie them too: a word's score for another is the dot product of their vectors, in either direction. W_Q and W_K never matter and learn nothing, and nothing fails.",
  },
  zero: "0 is symmetric, 1 is S = −Sᵀ; where s_ij and s_ji have nothing to do with each other it is about 0.71.",
  softmax: "The softmax normalises each row alone, so symmetric scores need not give symmetric weights.",
  even: "This layer's constructed heads for the same word, for near tokens and for all tokens are symmetric already: near is near both ways. The heads for the token before or after are not.",
  /** @param {string} asks @param {string} asked @param {string} there @param {string} back */
  cell: (asks, asked, there, back) =>
    asks === asked
      ? `“${asks}” asks itself: ${there}.`
      : `“${asks}” asks “${asked}”: ${there}. “${asked}” asks “${asks}”: ${back}.`,
  hindrance: {
    cross:
      "Here the words of one sentence ask those of another: S is not square, and no asking word is asked.",
    shared: "Several heads share a key head here, which cannot be tied to the queries of all of them.",
  },
  /** @param {string} message */
  refused: (message) => `The core takes no such path here: ${message}.`,
  /** @param {number} head */
  figure: (head) =>
    `Scores of head ${head} and their transpose. Enter, then the arrow keys, walks the cells; the same cell is outlined in both.`,
  byHead: "Head by head",
  corner: "asks",
});
