import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import {
  FEATURE,
  HEAD,
  INK,
  LINE,
  MUTED,
  TOKEN,
  WIDTH,
  cell,
  disc,
  label,
  lattice,
  outline,
  stroke,
  lineThrough,
  tint,
} from "./ink.mjs";
import { SQUARE, TOP, placeOfLargest, matrixOfHead, largestSize } from "./maps.mjs";

/** One small picture for each chapter about models, computed from the state of the chapter's own figure. */

/** @import { Mark } from "./ink.mjs" */
/** @import { Subject } from "./maps.mjs" */

/** Positions as waves: features of the embedding, over as many words. @param {Subject} subject */
function where({ core, picture }) {
  const { dModel, seed } = picture.settings;
  const length = 48;
  const { data } = core.embed(
    Array.from({ length }, () => "word"),
    { dModel, seed },
  );
  const [x, y] = [
    (/** @type {number} */ t) => 10 + (260 * t) / (length - 1),
    (/** @type {number} */ value) => 70 - 52 * value,
  ];
  return [12, 8, 4].map((feature, i) => {
    const wave = Array.from({ length }, (_, t) => data[t * dModel + dModel / 2 + feature]);
    const most = largestSize(new Float32Array(wave));
    return stroke(
      lineThrough(wave.map((value, t) => [x(t), y(value / most)])),
      [LINE, tint(0.5, TOKEN), TOKEN][i],
      3,
    );
  });
}

/** The stream of a block, and what attention and the feed-forward network add: areas as their parameters. @param {Subject} subject */
function block({ core, picture, said }) {
  const { dModel, numHeads } = picture.config;
  const { parameters } = core.cost({ dModel, numHeads, bias: false }, { Tq: 1 });
  const network = 2 * dModel * 4 * dModel; // up to 4 d_model and back
  const high = 52;
  const wide = (/** @type {number} */ count) => (110 * count) / network;
  const branch = (/** @type {number} */ x, /** @type {number} */ w, /** @type {string} */ colour) => [
    stroke(
      `M${x - 16} 112C${x - 16} 50 ${x - 12} 46 ${x} 46M${x + w} 46C${x + w + 12} 46 ${x + w + 16} 50 ${x + w + 16} 106`,
      INK,
      2,
    ),
    cell(x, 46 - high / 2, w, high, tint(0.85, colour)),
  ];
  return [
    stroke("M6 112H274", INK, 4),
    ...branch(40, wide(parameters), HEAD),
    ...branch(144, wide(network), FEATURE),
    label(40 + wide(parameters) / 2, 134, said.motifs.attention),
    label(144 + wide(network) / 2, 134, said.motifs.network),
  ];
}

/** The loss of a model, as it learned. @param {Subject} subject */
async function learned({ losses, said }) {
  const all = await losses();
  const some = 12;
  const means = Array.from({ length: Math.floor(all.length / some) }, (_, i) =>
    all.slice(i * some, (i + 1) * some).reduce((sum, loss) => sum + loss / some, 0),
  );
  const most = Math.max(...means);
  const points = means.map(
    (loss, i) => /** @type {const} */ ([10 + (260 * i) / (means.length - 1), 122 - (106 * loss) / most]),
  );
  return [
    stroke("M10 122H270", LINE, 1.5),
    stroke(lineThrough(points), HEAD, 3),
    label(268, 30, said.seeds.steps(all.length), { align: "end" }),
  ];
}

/** Words of the translation, and the English words that the selected head looks at: where lines cross, the order differs. @type {(subject: Subject) => Mark[]} */
function sentences({ picture, head }) {
  const { rows, columns, row } = matrixOfHead(picture, "weights", head);
  const x = (/** @type {number} */ at) => 26 + (at * 228) / (Math.max(rows, columns) - 1);
  return Array.from({ length: rows }, (_, query) => {
    const key = placeOfLargest([...row(query)]);
    return [
      stroke(`M${x(key)} 34C${x(key)} 74 ${x(query)} 66 ${x(query)} 106`, HEAD, 1 + 5 * row(query)[key]),
      cell(x(query) - 14, 106, 28, 16, tint(0.8, TOKEN)),
    ];
  })
    .flat()
    .concat(Array.from({ length: columns }, (_, key) => cell(x(key) - 14, 18, 28, 16, tint(0.35, TOKEN))));
}

/** The picture's grid, each patch as strong as the weight that [CLS] gives it. @param {Subject} subject */
function patches({ picture, head }) {
  const { row } = matrixOfHead(picture, "weights", head);
  const { rows, columns, extra } = /** @type {NonNullable<typeof picture.patches>} */ (picture.patches);
  const weights = [...row(0)].slice(extra, extra + rows * columns);
  const most = Math.max(...weights);
  const size = 17;
  const [left, top] = [(WIDTH - columns * size) / 2, 10];
  return [
    outline(left - 40, top + 3 * size, size, size, TOKEN),
    ...weights.map((weight, i) =>
      cell(
        left + (i % columns) * size,
        top + Math.floor(i / columns) * size,
        size - 1,
        size - 1,
        tint(0.06 + (0.94 * weight) / most),
      ),
    ),
  ];
}

/** A dot for each head of the small model. Its size is the share of the head's weight on the target of its role. @param {Subject} subject */
function found({ said: { motifs } }) {
  const { roles } = JSON.parse(readFileSync(inRoot("models/headscope-small/measures.json"), "utf8"));
  const named = /** @type {const} */ (["first", "previous", "commas and full stops"]);
  const colours = [MUTED, HEAD, TOKEN];
  const heads = Array.from({ length: 16 }, (_, at) => {
    const shares = named.map((role) => roles[role].mean[at]);
    const best = placeOfLargest(shares);
    const [x, y, r] = [22 + (at % 4) * 32, 20 + Math.floor(at / 4) * 33, 14 * Math.sqrt(shares[best])];
    return disc(x, y, r, colours[best]);
  });
  const key = named.flatMap((role, i) => [
    disc(168, 46 + i * 28 - 4, 6, colours[i]),
    label(182, 46 + i * 28, motifs[role], { align: "start", fill: INK }),
  ]);
  return [...heads, ...key];
}

/** A causal map: the new word needs its last row alone. @param {Subject} subject */
function writes({ picture, head }) {
  const { data, columns, rows: count } = matrixOfHead(picture, "weights", head);
  const size = SQUARE / columns;
  const x = (WIDTH - SQUARE) / 2;
  return [
    ...lattice(data, columns, {
      ...{ x, y: TOP, size },
      fill: (weight, _, row) => tint(weight, row === count - 1 ? TOKEN : MUTED),
    }),
    outline(x - 1, TOP + (count - 1) * size - 1, SQUARE + 1, size + 1, TOKEN),
  ];
}

/** By the chapter's name. @type {Readonly<Record<string, (subject: Subject) => Mark[] | Promise<Mark[]>>>} */
export const MODEL_MOTIFS = {
  where,
  block,
  learned,
  sentences,
  patches,
  found,
  writes,
};
