// Pictures in the text of chapters: their numbers are the core's, and their labels fit.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { CHAPTER_PICTURES, pictureNamed, withPictures } from "../../tools/lib/chapter-pictures.mjs";
import { COURSE_LANGUAGES } from "../../tools/lib/course-translations.mjs";
import { readCourse } from "../../tools/lib/course.mjs";
import { turnsOf } from "../../tools/lib/drawings/clocks.mjs";
import { generateGrowth } from "../../tools/lib/drawings/growth.mjs";
import { keptBy } from "../../tools/lib/drawings/kinds.mjs";
import { sizesOf } from "../../tools/lib/drawings/norms.mjs";
import { sharesByRole } from "../../tools/lib/drawings/roles.mjs";
import { tilesOf } from "../../tools/lib/drawings/tiles.mjs";
import { WIDTH } from "../../tools/lib/drawings/width.mjs";
import { DRAWING_WORDS } from "../../tools/lib/drawings/words.mjs";
import { median, readResults, readWindowResults } from "../../tools/lib/one-head.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { textOf } from "../../tools/teach/plan.mjs";
import { loadCore } from "../../web/core/index.js";
import { MARGIN } from "../../web/kit/draw/marks.js";
import {
  ASKED_TRANSLATION,
  TRANSLATION_FILES,
  TRANSLATION_MODEL,
} from "../../web/kit/state/translation-model.js";
import { openCheckpoint } from "../../web/models/index.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { measureText } from "../../web/render/index.js";
import { sample } from "../browser/support/nightly.js";
import { studyHeads } from "../study/one-head.js";

const core = await loadCore();
const chapters = readCourse();
const FIGURE = /<figure data-picture="([\w-]+)">\s*<figcaption>([^]*?)<\/figcaption>/g;

/** The plain text of a chapter. @param {string} name */
const saidIn = (name) =>
  textOf(
    /** @type {import("../../tools/lib/course.mjs").Chapter} */ (
      chapters.find((chapter) => chapter.name === name)
    ).article,
  );

/** @param {string} name of a chapter @param {...string} texts */
function says(name, ...texts) {
  const said = saidIn(name);
  for (const text of texts) assert.ok(said.includes(text), `the chapter ${name} does not say “${text}”`);
}

/** @param {readonly number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

test("every picture stands in one chapter with a caption, and says what it shows", async () => {
  const used = chapters.flatMap(({ article }) => [...article.matchAll(FIGURE)].map(([, name]) => name));
  assert.deepEqual(used.toSorted(), Object.keys(CHAPTER_PICTURES).toSorted());
  for (const name of used) {
    /** @type {string[]} */
    const titles = [];
    for (const lang of COURSE_LANGUAGES) {
      const svg = await pictureNamed(core, name, lang);
      assert.match(svg, /<svg [^>]*role="img"/);
      assert.ok(!/NaN|Infinity|undefined/.test(svg), name);
      titles.push(/<title>(.*?)<\/title>/.exec(svg)?.[1] ?? "");
    }
    assert.ok(titles[0].length > 60, name);
    assert.equal(new Set(titles).size, COURSE_LANGUAGES.length, `${name} in each language`);
    const numbers = titles.map((title) => title.match(/\d+(\.\d+)?/g)?.toSorted());
    for (const other of numbers)
      assert.deepEqual(other, numbers[0], `${name}: the same numbers in each language`);
  }
  const [{ article }] = chapters.filter(({ name }) => name === "keys");
  assert.match(await withPictures(article), /<figure data-picture="arrows"><svg [^]*<\/svg>\s*<figcaption>/);
  await assert.rejects(
    withPictures('<figure data-picture="arrow">'),
    /There is no picture arrow; there are arrows,/,
  );
});

