// The page Models: two sentences beside each other, sets of heads off, and heads ranked by the loss of the sentence.
import assert from "node:assert/strict";
import test from "node:test";
import { DARK, LIGHT, unpackColour } from "../../web/kit/draw/palette.js";
import { withSignedColours } from "../../web/models/draw/maps.js";
import { openCheckpoint } from "../../web/models/index.js";
import { inRoot } from "../../tools/lib/paths.mjs";
import { filesInFolder } from "../../web/models/state/page-files.js";
import { INITIAL } from "../../web/models/state/page-state.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { rankedBy } from "../../web/models/state/page-ranking.js";
import { mapOf } from "../../web/models/state/page-run.js";
import { alignSentences, masksOfSecond, withWordChanged } from "../../web/models/state/pair.js";
import { folderOf } from "./support/checkpoints.js";

/** @param {string} name @param {string} text */
async function pageWith(name, text) {
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  await page.load();
  const files = Object.entries(folderOf(name)).map(([file, bytes]) => [file, new Blob([bytes])]);
  await page.openings.open({ name, files: Object.fromEntries(files) });
  await page.write(text);
  assert.equal(page.state.problem, null);
  return page;
}

/** @param {() => unknown} act @param {string} id */
const refuses = (act, id) => assert.throws(act, (/** @type {any} */ error) => error.id === id);

test("pieces that both sentences begin and end with are partners, and those between from the last on", () => {
  assert.deepEqual(alignSentences([1, 2, 3, 4], [1, 2, 9, 4], true), {
    ...{ alone: [[], []], from: 2 },
    places: [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ],
  });
  assert.deepEqual(alignSentences([1, 2, 3], [1, 8, 9, 3], true), {
    ...{ alone: [[], [1]], from: 1 },
    places: [
      [0, 0],
      [1, 2],
      [2, 3],
    ],
  });
  assert.deepEqual(alignSentences([1, 2, 2, 3], [1, 2, 3], false).alone, [[2], []]);
  assert.deepEqual(alignSentences([1, 2, 2, 3], [1, 2, 3], false).places.at(-1), [3, 2]);
});

test("a first comparison changes an early word of the first text, and the next piece follows it", async () => {
  const { text } = INITIAL;
  const second = withWordChanged(text);
  assert.equal(second, text.replace("created", "made"));
  assert.equal(
    withWordChanged("The cat saw the man because he slept."),
    "The dog saw the man because he slept.",
  );
  assert.equal(withWordChanged("Nothing here."), "Nothing here.");
  const model = await openCheckpoint(inRoot("models/headscope-small"));
  const words = (/** @type {string} */ each) => model.tokenize(each).map((token) => token.text);
  const at = words(text).indexOf("created");
  assert.ok(at < words(text).length / 2, "early");
  for (const [sentence, word] of [
    [text, "created"],
    [second, "made"],
  ]) {
    const run = await model.run(sentence);
    assert.equal(run.predictions(run.tokens.length - 1, 1)[0].text, word);
  }
  model.dispose();
});

test("sentences that cannot be compared are refused, with a sentence that can", () => {
  refuses(() => alignSentences([1, 2], [1, 2], true), "pair_equal");
  refuses(() => alignSentences([1, 2], [3, 4, 5], true), "pair_shares_nothing");
  refuses(() => alignSentences([1, 2], [1, 2, 3], true), "pair_only_longer");
  assert.equal(alignSentences([1, 2], [1, 2, 3], false).places.length, 2);
});

for (const [name, one, other] of [
  ["gpt2", "the cat the cot", "the cat the cat"],
  ["bert", "the cat the cat", "cat cat the cat"],
  ["llama", "the cat the dog", "the cat the cat"],
])
  test(`the maps of a ${name} are those of the second sentence minus those of the first, and heads rank by what moves`, async () => {
    const page = await pageWith(name, one);
    await page.pair.compare(other);
    const { pair, run } = page.state;
    assert.ok(pair && run);
    const model = await openCheckpoint(folderOf(name));
    const [first, second] = [await model.run(one), await model.run(other)];
    const size = first.tokens.length;
    assert.equal(second.tokens.length, size);
    const from = run.causal ? first.tokens.findIndex(({ id }, i) => id !== second.tokens[i].id) : 0;
    for (const { layer, head, moved } of pair.moves) {
      const weights = [first, second].map((each) => {
        const { data } = each.attention(layer);
        return data.subarray(head * size * size, (head + 1) * size * size);
      });
      const differences = Array.from(weights[1], (weight, i) => weight - weights[0][i]);
      for (const [i, difference] of differences.entries())
        assert.ok(Math.abs(pair.maps[layer][head][i] - difference) < 1e-6);
      const counted = differences.slice(from * size);
      const sum = counted.reduce((all, each) => all + Math.abs(each), 0) / 2 / (size - from);
      assert.ok(Math.abs(moved - sum) < 1e-5, `${layer}.${head}: ${moved}, expected ${sum}`);
    }
    const moves = pair.moves.map(({ moved }) => moved);
    assert.deepEqual(
      moves,
      moves.slice().sort((a, b) => b - a),
    );
    assert.ok(moves[0] > 0.01);
    page.rest();
    assert.equal(page.state.pair, null);
  });

