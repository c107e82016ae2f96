import assert from "node:assert/strict";
import test from "node:test";
import { FOCUS, labelsOf, trackLayout, upstream } from "../../web/walk/draw/track.js";
import { stagesOf } from "../../web/kit/state/stages.js";
import { wordsOf } from "../../web/kit/text/steps.js";
import { layerPicture, measure, pictureOf } from "./support/pictures.js";
import { CONFIGURATIONS, holds, pointsAlong } from "./support/written.js";

const PICTURES = { unmasked: pictureOf(), masked: pictureOf({ causal: true }) };
const WIDTHS = [900, 1024, 1200, 1440, 1920, 2560];

/** The box of a station's name. @param {import("../../web/walk/draw/track.js").Station} station */
function labelBox({ step, x, y, label }) {
  const width = measure(wordsOf(step).name);
  const baseline = label === "above" ? y - 29 : y + 22;
  return { x: x - width / 2, w: width, y: baseline - 10, h: 12, name: step.id };
}

for (const [name, { stages, steps }] of Object.entries(PICTURES)) {
  test(`${name}: every step has a station, in order from left to right, within the map`, () => {
    for (const width of WIDTHS) {
      const { stations, height } = trackLayout(stages, width);
      assert.deepEqual(stations.map(({ step }) => step.id).sort(), steps.map(({ id }) => id).sort());
      for (const { step, x, y } of stations) {
        assert.ok(x >= 16 && x <= width - 16 && y >= 28 && y <= height - 16, `${step.id} at ${x}, ${y}`);
        for (const input of step.inputs) {
          const from = stations.find((other) => other.step.id === input);
          assert.ok(from && from.x < x, `${input} is left of ${step.id} at ${width} px`);
        }
      }
    }
  });

  test(`${name}: targets of 24 px never overlap`, () => {
    for (const width of WIDTHS) {
      const { stations } = trackLayout(stages, width);
      for (const [i, a] of stations.entries())
        for (const b of stations.slice(i + 1))
          assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= 24, `${a.step.id}, ${b.step.id} at ${width} px`);
    }
  });

  test(`${name}: no name touches another, or another's station`, () => {
    for (const width of WIDTHS) {
      const { stations } = trackLayout(stages, width);
      const labels = stations.filter(({ label }) => label !== "none").map(labelBox);
      for (const [i, a] of labels.entries()) {
        for (const b of labels.slice(i + 1))
          assert.ok(
            a.x + a.w + 3 < b.x || b.x + b.w + 3 < a.x || a.y + a.h < b.y || b.y + b.h < a.y,
            `${a.name} and ${b.name} at ${width} px`,
          );
        for (const { step, x, y } of stations)
          assert.ok(
            step.id === a.name || x + 8 < a.x || x - 8 > a.x + a.w || y + 8 < a.y || y - 8 > a.y + a.h,
            `${a.name} on ${step.id} at ${width} px`,
          );
      }
    }
  });

  test(`${name}: a line runs from the station of every input to its reader's station`, () => {
    const { stations, lines } = trackLayout(stages, 1300);
    const at = new Map(stations.map((station) => [station.step.id, station]));
    assert.deepEqual(
      lines.map(({ from, to }) => `${from} ${to}`).sort(),
      steps.flatMap(({ id, inputs }) => inputs.map((input) => `${input} ${id}`)).sort(),
    );
    for (const { from, to, d } of lines) {
      const [a, b] = [at.get(from), at.get(to)];
      assert.ok(a && b && d.startsWith(`M${a.x} ${a.y}H`), d);
      assert.equal(Number(/H([-\d.]+)$/.exec(d)?.[1]), b.x);
      if (a.y !== b.y) assert.match(d, new RegExp(` ${b.y}H[-\\d.]+$`));
      const turns = [...d.matchAll(/-?[\d.]+/g)].map(Number);
      assert.ok(
        turns.every((n) => n >= 0 && n <= 1300),
        d,
      );
    }
  });
}

const ALL = new Map([
  ...CONFIGURATIONS,
  ["opening", PICTURES.unmasked],
  ["rope", layerPicture({ rope: true })],
  ["rope, one kv-head", layerPicture({ rope: true, numKvHeads: 1, numHeads: 3 })],
]);
const NARROWEST = 72; // px between stations; below it there is no map