test("the words of the pictures fit, and do not cover each other", async () => {
  for (const [name, draw, lang] of Object.entries(CHAPTER_PICTURES).flatMap(([name, draw]) =>
    COURSE_LANGUAGES.map((lang) => /** @type {const} */ ([`${name} in ${lang}`, draw, lang])),
  )) {
    const { marks, height } = await draw(core, DRAWING_WORDS[lang]);
    const boxes = marks.flatMap((mark) => {
      if (mark.kind !== "text") return [];
      const { x, y, text, size = 12.5, align = "start", bold } = mark;
      const wide = measureText(text, size, bold);
      const left = x - { start: 0, middle: wide / 2, end: wide }[align];
      return [{ text, left, right: left + wide, top: y - size * 0.75, bottom: y + 1 }];
    });
    for (const { text, left, right, bottom } of boxes)
      assert.ok(
        left >= -MARGIN && right <= WIDTH + MARGIN && bottom <= height + MARGIN,
        `${name}: “${text}” is at ${left} to ${right}`,
      );
    for (const [i, one] of boxes.entries())
      for (const other of boxes.slice(i + 1))
        assert.ok(
          one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top,
          `${name}: “${one.text}” and “${other.text}”`,
        );
  }
});

test("the clocks turn by the angles of rotary positions", () => {
  const pairs = turnsOf(core);
  pairs.forEach((turns, pair) =>
    turns.forEach((turn, place) => {
      const expected = place * 10000 ** (-pair / pairs.length);
      assert.ok(Math.abs(Math.sin((turn - expected) / 2)) < 1e-3, `pair ${pair}, place ${place}: ${turn}`);
    }),
  );
});

test("after the last tile the output is the row's", () => {
  const { kept, expected, scores, at } = tilesOf(core);
  const { most, sum, output } = kept[kept.length - 1];
  const row = [...scores.row(at)];
  assert.equal(most, Math.max(...row));
  assert.ok(Math.abs(sum - row.reduce((all, score) => all + Math.exp(score - most), 0)) < 1e-9);
  output.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-5, `${value}, ${expected[i]}`));
});

test("the numbers kept of a word are those that a pass returns for the next", () => {
  for (const { name, kept, options } of keptBy(core)) {
    const layer = core.createLayer(options);
    const run = layer.forward({ query: { data: new Float32Array(64), shape: [1, 1, 64] }, causal: true });
    const { key, value } = /** @type {NonNullable<typeof run.present>} */ (run.present);
    assert.equal(key.data.length + value.data.length, kept, name);
    if (name === "MLA")
      says("cheaper", `the latent, ${key.data.length} numbers, and ${value.data.length} of`);
    run.dispose();
    layer.dispose();
  }
});

test("the pieces that the cache's picture names are those that the model expects most", async () => {
  const model = await openCheckpoint(inRoot("models/headscope-small"));
  const { text, read, pieces } = await generateGrowth();
  let run = await model.run(text);
  assert.equal(run.tokens.length, read);
  for (const piece of pieces) {
    const [{ id, text: expected }] = run.predictions(run.tokens.length - 1, 1);
    assert.equal(piece, expected);
    run = await model.run({ ids: [...run.tokens.map((token) => token.id), id] });
  }
  model.dispose();
});

test("with norms before the parts a word's row grows, and with norms after the sums it does not", () => {
  const [pre, post] = /** @type {const} */ (["pre", "post"]).map((order) => sizesOf(core, order));
  for (let i = 1; i < pre.length; i++) {
    assert.ok(pre[i] > pre[i - 1], `block ${i}: ${pre}`);
    assert.ok(Math.abs(post[i] - 1) < 1e-4, `block ${i}: ${post}`);
  }
});

test("one head against several: the table and the text have the results of the study", () => {
  const all = readResults();
  const [{ article }] = chapters.filter(({ name }) => name === "heads");
  const cells = [...article.matchAll(/<td>([\d.]+) <small>([\d.]+)<\/small><\/td>/g)].map(
    ([, ...each]) => each,
  );
  const expected = ["translation", "reference", "induction"].flatMap((task) =>
    all
      .filter((entry) => entry.task === task)
      .map(({ runs }) => {
        const right = runs.map((run) => 100 * run.right);
        return [median(right).toFixed(1), Math.min(...right).toFixed(1)];
      }),
  );
  assert.deepEqual(cells, expected);
  const steps = (/** @type {string} */ task, /** @type {number} */ heads) => {
    const { runs } = /** @type {import("../../tools/lib/one-head.mjs").Entry} */ (
      all.find((entry) => entry.task === task && entry.heads === heads)
    );
    assert.equal(runs.length, 10);
    return median(runs.map(({ solved }) => solved ?? Infinity));
  };
  says(
    "heads",
    `it needs ${steps("translation", 1)} steps where four need ${steps("translation", 4)}`,
    `${steps("reference", 1)} steps against ${steps("reference", 4)}`,
    `take ${steps("induction", 8)} steps where one takes ${steps("induction", 1)}`,
  );
});