test("weight on a piece without a partner has moved, and is on no key of the difference", async () => {
  const page = await pageWith("gpt2", "the cat");
  await page.pair.compare("the the cat");
  const { pair } = page.state;
  assert.ok(pair);
  const { alignment, first, second, words } = pair;
  assert.ok(alignment.alone[1].length > 0);
  const head = { layer: 0, head: 1 };
  const count = alignment.places.length;
  assert.equal(words.length, count);
  const [a, b] = [first, second].map((each) => mapOf(each, head));
  let sum = 0;
  alignment.places.forEach(([i, k], row) => {
    if (row < alignment.from) return;
    let same = 0;
    alignment.places.forEach(([j, l], key) => {
      const [before, after] = [a[i * first.words.length + j], b[k * second.words.length + l]];
      assert.ok(Math.abs(pair.maps[0][1][row * count + key] - (after - before)) < 1e-6);
      same += Math.min(before, after);
    });
    sum += 1 - same;
  });
  const move = pair.moves.find((each) => each.layer === 0 && each.head === 1);
  assert.ok(Math.abs(Number(move?.moved) - sum / (count - alignment.from)) < 1e-5);
});

test("a comparison follows the text and the heads that are off; a refusal stays in words until the sentence changes", async () => {
  const page = await pageWith("gpt2", "the cat the dog");
  await page.pair.compare("the cat the cat");
  const before = page.state.pair?.moves;
  await page.turnOff([{ layer: 0, head: 0 }]);
  assert.equal(page.state.pair?.first, page.state.run);
  assert.notDeepEqual(page.state.pair?.moves, before);
  await page.write("the cat the cat");
  assert.equal(/** @type {any} */ (page.state.pairProblem)?.id, "pair_equal");
  assert.equal(page.state.pair, null);
  await page.write("the dog the cat");
  const after = /** @type {import("../../web/models/state/page-state.js").State} */ (page.state);
  assert.equal(after.pairProblem, null);
  assert.ok(after.run && after.pair?.first === after.run);
  page.pair.end();
  assert.deepEqual([page.state.other, page.state.pair], [null, null]);
});

test("a comparison that is stopped shows nothing", async () => {
  const page = await pageWith("gpt2", "the cat the dog");
  const comparing = page.pair.compare("the cat the cat");
  page.stop();
  await comparing;
  assert.deepEqual([page.state.pair, page.state.comparing, page.state.pairProblem], [null, false, null]);
});

test("a comparison waits for a run in progress, and runs a text whose run was stopped", async () => {
  const page = await pageWith("gpt2", "the cat the cot");
  const said = () => page.state.run?.tokens.map(({ text }) => text).join("");
  const running = page.write("the cot the");
  await page.pair.compare("the cat the");
  assert.deepEqual([page.state.comparing, page.state.pair, said()], [false, null, "the cat the cot"]);
  await running;
  const { pair } = page.state;
  assert.deepEqual([pair?.first, said()], [page.state.run, "the cot the"]);
  const stopped = page.write("the cot cat");
  page.stop();
  await stopped;
  assert.deepEqual([page.state.pair, said()], [pair, "the cot the"], "what was stopped is not compared");
  await page.pair.compare("the cat the");
  assert.deepEqual([page.state.pair?.first, said()], [page.state.run, "the cot cat"]);
});

test("the sentences stay while the models are freed, and the model that is opened next compares them", async () => {
  const page = await pageWith("gpt2", "the cat the cot");
  await page.pair.compare("the cat the cat");
  page.rest();
  const files = Object.entries(folderOf("gpt2")).map(([file, bytes]) => [file, new Blob([bytes])]);
  await page.openings.open({ name: "gpt2", files: Object.fromEntries(files) });
  assert.deepEqual([page.state.text, page.state.other], ["the cat the cot", "the cat the cat"]);
  assert.ok(page.state.run && page.state.pair?.first === page.state.run);
});

