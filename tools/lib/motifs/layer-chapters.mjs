import { compute } from "../../../web/kit/state/picture.js";
import { SoftmaxStudy } from "../../../web/labs/softmax/state.js";
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
  hue,
  label,
  lattice,
  outline,
  signed,
  stroke,
  lineThrough,
  tint,
} from "./ink.mjs";
import { SQUARE, TOP, headMap, matrixOfHead, largestSize } from "./maps.mjs";

/** One small picture for each chapter about a layer, computed from the state of the chapter's own figure. */

/** @import { Step } from "../../../web/core/types.js" */
/** @import { Mark } from "./ink.mjs" */
/** @import { Subject } from "./maps.mjs" */

/** The arcs of a word to the words that it looks at most. @param {Subject} subject */
function words({ picture, head, token }) {
  const { tokens } = picture.settings;
  const weights = matrixOfHead(picture, "weights", head).row(token);
  const most = [...weights.keys()].filter((at) => at !== token).sort((a, b) => weights[b] - weights[a]);
  const shown = [...most.slice(0, 3), token].sort((a, b) => a - b);
  const x = (/** @type {number} */ at) => 42 + shown.indexOf(at) * 66;
  return shown.flatMap((at) => {
    const far = Math.abs(x(token) - x(at));
    const arc = `M${x(token)} 102C${x(token)} ${94 - far * 0.5} ${x(at)} ${94 - far * 0.5} ${x(at)} 102`;
    return [
      ...(at === token ? [] : [stroke(arc, HEAD, 1.5 + 9 * weights[at])]),
      label(x(at), 124, tokens[at], at === token ? { fill: TOKEN, bold: true } : { fill: INK }),
    ];
  });
}

/** Where every head looks: at what has more than twice an even share. @param {Subject} subject */
function heads({ picture }) {
  return Array.from({ length: picture.config.numHeads }, (_, head) => {
    const { data, columns } = matrixOfHead(picture, "weights", head);
    const [x, y] = [6 + (head % 4) * 69, 6 + Math.floor(head / 4) * 67];
    const fill = (/** @type {number} */ weight) => (weight > 2 / columns ? hue(head) : tint(0.05, hue(head)));
    return lattice(data, columns, { x, y, size: 60 / columns, fill });
  }).flat();
}

/** A query meets a key: their products, and the score where they cross. @param {Subject} subject */
function keys({ picture, head, token, key, said }) {
  const [q, k] = [
    matrixOfHead(picture, "q_heads", head).row(token),
    matrixOfHead(picture, "k_heads", head).row(key),
  ];
  const most = largestSize(new Float32Array([...q, ...k]));
  const fill = (/** @type {number} */ value) => signed(value / most, FEATURE);
  const score = matrixOfHead(picture, "scores", head).row(token)[key];
  const [x, y, size] = [24, 92, 18];
  const right = x + q.length * size;
  return [
    ...lattice(q, q.length, { x, y, size, high: 24, fill }),
    ...lattice(k, 1, { x: right + 14, y: y - 12 - k.length * 9.4, size: 24, high: 9.4, fill }),
    stroke(`M${right} ${y + 11.5}h12M${right + 25.5} ${y - 11}v9`, MUTED, 1.5),
    cell(right + 14, y, 23, 23, tint(1)),
    outline(right + 13, y - 1, 25, 25),
    label(x, y + 42, said.motifs.query(picture.settings.tokens[token]), { align: "start" }),
    label(right + 4, y - 42, said.motifs.key(picture.settings.tokens[key]), { align: "end" }),
    label(right + 46, y + 17, score.toFixed(1), { fill: INK, bold: true, align: "start" }),
  ];
}

/** A row of numbers, whole and cut into heads. @param {Subject} subject */
function split({ picture, token }) {
  const { numHeads, dK } = picture.config;
  const q = picture.values("q").slice(token * numHeads * dK, (token + 1) * numHeads * dK);
  const most = largestSize(q);
  const size = 3.2;
  const [left, apart] = [(WIDTH - q.length * size) / 2, 264 / numHeads];
  return Array.from({ length: numHeads }, (_, head) => {
    const piece = q.slice(head * dK, (head + 1) * dK);
    const fill = (/** @type {number} */ value) => signed(value / most, hue(head));
    const [from, to] = [left + head * dK * size, 8 + head * apart + (apart - dK * size) / 2];
    const half = (dK * size) / 2;
    return [
      ...lattice(piece, dK, { x: from, y: 18, size, high: 28, fill }),
      stroke(`M${from + half} 48C${from + half} 70 ${to + half} 62 ${to + half} 84`, hue(head), 2),
      ...lattice(piece, dK, { x: to, y: 88, size, high: 34, fill }),
    ];
  }).flat();
}

