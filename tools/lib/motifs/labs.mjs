import { einsumOf } from "../../../web/kit/text/einsum.js";
import { rollOf } from "../../../web/labs/dropout/state.js";
import { GradientStudy } from "../../../web/labs/gradients/state.js";
import { shuffle } from "../../../web/labs/order/state.js";
import { rolesAnswer } from "../../../web/labs/roles/state.js";
import * as ink from "./ink.mjs";
import { LAYER_MOTIFS } from "./layer-chapters.mjs";
import { matrixOfHead, largestSize } from "./maps.mjs";
import { MODEL_MOTIFS } from "./model-chapters.mjs";

/**
 * One small picture a lab, computed for the opening sentence. Where a lab and a chapter have one idea, they have one picture.
 *
 * @typedef {import("./maps.mjs").Subject} Subject
 * @typedef {import("../../../web/core/types.js").Step} Step
 * @typedef {import("./ink.mjs").Mark} Mark
 */

const { FEATURE, HEAD, INK, LINE, MUTED, TOKEN, WIDTH } = ink;
const { cell, disc, hue, label, lattice, signed, stroke, tint } = ink;

/** Where the loss of one word leads: the gradient at queries, keys and values, a row a word, a column a head. @param {Subject} subject */
function gradients({ core, picture, head, token }) {
  const study = new GradientStudy(core, picture);
  const { steps } = study.answer({ kind: "row", token, key: 0, head, column: 0 });
  const { numHeads } = picture.config;
  const marks = ["q", "k", "v"].flatMap((id, i) => {
    const data = /** @type {Float32Array} */ (steps.get(id));
    const count = picture.settings.tokens.length * numHeads;
    const wide = data.length / count;
    const sizes = Array.from({ length: count }, (_, at) =>
      largestSize(data.slice(at * wide, (at + 1) * wide)),
    );
    const most = Math.max(...sizes);
    const x = 14 + i * 90;
    return [
      ...lattice(sizes, numHeads, {
        x,
        y: 8,
        size: 9,
        high: 8.6,
        fill: (size) => tint(size / most, FEATURE),
      }),
      label(x + 36, 130, id, { fill: INK, mono: true }),
    ];
  });
  study.dispose();
  return marks;
}

/** A row of weights, and the same after dropout: some are gone, the others larger. @param {Subject} subject */
function dropout({ core, picture, head, token }) {
  const { weights, dropped } = rollOf(core, picture, 0.3, 1);
  const T = picture.settings.tokens.length;
  const from = (head * T + token) * T;
  const [before, after] = [weights, dropped].map(({ data }) => data.slice(from, from + T));
  const most = largestSize(after);
  const bars = Array.from(before, (weight, at) => {
    const [x, high] = [12 + (at * 258) / T, (/** @type {number} */ value) => (108 * value) / most];
    return [
      cell(x, 122 - high(after[at]), 17, high(after[at]), HEAD),
      ink.rect({
        x,
        y: 122 - high(weight),
        w: 17,
        h: high(weight),
        stroke: after[at] === 0 ? TOKEN : MUTED,
        line: 1.5,
      }),
    ];
  });
  return [...bars.flat(), stroke("M8 123H272", INK, 1.5)];
}

/** Two sentences of different length in one batch: what pads the shorter has the colour of lines. @param {Subject} subject */
function batch({ core, picture, said }) {
  const { tokens, seed } = picture.settings;
  const short = tokens.slice(0, Math.ceil(tokens.length / 2));
  return [tokens, short].flatMap((words, i) => {
    const { dModel } = picture.config;
    const { data } = core.embed(words, { dModel, seed });
    const firsts = Array.from(tokens, (_, at) => data[at * dModel] ?? NaN);
    const fill = (/** @type {number} */ value) =>
      Number.isNaN(value) ? LINE : tint(0.35 + 0.5 * Math.abs(value), [HEAD, TOKEN][i]);
    return [
      ...lattice(firsts, tokens.length, { x: 8, y: 14 + i * 64, size: 264 / tokens.length, high: 30, fill }),
      label(8, 60 + i * 64, said.motifs.words(words.length), { align: "start" }),
    ];
  });
}

/** The four matrices of a layer, cut by head. @param {Subject} subject */
function layer({ picture }) {
  const { numHeads, dModel, dK } = picture.config;
  const size = 56;
  return ["wQ", "wK", "wV", "wO"].flatMap((name, i) => {
    const { shape } = picture.weight(/** @type {import("../../../web/core/types.js").WeightName} */ (name));
    const [high, wide] = shape.map((length) => (size * length) / Math.max(dModel, numHeads * dK));
    const x = 10 + i * 67;
    const bands = Array.from({ length: numHeads }, (_, head) =>
      i < 3
        ? cell(x + (head * wide) / numHeads, 28, wide / numHeads - 0.5, high, hue(head))
        : cell(x, 28 + (head * high) / numHeads, wide, high / numHeads - 0.5, hue(head)),
    );
    return [...bands, label(x + size / 2, 108, name.replace("w", "W_"), { fill: INK })];
  });
}