test("the results of one head are those of a new training run", () => {
  for (const task of sample(/** @type {const} */ (["reference", "induction"]), 1)) {
    const { runs, ...again } = studyHeads(core, task, 1, 3);
    const { runs: kept, ...entry } = /** @type {import("../../tools/lib/one-head.mjs").Entry} */ (
      readResults().find(({ heads, ...each }) => each.task === task && heads === 1)
    );
    assert.deepEqual(again, entry);
    assert.deepEqual(
      runs[0],
      kept.find(({ seed }) => seed === 3),
    );
  }
});

test("the results of the model with the window, which C++ computed, are those of a new training run here", () => {
  const seed = 3;
  const [{ steps, runs }] = readWindowResults();
  const { it: kept, ...others } = /** @type {import("../../tools/lib/one-head.mjs").WindowRun} */ (
    runs.find((run) => run.seed === seed)
  );
  const model = core.createModel({ seed });
  const rightAt = (/** @type {number} */ step) => {
    model.train(step - model.step);
    return model.evaluate({ sentences: 512 }).kinds.it.accuracy >= 0.95;
  };
  assert.deepEqual([rightAt(kept.solved - 25), rightAt(kept.solved)], [false, true]);
  model.train(steps - model.step);
  const { kinds } = model.evaluate({ sentences: 512 });
  model.dispose();
  const most = (/** @type {number[][]} */ weights) => Math.max(...weights.flat()).toFixed(4);
  assert.deepEqual(
    [most(kinds.this.weights), most(kinds.was.weights), most(kinds.it.least), most(kinds.it.tells)],
    [others.this.weight, others.was.weight, kept.weight, kept.tells].map((weight) => weight.toFixed(4)),
  );
});

/** Pairs of words of like meaning, of one piece each. */
const LIKE =
  "king-lord man-person boy-child woman-girl house-home city-town road-path sea-ocean mountain-hill evening-night cloth-garment ship-boat horse-ass rock-stone tree-wood speech-word law-rule war-battle beginning-start sin-evil wind-storm food-meat"
    .split(" ")
    .map((pair) => pair.split("-"));

test("no head of the small language model links words of like meaning", async () => {
  const model = await openCheckpoint(inRoot("models/headscope-small"), { keep: true });
  /** The weights of all heads from the second word on the first. @param {string} first @param {string} second */
  const weights = async (first, second) => {
    const run = await model.run(`the ${first} and the ${second}`);
    assert.deepEqual(
      [run.tokens.length, run.tokens[2].text, run.tokens[5].text],
      [6, first, second],
      "each word is one piece",
    );
    const all = Array.from({ length: model.info.layers }, (_, layer) => {
      const { data, shape } = run.attention(layer);
      const [heads, queries, keys] = shape;
      return Array.from({ length: heads }, (_, head) => data[(head * queries + 5) * keys + 2]);
    }).flat();
    run.dispose();
    return all;
  };
  /** @type {number[][]} */
  const apart = [];
  for (const [i, [first, second]] of LIKE.entries()) {
    const unlike = await weights(LIKE[(i + 1) % LIKE.length][0], second);
    apart.push((await weights(first, second)).map((weight, head) => weight - unlike[head]));
  }
  model.dispose();
  const found = apart[0].map((_, head) => {
    const own = apart.map((each) => each[head]);
    const middle = mean(own);
    const error = Math.sqrt(mean(own.map((each) => (each - middle) ** 2)) / (own.length - 1));
    return { middle, half: 2 * error };
  });
  for (const { middle, half } of found) assert.ok(middle - half < 0, `${middle} ± ${half}`);
  const { middle, half } = found.reduce((a, b) => (b.middle > a.middle ? b : a));
  says("found", `in ${LIKE.length} pairs`, `at most ${middle.toFixed(3)} ± ${half.toFixed(3)} more`);
});