/** Where one head's numbers lie in memory: cut and turned, and read by .view() alone. @param {Subject} subject */
function view({ core, picture, token, said: { motifs } }) {
  const wrong = compute(core, picture.settings, { fault: "view_without_transpose" });
  const [right, alone] = [picture, wrong].map((each) => /** @type {Step} */ (each.step("q_heads")));
  wrong.dispose();
  const [, numHeads, tokens, dK] = right.shape;
  const side = (/** @type {number} */ x, /** @type {Step} */ { strides }, /** @type {string} */ name) => {
    const own = new Map(Array.from({ length: tokens }, (_, t) => [(t * strides[2]) / dK, t]));
    const all = Array.from({ length: tokens * numHeads }, (_, i) => own.get(i) ?? -1);
    const fill = (/** @type {number} */ t) => (t < 0 ? tint(0, MUTED) : t === token ? TOKEN : tint(0.7));
    return [
      ...lattice(all, numHeads, { x, y: 8, size: 14, high: 8.6, fill }),
      label(x + 56, 130, name, { fill: INK }),
    ];
  };
  return [...side(16, right, motifs.right), ...side(152, alone, motifs.alone)];
}

/** How far scores spread as heads get wider, with and without the division by √d_k. @param {Subject} subject */
function scale({ core, picture }) {
  const study = new SoftmaxStudy(core, picture.settings.tokens, picture.settings.seed);
  const widths = [1, 4, 8, 16, 32, 64];
  const spread = (/** @type {number} */ dK, /** @type {boolean} */ isScaled) => {
    const { data } = study.answer({ dK, isScaled, temperature: 1 }).scores;
    const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
    return Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length);
  };
  const [plain, divided] = [false, true].map((isScaled) => widths.map((dK) => spread(dK, isScaled)));
  study.dispose();
  const x = (/** @type {number} */ dK) => 16 + (232 * dK) / 64;
  const y = (/** @type {number} */ spreads) => 118 - (100 * spreads) / Math.max(...plain);
  const [last] = plain.slice(-1);
  const root = Array.from(
    { length: 65 },
    (_, dK) => /** @type {const} */ ([x(dK), y(last * Math.sqrt(dK / 64))]),
  );
  return [
    stroke(`M16 118H264`, LINE, 1.5),
    stroke(lineThrough(root), TOKEN, 3),
    ...plain.map((each, i) => cell(x(widths[i]) - 4, y(each) - 4, 8, 8, TOKEN)),
    stroke(lineThrough(divided.map((each, i) => [x(widths[i]), y(each)])), HEAD, 3),
    label(190, 24, "q · k", { fill: INK, align: "end" }),
    label(260, 98, "÷ √d_k", { fill: INK, align: "end" }),
  ];
}

/** Rows of weights add up to 1, columns do not. @param {Subject} subject */
function rows({ picture, head, token }) {
  const { marks, size, left } = headMap(picture, head, 30);
  const { rows: count, row } = matrixOfHead(picture, "weights", head);
  const all = Array.from({ length: count }, (_, at) => row(at));
  const sums = all.map((each) => each.reduce((sum, weight) => sum + weight, 0));
  return [
    ...marks,
    outline(left - 1, TOP + token * size - 1, SQUARE + 1, size + 1, TOKEN),
    ...sums.map((sum, at) =>
      cell(
        left + SQUARE + 10,
        TOP + at * size + 1,
        56 * sum,
        size - 3,
        at === token ? TOKEN : tint(0.5, TOKEN),
      ),
    ),
    label(left + SQUARE + 74, TOP + token * size + 11, `= ${sums[token].toFixed(0)}`, {
      align: "start",
      fill: INK,
      bold: true,
    }),
  ];
}

/** Words look back only; what is hidden has the colour of lines. @param {Subject} subject */
function masks({ picture, head }) {
  const { data, columns } = matrixOfHead(picture, "weights", head);
  const size = SQUARE / columns;
  const stairs = `h${size}v${size}`.repeat(columns);
  const x = (WIDTH - SQUARE) / 2;
  return [
    ...lattice(data, columns, {
      x,
      y: TOP,
      size,
      fill: (weight, column, row) => (column > row ? LINE : tint(weight)),
    }),
    stroke(`M${x} ${TOP}${stairs}`, TOKEN, 2.5),
  ];
}

/** The one copy: a word's pieces lie head by head, and are written side by side. @param {Subject} subject */
function home({ picture, token }) {
  const { numHeads } = picture.config;
  const tokens = picture.settings.tokens.length;
  const [step, after] = ["context_t", "context_c"].map((id) => /** @type {Step} */ (picture.step(id)));
  const blocks = numHeads * tokens;
  const place = (/** @type {Step} */ { strides, shape }, /** @type {number} */ head) =>
    8 + (264 * (token * strides[1] + head * strides[2])) / (blocks * shape[3]);
  const wide = 264 / blocks;
  return [
    cell(8, 16, 264, 22, tint(0, MUTED)),
    cell(8, 102, 264, 22, tint(0, MUTED)),
    ...Array.from({ length: numHeads }, (_, head) => {
      const [from, to] = [place(step, head), place(after, head)];
      return [
        stroke(
          `M${from + wide / 2} 38C${from + wide / 2} 74 ${to + wide / 2} 66 ${to + wide / 2} 102`,
          hue(head),
          2,
        ),
        cell(from, 14, wide, 26, hue(head)),
        cell(to, 100, wide, 26, hue(head)),
      ];
    }).flat(),
  ];
}