/** The boxes of all texts on the map. @param {import("../../web/walk/draw/track.js").Track} track @param {string} current */
function textsOn(track, current) {
  const box = (
    /** @type {string} */ text,
    /** @type {number} */ w,
    /** @type {number} */ x,
    /** @type {number} */ y,
  ) => ({
    ...{ text, w, h: 9.4 },
    x: x - w / 2,
    y: y - 9.4,
  });
  const sans = (/** @type {string} */ text) => measure(text);
  const mono = (/** @type {string} */ text) => text.length * 12.5 * 0.602; // DejaVu Sans Mono's, the widest of the stack
  return Array.from(
    labelsOf(track, current),
    ([{ step, x, label }, { lane, over, sized, name, shape, shaped }]) => {
      const sizes = step.shape.join("×");
      const above = sized ? [...lane, sizes].join(" ") : lane.join(" ");
      return [
        ...(above ? [box(above, sized ? mono(above) : sans(above), x, over)] : []),
        ...(label === "none" ? [] : [box(wordsOf(step).name, sans(wordsOf(step).name), x, name)]),
        ...(shaped ? [box(sizes, mono(sizes), x, shape)] : []),
      ];
    },
  ).flat();
}

for (const [name, { steps }] of ALL)
  test(`${name}: names and shapes never touch each other, a station, its focus ring or a line, at any step`, () => {
    let maps = 0;
    for (const width of [900, 1216, 1300, 1700, 2400]) {
      const track = trackLayout(stagesOf(steps), width);
      const { stations, lines, pitch } = track;
      if (pitch < NARROWEST) continue;
      maps++;
      const points = lines.flatMap(({ d }) => pointsAlong(d));
      for (const current of steps) {
        const texts = textsOn(track, current.id);
        const what = `${current.id} in ${width} px`;
        for (const [i, a] of texts.entries()) {
          assert.ok(a.x >= 0 && a.x + a.w <= width, `${what}: «${a.text}» is cut`);
          for (const b of texts.slice(i + 1)) {
            const apart = a.x + a.w + 3 < b.x || b.x + b.w + 3 < a.x || a.y + a.h < b.y || b.y + b.h < a.y;
            assert.ok(apart, `${what}: ${JSON.stringify([a, b])}`);
          }
          for (const { step, x, y } of stations) {
            // Letters such as Q reach below their baseline.
            const apart =
              x + FOCUS < a.x || x - FOCUS > a.x + a.w || y + FOCUS < a.y || y - FOCUS > a.y + a.h + 2.4;
            assert.ok(apart, `${what}: «${a.text}» on the focus ring of ${step.id}`);
          }
          assert.ok(!points.some((point) => holds(a, point, 1)), `${what}: a line through «${a.text}»`);
        }
      }
    }
    assert.ok(maps > 0);
  });

test("shapes appear where they fit, the current step's first", () => {
  const shaped = (/** @type {string} */ current, /** @type {number} */ width) =>
    Array.from(labelsOf(trackLayout(PICTURES.unmasked.stages, width), current)).flatMap(
      ([{ step }, { shaped }]) => (shaped ? [step.id] : []),
    );
  const named = trackLayout(PICTURES.unmasked.stages, 2400).stations.filter(({ label }) => label !== "none");
  assert.deepEqual(
    shaped("x", 2400),
    named.map(({ step }) => step.id),
  );
  for (const id of ["scores", "weights", "context_c", "output"]) assert.ok(shaped(id, 950).includes(id), id);
});

test("names of the main line stand above, and one name per stage of the lanes below", () => {
  const { stations } = trackLayout(PICTURES.unmasked.stages, 1300);
  const labelled = (/** @type {string} */ where) =>
    stations.filter((s) => s.label === where).map((s) => s.step.id);
  assert.deepEqual(labelled("below"), ["v", "v_split", "v_heads", "k_t"]);
  assert.ok(labelled("above").includes("x") && labelled("above").includes("scores"));
  assert.ok(labelled("above").every((id) => PICTURES.unmasked.step(id)?.lane === null));
});

test("the travelled track is the step's inputs, back to x", () => {
  const { steps } = PICTURES.unmasked;
  assert.deepEqual([...upstream("k_heads", steps)].sort(), ["k", "k_heads", "k_split", "x"]);
  assert.ok(!upstream("weights", steps).has("v"));
  assert.equal(upstream("output", steps).size, steps.length);
});

test("slices of a joint product stand after it", () => {
  const { stages } = pictureOf({ fused: true });
  const { stations } = trackLayout(stages, 1300);
  const x = (/** @type {string} */ id) => stations.find(({ step }) => step.id === id)?.x ?? NaN;
  for (const lane of ["q", "k", "v"])
    assert.ok(x("x") < x("qkv") && x("qkv") < x(lane) && x(lane) < x(`${lane}_split`));
});