test("“Go on” computes the new piece alone, also beside a second sentence", async (context) => {
  const page = await pageWith("gpt2", "the cat");
  await page.pair.compare("the dog");
  const [{ run }, opened] = [page.state, page.opened];
  assert.ok(run && opened);
  const goOn = context.mock.method(run.run, "goOn");
  const again = context.mock.method(opened.model, "run");
  await page.continuation.goOn();
  assert.equal(page.state.run?.tokens.length, run.tokens.length + 1);
  const texts = again.mock.calls.map((call) => call.arguments[0]);
  assert.deepEqual([goOn.mock.callCount(), texts], [1, ["the dog"]]);
});

test("a piece that is masked is masked in both sentences", async () => {
  assert.deepEqual(masksOfSecond(alignSentences([1, 2, 3], [1, 8, 9, 3], false), [1, 2]), [2, 3]);
  const page = await pageWith("bert", "the cat the cat");
  await page.mask(3);
  await page.pair.compare("cat cat the cat");
  assert.deepEqual(page.state.pair?.second.run.masks, [3]);
});

test("a set of heads is switched off, and heads rank by the loss of the sentence without each", async () => {
  const page = await pageWith("gpt2", "the cat");
  const model = await openCheckpoint(folderOf("gpt2"));
  const layer = [0, 1, 2, 3].map((head) => ({ layer: 1, head }));
  await page.turnOff(layer);
  const { run, whole } = page.state;
  assert.ok(run && whole);
  const without = await model.run("the cat", { headScale: { 1: [0, 0, 0, 0] } });
  assert.equal(page.ranking.changed(whole, run).loss.after, without.loss());
  await page.turnOff([]);
  page.ask(run.tokens.length - 1); // the wanted piece stands after the text, and is no part of its loss
  await page.ranking.start();
  const { ranking } = page.state;
  assert.ok(Math.abs(Number(ranking?.loss) - whole.run.loss()) < 1e-6);
  const one = await model.run("the cat", { headScale: { 1: [1, 1, 0, 1] } });
  const effect = ranking?.effects.find(({ layer: of, head }) => of === 1 && head === 2);
  assert.ok(Math.abs(Number(effect?.loss) - (one.loss() - whole.run.loss())) < 1e-6);
  const sizes = rankedBy(ranking?.effects ?? [], "loss").map(({ loss }) => Math.abs(loss));
  assert.deepEqual(
    sizes,
    sizes.slice().sort((a, b) => b - a),
  );
});

for (const palette of [LIGHT, DARK])
  test(`differences are coloured from the paper at 0 to one hue below and one above, ${palette.dark ? "dark" : "light"}`, () => {
    const surface = { width: 100, palette, measure: () => 0 };
    const ramp = withSignedColours(surface).palette.colormap("blue");
    assert.deepEqual([ramp[127], ramp[128]].map(unpackColour), [palette.paper, palette.paper]);
    assert.deepEqual([ramp[0], ramp[255]].map(unpackColour), [palette.axis.T, palette.axis.H]);
    assert.equal(withSignedColours(surface).palette.ink, palette.ink);
  });

/** A handle of a folder, as showDirectoryPicker() gives it. @param {string} name @param {Record<string, any>} content texts of files, and folders, by name @returns {any} */
const handleOf = (name, content) => ({
  ...{ kind: "directory", name },
  async *values() {
    for (const [name, each] of Object.entries(content))
      yield typeof each === "string"
        ? { kind: "file", name, getFile: async () => new File([each], name) }
        : handleOf(name, each);
  },
});

test("a picked folder is its files by path; one that has gone is refused by name", async () => {
  const files = await filesInFolder(handleOf("gpt2", { "config.json": "{}", onnx: { "model.onnx": "abc" } }));
  assert.deepEqual(Object.keys(files), ["config.json", "onnx/model.onnx"]);
  assert.equal(files["onnx/model.onnx"].size, 3);
  const gone = { name: "gpt2", values: () => assert.fail("it was moved") };
  await assert.rejects(
    filesInFolder(/** @type {any} */ (gone)),
    (/** @type {any} */ error) => error.id === "file_unreadable" && /gpt2 .*it was moved/.test(error.message),
  );
});