test("no head of the small language model looks for the rarest piece", async () => {
  const files = inRoot("models/headscope-small");
  const model = await openCheckpoint(files, { keep: true });
  const pieces = await readCheckpoint(files);
  pieces.rest();
  const sentences = readFileSync(inRoot("models/headscope-small/sentences.txt"), "utf8").trim().split("\n");
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const sentence of sentences)
    for (const { id } of pieces.tokenize(sentence)) counts.set(id, (counts.get(id) ?? 0) + 1);
  /** @type {number[][]} */
  const shares = [];
  const even = [];
  for (const sentence of sentences.slice(0, 200)) {
    const run = await model.run(sentence);
    const layers = Array.from({ length: model.info.layers }, (_, layer) => run.attention(layer));
    const often = run.tokens.map(({ id }) => counts.get(id) ?? 0);
    for (let query = 3; query < often.length; query++) {
      const before = often.slice(1, query); // without [BOS]
      const rarest = Math.min(...before);
      if (before.indexOf(rarest) !== before.lastIndexOf(rarest)) continue;
      const key = 1 + before.indexOf(rarest);
      even.push(1 / (query + 1));
      shares.push(
        layers.flatMap(({ data, shape: [heads, queries, keys] }) =>
          Array.from({ length: heads }, (_, head) => data[(head * queries + query) * keys + key]),
        ),
      );
    }
    run.dispose();
  }
  model.dispose();
  assert.ok(shares.length > 2000, `${shares.length} rows`);
  const most = Math.max(...shares[0].map((_, head) => mean(shares.map((row) => row[head]))));
  says("found", `at most ${most.toFixed(2)}, where even attention gives ${mean(even).toFixed(2)}`);
});

test("what the chapter says of commas, of the last noun, and of adjectives and determiners is measured", () => {
  const roles = sharesByRole();
  const of = (/** @type {string} */ role) =>
    /** @type {(typeof roles)[number]} */ (roles.find((each) => each.role === role));
  const commas = of("commas and full stops").shares;
  assert.equal(commas.indexOf(Math.max(...commas)), 4 * 3 + 3);
  says("found", `a head, 3.3, with ${commas[15].toFixed(2)} of its weight`);
  assert.ok(Math.max(...of("last noun").shares) < 2 * of("last noun").chance);

  const model = core.createModel(TRANSLATION_MODEL);
  model.load(readFileSync(inRoot("models", TRANSLATION_FILES[ASKED_TRANSLATION.step])));
  /** @type {Record<string, { shares: number[][], even: number[] }>} */
  const joined = { adjective: { shares: [], even: [] }, determiner: { shares: [], even: [] } };
  for (let seed = 1; seed <= 400; seed++) {
    const { source, target } = model.example({ seed, heldOut: true });
    const { data, shape } = model.translate(source.slice(0, -1)).attention("encoder");
    const [heads, queries, keys] = shape.slice(-3);
    for (const { part, source: word, agrees } of target) {
      if (!(part in joined) || word === null || agrees === null) continue;
      joined[part].even.push(1 / keys);
      joined[part].shares.push(
        Array.from({ length: heads }, (_, head) => data[(head * queries + word) * keys + agrees]),
      );
    }
  }
  model.dispose();
  const byHead = (/** @type {string} */ part) =>
    joined[part].shares[0].map((_, head) => mean(joined[part].shares.map((each) => each[head])));
  const [second, first] = byHead("adjective")
    .toSorted((a, b) => a - b)
    .slice(-2);
  assert.equal(first.toFixed(2), second.toFixed(2));
  says(
    "found",
    `two of its four heads give the noun ${first.toFixed(2)}, where even attention gives ${mean(joined.adjective.even).toFixed(2)}`,
    `a head of their own, with ${Math.max(...byHead("determiner")).toFixed(2)}`,
  );
});