/** A word's output as a sum of arrows, one from each head, in the two features in which it is largest. @param {Subject} subject */
function adds({ picture, token }) {
  const { numHeads, dV, dModel } = picture.config;
  const concat = picture.values("concat").slice(token * numHeads * dV, (token + 1) * numHeads * dV);
  const { data: wO } = picture.weight("wO");
  const output = picture.values("output").slice(token * dModel, (token + 1) * dModel);
  const features = [...output.keys()].sort((a, b) => Math.abs(output[b]) - Math.abs(output[a])).slice(0, 2);
  const part = (/** @type {number} */ head, /** @type {number} */ feature) =>
    Array.from({ length: dV }, (_, i) => head * dV + i).reduce(
      (sum, row) => sum + concat[row] * wO[row * dModel + feature],
      0,
    );
  const ends = features.map((feature) => {
    let sum = 0;
    return [0, ...Array.from({ length: numHeads }, (_, head) => (sum += part(head, feature)))];
  });
  const [xs, ys] = ends;
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const at = (/** @type {number} */ i) =>
    /** @type {const} */ ([
      24 + (232 * (xs[i] - left)) / (right - left || 1),
      124 - (108 * (ys[i] - low)) / (high - low || 1),
    ]);
  return [
    stroke(lineThrough([at(0), at(numHeads)]), LINE, 2),
    ...Array.from({ length: numHeads }, (_, head) =>
      stroke(lineThrough([at(head), at(head + 1)]), hue(head), 4),
    ),
    disc(...at(0), 4, INK),
    disc(...at(numHeads), 5, TOKEN),
  ];
}

/** How far the output moves without each head. @param {Subject} subject */
function matter({ picture }) {
  const { alone } = picture.run.removals();
  const most = largestSize(alone.data);
  return [
    ...Array.from(alone.data, (moved, head) =>
      cell(14 + head * 32, 122 - (104 * moved) / most, 26, (104 * moved) / most, hue(head)),
    ),
    stroke("M8 123H272", INK, 2),
  ];
}

/** Scores as areas: twice the words, four times the scores. @param {Subject} subject */
function cost({ core, picture, said }) {
  const { dModel, numHeads } = picture.config;
  const lengths = [48, 24, 12];
  const held = lengths.map(
    (Tq) =>
      core.cost({ dModel, numHeads }, { Tq }).steps.find(({ id }) => id === "scores")?.bytesWritten ?? 0,
  );
  const side = (/** @type {number} */ bytes) => SQUARE * Math.sqrt(bytes / held[0]);
  return held.flatMap((bytes, i) => [
    cell(20, TOP + SQUARE - side(bytes), side(bytes), side(bytes), tint([0.15, 0.45, 1][i])),
    label(154, 26 + i * 40, said.motifs.words(lengths[i]), { align: "start" }),
    label(154, 42 + i * 40, `${(bytes / 1024).toFixed(1)} KiB`, {
      align: "start",
      fill: INK,
      bold: true,
    }),
  ]);
}

/** The reader's map and the figure's: the same cells. @param {Subject} subject */
function task({ picture, head, said }) {
  const side = 96;
  const { data, columns } = matrixOfHead(picture, "weights", head);
  const size = side / columns;
  const fill = (/** @type {number} */ weight) => tint(weight, hue(head));
  return [
    ...[24, 160].flatMap((x) => lattice(data, columns, { x, y: 10, size, fill })),
    label(140, 64, "=", { fill: INK, bold: true }),
    label(72, 130, said.motifs.yours),
    label(208, 130, said.motifs.figure),
  ];
}

/** The layer in one line, with its shape. @param {Subject} subject */
function recall({ picture }) {
  const [batch, ...rest] = picture.step("weights")?.shape ?? [];
  return [
    label(140, 62, "softmax(QKᵀ / √d_k) V", { fill: INK, bold: true }),
    label(140, 92, `(${[batch, ...rest].join(", ")})`, { mono: true }),
    ...Array.from({ length: picture.config.numHeads }, (_, head) => disc(70 + head * 20, 116, 6, hue(head))),
  ];
}

/** By the chapter's name. @type {Readonly<Record<string, (subject: Subject) => Mark[] | Promise<Mark[]>>>} */
export const LAYER_MOTIFS = {
  words,
  heads,
  keys,
  split,
  view,
  scale,
  rows,
  masks,
  home,
  adds,
  matter,
  cost,
  task,
  recall,
};
