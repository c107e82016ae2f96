// What a layer of attention is, in info, beside its name, and in the measure of sinks.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { say } from "../../web/kit/text/words.js";
import { allHeadsScene, sheetOf } from "../../web/models/draw/all-heads.js";
import { openCheckpoint } from "../../web/models/index.js";
import { measuresFor, roleOf, shownRun, standingOut } from "../../web/models/state/page-run.js";
import { INITIAL } from "../../web/models/state/page-state.js";
import { EVERY_HEAD } from "../../web/models/words.js";
import { locales } from "./support/translations.js";

/** A case of tests/fixtures/families or checkpoints. @param {string} name @param {string} [root] */
function opened(name, root = "families") {
  const folder = inRoot(`tests/fixtures/${root}/${name}`);
  const files = readdirSync(folder).filter(
    (file) => !["case.json", "expected.safetensors", "f16.safetensors", "bf16.safetensors"].includes(file),
  );
  return openCheckpoint(
    Object.fromEntries(files.map((file) => [file, new Uint8Array(readFileSync(`${folder}/${file}`))])),
  );
}

/** @param {string} name @param {string} [root] */
const kindsOf = async (name, root) =>
  (await opened(name, root)).info.layerKinds.map((kind) => say(EVERY_HEAD).kind(kind));

/** A run as the page shows it. @param {string} name */
async function shown(name) {
  const model = await opened(name);
  const run = await model.run({ ids: [3, 1, 4, 1, 5] });
  return shownRun(await loadCore(), /** @type {any} */ ({ name, model }), run);
}

/** Texts of the maps of a run. @param {import("../../web/models/state/page-run.js").Shown} run @param {number} width */
function textsOf(run, width) {
  const measure = (/** @type {string} */ text) => text.length * 7;
  const scene = allHeadsScene(sheetOf(run, INITIAL, {}), { width, palette: LIGHT, measure });
  return scene.marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
}

test("a layer is global or has a window, and what is unusual of its positions is said", async () => {
  assert.deepEqual(await kindsOf("gpt2", "checkpoints"), ["global", "global"]);
  assert.deepEqual(await kindsOf("gemma2", "checkpoints"), ["window 3", "global"]);
  assert.deepEqual(new Set(await kindsOf("cohere2")), new Set(["window 3", "global, no positions"]));
  assert.deepEqual(new Set(await kindsOf("bloom")), new Set(["global, ALiBi"]));
  assert.deepEqual(new Set(await kindsOf("mpnet")), new Set(["global"]));
  assert.ok((await kindsOf("modernbert")).some((kind) => /^window ±\d+$/.test(kind)));
});

test("a window of other widths to its sides, and thousands", () => {
  const { kind } = say(EVERY_HEAD);
  assert.equal(kind({ window: [3, 2], positions: "rotary" }), "window −3 +2");
  assert.equal(kind({ window: 4096, positions: "rotary" }), "window 4,096");
  const said = locales.map(({ lang, locale }) => [
    lang,
    say(EVERY_HEAD, { locale }).kind({ window: 4096, positions: "none" }),
  ]);
  assert.deepEqual(Object.fromEntries(said), {
    fr: "fenêtre 4\u202f096, sans positions",
    zh: "窗口 4,096，无位置",
  });
});

test("what a layer is stands below its name where layers differ and there is room", async () => {
  const mixed = await shown("cohere2");
  assert.ok(textsOf(mixed, 900).includes("window 3"));
  assert.ok(textsOf(mixed, 900).includes("global, no positions"));
  assert.ok(!textsOf(mixed, 360).includes("window 3"), "on a phone the selected head alone says so");
  assert.ok(!textsOf(await shown("bloom"), 900).includes("global, ALiBi"), "all layers are the same");
});

test("the share of the weight that sinks take is a measure of models with sinks", async () => {
  const run = await shown("gpt_oss");
  assert.deepEqual(measuresFor(run), ["first", "sink", "previous", "sameWord", "afterSame", "entropy"]);
  assert.ok(!measuresFor(await shown("bloom")).includes("sink"));
  for (const [layer, { data, shape }] of run.attention.entries()) {
    const [heads, queries, keys] = shape;
    for (let head = 0; head < heads; head++) {
      const rows = Array.from({ length: queries }, (_, i) =>
        data.subarray((head * queries + i) * keys, (head * queries + i + 1) * keys),
      );
      const left = rows.map((row) => 1 - row.reduce((sum, weight) => sum + weight, 0));
      const mean = left.slice(1).reduce((sum, share) => sum + share, 0) / (queries - 1);
      const { sink } = run.measures[layer][head];
      assert.ok(Math.abs(sink - mean) < 1e-6 && sink > 0.01, `${layer}.${head}`);
      assert.equal(standingOut(run, "sink")({ layer, head }), mean >= 0.5);
    }
  }
  const most = { ...run.measures[0][0], sink: 0.9, first: 0.95 };
  assert.equal(roleOf(most, run), "sink");
});