/** Arithmetic for one more word: all words again, or only the new one. @param {Subject} subject */
function cache({ core, picture }) {
  const { numHeads, dModel } = picture.config;
  const lengths = picture.settings.tokens.map((_, at) => at + 1);
  const flops = (/** @type {{ Tq: number, past?: number }} */ extent) =>
    core.cost({ numHeads, dModel }, extent).flops;
  const most = flops({ Tq: lengths.length });
  const bars = lengths.flatMap((length, at) => {
    const [again, kept] = [flops({ Tq: length }), flops({ Tq: 1, past: length - 1 })].map(
      (each) => (108 * each) / most,
    );
    const x = 12 + (at * 258) / lengths.length;
    return [cell(x, 122 - again, 17, again, tint(0.3)), cell(x, 122 - kept, 17, kept, HEAD)];
  });
  return [...bars, stroke("M8 123H272", INK, 1.5)];
}

/** The same words in another order. @param {Subject} subject */
function order({ picture }) {
  const { length } = picture.settings.tokens;
  const x = (/** @type {number} */ at) => 18 + (at * 244) / (length - 1);
  return shuffle(length, 1).flatMap((from, to) => [
    stroke(
      `M${x(from)} 24C${x(from)} 76 ${x(to)} 64 ${x(to)} 116`,
      tint(0.35 + (0.6 * from) / length, TOKEN),
      2.5,
    ),
    disc(x(from), 22, 6, tint(0.35 + (0.6 * from) / length, TOKEN)),
    disc(x(to), 118, 6, tint(0.35 + (0.6 * from) / length, TOKEN)),
  ]);
}

/** Scores, and the same with the roles turned round. @param {Subject} subject */
function roles({ core, picture, head }) {
  const answer = rolesAnswer(core, picture, "own");
  if ("refused" in answer) throw new Error(answer.refused.message);
  const T = picture.settings.tokens.length;
  return [answer.scores, answer.turned].flatMap(({ data }, i) => {
    const own = data.slice(head * T * T, (head + 1) * T * T);
    const most = largestSize(own);
    return lattice(own, T, {
      x: 14 + i * 138,
      y: 10,
      size: 9.6,
      fill: (score) => signed(score / most, i ? TOKEN : HEAD),
    });
  });
}

/** A head, and the cells that its builder aims at: the word before each. @param {Subject} subject */
function build({ picture }) {
  const { data, columns } = matrixOfHead(picture, "weights", 0);
  const [x, y, size] = [80, 10, 10];
  return [
    ...lattice(data, columns, { x, y, size, fill: (weight) => tint(weight) }),
    ...Array.from({ length: columns - 1 }, (_, at) =>
      ink.rect({
        x: x + at * size - 1,
        y: y + (at + 1) * size - 1,
        w: size + 1,
        h: size + 1,
        stroke: TOKEN,
        line: 2,
        radius: 2,
      }),
    ),
  ];
}

/** Shapes, one call after another. @param {Subject} subject */
function chain({ picture }) {
  return ["q", "q_split", "q_heads"].flatMap((id, i) => {
    const { shape, op } = /** @type {Step} */ (picture.step(id));
    const y = 32 + i * 42;
    return [
      label(WIDTH / 2, y, `(${shape.join(", ")})`, { fill: INK, mono: true, bold: true }),
      ...(i
        ? [
            label(WIDTH / 2 + 14, y - 21, `.${op}`, { align: "start", mono: true }),
            stroke(`M${WIDTH / 2} ${y - 34}v18m-4 -5l4 5l4 -5`, MUTED, 1.5),
          ]
        : []),
    ];
  });
}

/** A product as a network: two tensors, the index that it sums over, and those that are left. @param {Subject} subject */
function network({ picture }) {
  const step = /** @type {Step} */ (picture.step("scores"));
  const [left, right, result] = (einsumOf(step, picture.steps) ?? [])
    .map(({ letter }) => letter)
    .join("")
    .split(/[^a-z]+/);
  const summed = [...left].filter((letter) => right.includes(letter) && !result.includes(letter));
  const own = (/** @type {string} */ letters, /** @type {string} */ others) =>
    [...letters].filter((letter) => !others.includes(letter));
  const [a, b, y] = [96, 184, 70];
  const legs = [
    { letters: own(left, right), d: `M${a} ${y}H30`, x: 22 },
    { letters: own(right, left), d: `M${b} ${y}H250`, x: 258 },
    { letters: summed, d: `M${a} ${y}H${b}`, x: 140 },
  ];
  return [
    ...legs.map(({ d }, i) => stroke(d, [TOKEN, TOKEN, FEATURE][i], 3)),
    ...legs.map(({ letters, x }, i) =>
      label(x, i < 2 ? y + 5 : y - 10, letters.join(" "), {
        fill: [TOKEN, TOKEN, FEATURE][i],
        mono: true,
        bold: true,
      }),
    ),
    ...[a, b].map((x, i) => disc(x, y, 22, tint(0.18, [HEAD, TOKEN][i]))),
    label(a, y + 5, "q", { fill: INK, mono: true, bold: true }),
    label(b, y + 5, "kᵀ", { fill: INK, mono: true, bold: true }),
  ];
}

const { masks, scale, cost } = LAYER_MOTIFS;
const { block } = MODEL_MOTIFS;

/** By the lab's kind. @type {Readonly<Record<string, (subject: Subject) => Mark[] | Promise<Mark[]>>>} */
export const LAB_MOTIFS = {
  ...{ mask: masks, softmax: scale, block, cost },
  ...{ gradients, dropout, batch, layer, cache, order, roles, build, chain, network },
};
