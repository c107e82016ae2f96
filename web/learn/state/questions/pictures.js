import { costed, oneOf } from "./question.js";

/** @import { Question } from "./question.js" */

/** Pictures as tokens. @satisfies {readonly Question[]} */
export const PICTURES = /** @type {Question[]} */ ([
  {
    id: "patch_weights",
    level: 2,
    about: "T_k",
    kind: "shape",
    facts({ core, turn }) {
      const [side, patch, dModel, heads] = oneOf(turn, MODELS);
      const count = side / patch;
      const T = count * count + 1; // [CLS]
      const { shape } = costed(core, { dModel, numHeads: heads }, { Tq: T }, "weights");
      return {
        given: { side, patch, heads, count },
        answer: shape,
        wrong: {
          no_cls: [1, heads, T - 1, T - 1],
          side: [1, heads, count, count],
          pixels: [1, heads, side * side, side * side],
        },
      };
    },
  },
  {
    id: "sleeves",
    level: 3,
    about: "attention",
    kind: "choice",
    facts({ turn }) {
      const { picture, answer, share, options } = oneOf(turn, WITHOUT_SIDES);
      const others = options.filter((each) => each !== answer);
      return {
        given: { picture, share },
        answer,
        wrong: Object.fromEntries(others.map((each) => [each, each])),
        shows: { "vision-picture": picture, painted: SIDES, token: 0 },
      };
    },
  },
]);

/** Vision transformers: edges of a picture and of a patch in px, d_model, heads. @type {readonly (readonly [number, number, number, number])[]} */
const MODELS = [
  [28, 4, 64, 4], // that of the package
  [224, 16, 768, 12], // ViT-B/16
  [518, 14, 384, 6], // DINOv2, small
];

/** What a class's test pictures are called most often without their sides, and the share of them: measures.json of the model of pictures. */
const WITHOUT_SIDES = [
  { picture: "pullover", answer: "T-shirt", share: 0.844, options: ["pullover", "T-shirt", "bag"] },
  { picture: "trousers", answer: "trousers", share: 0.992, options: ["dress", "trousers", "bag"] },
  { picture: "coat", answer: "coat", share: 0.452, options: ["T-shirt", "coat", "bag"] },
];

/** The two outer columns of patches on both sides. */
const SIDES = Array.from({ length: 49 }, (_, patch) => patch)
  .filter((patch) => ![2, 3, 4].includes(patch % 7))
  .map((patch) => patch + 1)
  .join(",");
