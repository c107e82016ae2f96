// Studies of heads on many sentences: against the card of the small model, however they are cut, stopped and joined, and a planted head.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import {
  Model,
  Study as SentenceStudy,
  joinStudies,
  namesOf,
  openCheckpoint,
  readStudy,
} from "../../web/models/index.js";
import { openSmallModel } from "../../web/models/small-model.js";
import { modelRefusal } from "../../web/models/words-refusals.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { defaultSentences } from "../../web/models/state/default-sentences.js";
import { LiveTransformer } from "../../web/models/state/live-transformer.js";
import { lossesWithout, timesForLosses } from "../../web/models/state/loss-without.js";
import { Transformer } from "../../web/models/state/transformer.js";
import { exceptionsOf, pairsOf } from "../../web/models/state/study-looks.js";
import { sample } from "../browser/support/nightly.js";
import { folderOf, withTensors } from "./support/checkpoints.js";
import { folderWithHead } from "./support/planted-head.js";

/** @import { Study, StudyOptions } from "../../web/models/index.js" */

/** Names of the card's roles, which tools/language-model/measure.py measures in PyTorch on the same sentences. */
const ROLES = {
  ...{
    first: "first",
    own: "same",
    previous: "previous",
    "two before": "twoBefore",
    "same word": "sameWord",
  },
  ...{ "same piece": "samePiece", "after same piece": "induction", "after same pair": "inductionPair" },
  ...{ colon: "colons", entropy: "entropy" },
};

/** @type {Model} */ let model;
/** @type {string[]} */ let sentences;
/** @type {string[]} */ let texts; // five batches of one worker
/** @type {Study} */ let whole; // of `texts`; no test changes it
before(async () => {
  model = await openSmallModel({ keep: true });
  sentences = await defaultSentences();
  texts = sentences.slice(0, 31);
  whole = await studied(texts);
});
after(() => model.dispose());

/** The last of the results. @param {Iterable<string> | AsyncIterable<string>} texts @param {StudyOptions} [options] @param {Model} [of] */
async function studied(texts, options, of = model) {
  /** @type {Study | undefined} */
  let last;
  for await (const study of of.study(texts, options)) last = study;
  return /** @type {Study} */ (last);
}

test("a study grows while it is measured, says how long it takes, and gives the heads of the small model the measures and the roles of its card", async () => {
  /** @type {number[]} */
  const counts = [];
  /** @type {Study | undefined} */
  let last;
  for await (const study of model.study(sentences)) {
    counts.push(study.count);
    assert.equal(study.total, 500);
    assert.ok(study.perSecond > 0);
    const left = /** @type {number} */ (study.left);
    assert.ok(study.isDone ? left === 0 : left > 0);
    last = study;
  }
  assert.ok(counts.length > 1);
  assert.ok(counts.every((count, i) => !i || count >= counts[i - 1]));
  const study = /** @type {Study} */ (last);
  const sums = study.sums();
  const { roles } = JSON.parse(readFileSync(inRoot("models/headscope-small/measures.json"), "utf8"));
  assert.equal(study.count, 500);
  assert.ok(study.isDone);
  for (const [role, name] of Object.entries(ROLES)) {
    const at = study.measures.indexOf(name);
    const close = (/** @type {number} */ found, /** @type {number} */ expected) =>
      assert.ok(Math.abs(found - expected) < 1e-4, `${role}: ${found}, not ${expected}`); // the card has four digits
    for (let head = 0; head < 16; head++) {
      const i = head * study.measures.length + at;
      close(sums.mean[i], roles[role].mean[head]);
      close(sums.half[i], roles[role].half[head]);
      assert.equal(sums.count[i], roles[role].sentences);
    }
    close(sums.even.mean[at], roles[role].mean[16]);
  }
  const names = namesOf(study).map(({ name }, i) => `${Math.floor(i / 4)}.${i % 4} ${name}`);
  assert.deepEqual(
    names.filter((each) => !each.endsWith("null")),
    [
      ...["0.0 first", "0.1 sameWord", "0.3 first", "1.0 colons", "1.2 previous", "2.1 inductionPair"],
      ...["2.2 inductionPair", "2.3 colons", "3.0 first", "3.3 separators"],
    ],
  );
});

test("parts of a text give the same study as the whole, to the bit, in any order", async () => {
  for (const count of sample([2, 7], 1)) {
    const parts = [];
    for (let part = count - 1; part >= 0; part--)
      parts.push(await studied(texts, { takes: (number) => number % count === part }));
    assert.deepEqual((await joinStudies(parts)).toNpz(), whole.toNpz());
  }
});

/** The small model with measurers beside its own, of which every second batch takes longer. @param {{ fails?: Error }} [options] */
async function withMeasurers({ fails } = {}) {
  const checkpoint = await readCheckpoint(inRoot("models/headscope-small"));
  const core = await loadCore();
  const made = () => new Transformer(core, checkpoint, { keep: true });
  let disposed = 0;
  const another = async () => {
    const transformer = made();
    let batches = 0;
    return {
      /** @param {Parameters<Transformer["measure"]>} given */
      async measure(...given) {
        if (fails) throw fails;
        const measured = await transformer.measure(...given);
        if (batches++ % 2) await new Promise((resolve) => setTimeout(resolve, 30));
        return measured;
      },
      dispose: () => void (transformer.dispose(), disposed++),
    };
  };
  const live = new LiveTransformer(async () => made());
  return { model: new Model(checkpoint, live, /** @type {any} */ (another)), disposed: () => disposed };
}

test("several workers, whose batches arrive out of order, give the same study, to the bit", async () => {
  const several = await withMeasurers();
  const study = await studied(texts, { workers: 3, looks: true }, several.model);
  assert.equal(several.disposed(), 2);
  several.model.dispose();
  assert.deepEqual(study.toNpz(), whole.toNpz());
  for (const i of [0, 17, 30]) {
    assert.equal(study.textOf(i), texts[i]);
    assert.equal(study.piecesOf(i)?.length, study.tokens[i]);
    assert.equal(study.looksOf(i, 3, 3)?.length, study.tokens[i]);
  }
});

test("a worker that fails ends the study with its error", async () => {
  const failing = await withMeasurers({ fails: new Error("the sentence cannot be read") });
  await assert.rejects(studied(sentences, { workers: 2 }, failing.model), /cannot be read/);
  assert.equal(failing.disposed(), 1);
  failing.model.dispose();
});

test("a study goes on without the workers that end, to the same study", async () => {
  const ending = await withMeasurers({ fails: modelRefusal("memory", "worker_ended") });
  const study = await studied(texts, { workers: 3 }, ending.model);
  assert.equal(ending.disposed(), 2);
  ending.model.dispose();
  assert.ok(study.isDone);
  assert.deepEqual(study.toNpz(), whole.toNpz());
});

test("a study that was stopped goes on to the same study, to the bit", async () => {
  const stop = new AbortController();
  /** @type {Study | undefined} */
  let stopped;
  for await (const study of model.study(texts, { signal: stop.signal, looks: true })) {
    stopped = study;
    stop.abort();
  }
  assert.ok(stopped && stopped.count > 0 && stopped.count < texts.length && !stopped.isDone);
  const again = await studied(texts, { into: stopped, looks: true });
  assert.equal(again, stopped);
  assert.deepEqual(again.toNpz(), whole.toNpz());
  assert.deepEqual(again.sums(), whole.sums());
  assert.equal(again.textOf(30), texts[30]);
});

test("a study keeps only the measures that are asked for, and its last value holds the result", async () => {
  const texts = sentences.slice(0, 3);
  let last;
  for await (const { done, total, result } of model.study(texts, { measures: ["induction", "previous"] }))
    last = { done, total, result };
  assert.deepEqual([last?.done, last?.total], [3, 3]);
  const { measures, values } = /** @type {Study} */ (last?.result);
  assert.deepEqual(measures, ["induction", "previous"]);
  const columns = measures.map((name) => whole.measures.indexOf(name));
  const expected = Array.from({ length: 3 * 16 }, (_, i) => columns.map((at) => whole.values[i * 20 + at]));
  assert.deepEqual([...values], expected.flat());
  await assert.rejects(studied(texts, { measures: ["previus"] }), {
    ...{ id: "no_measure", message: /^there is no measure "previus"; there are previous, first, / },
  });
});

test("study.npz gives the study back", async () => {
  const study = await studied(sentences.slice(0, 5));
  const read = await readStudy(study.toNpz());
  assert.deepEqual(read.toNpz(), study.toNpz());
  assert.equal(read.texts, null);
  assert.deepEqual(read.sums(), study.sums());
  await assert.rejects(readStudy(new Uint8Array([1, 2])), { id: "no_study", code: "format" });
});

test("studies that do not belong together are not joined", async () => {
  const study = await studied(sentences.slice(0, 2));
  await assert.rejects(joinStudies([]), { id: "no_studies" });
  await assert.rejects(joinStudies([study, study]), { id: "sentence_twice" });
  const other = await readStudy(study.toNpz());
  other.model = "another";
  await assert.rejects(joinStudies([study, other]), { id: "studies_differ" });
  const [here, there] = [await readStudy(study.toNpz()), await readStudy(study.toNpz())];
  here.commit = "a".repeat(40);
  await assert.rejects(joinStudies([here, there]), {
    ...{ id: "study_without_commit", message: /of the commit a{40} of the hub, another of a folder whose/ },
  });
  there.commit = "b".repeat(40);
  await assert.rejects(joinStudies([here, there]), {
    ...{ id: "studies_of_commits", message: /of the commit a{40} of the hub, another of b{40}:/ },
  });
  await assert.rejects(studied(sentences, { into: here }), { id: "study_without_commit" });
  assert.equal((await readStudy(here.toNpz())).commit, here.commit);
  assert.equal((await joinStudies([here])).commit, here.commit);
  assert.equal(study.commit, null);
});

test("a study of another model or of other measures is not gone on with", async () => {
  const core = await loadCore();
  const study = await studied(sentences.slice(0, 1));
  const { model: name, layers, heads, measures } = study;
  const about = { model: name, layers, heads, measures };
  for (const wrong of [{ model: "x" }, { layers: 1 }, { heads: 1 }])
    await assert.rejects(studied(sentences, { into: new SentenceStudy(core, { ...about, ...wrong }) }), {
      id: "studies_differ",
    });
  const into = new SentenceStudy(core, { ...about, measures: ["previous"] });
  await assert.rejects(studied(sentences, { into, measures: ["first"] }), {
    ...{ id: "studies_of_measures", message: /^one study has the measures first, another previous: / },
  });
  const row = { number: 1, tokens: 2, values: new Float32Array(1), even: new Float32Array(1) };
  assert.throws(() => into.append(row), { id: "row_of_study" });
});

test("sentences that are left out count once in a study that goes on", async () => {
  const texts = [sentences[0], "", "", "", sentences[1], "", sentences[2], ""];
  const stop = new AbortController();
  const stopping = (function* () {
    for (const [i, text] of texts.entries()) {
      if (i === 4) stop.abort();
      yield text;
    }
  })();
  const stopped = await studied(stopping, { signal: stop.signal });
  assert.ok(!stopped.isDone);
  assert.equal((await studied(texts, { into: stopped })).skipped, 5);
  assert.equal((await studied(texts, { into: stopped })).skipped, 5);
});

test("workers and sentences that do not fit are refused", async () => {
  for (const workers of /** @type {any[]} */ ([0, -1, 1.5, "2"]))
    await assert.rejects(studied(sentences, { workers }), { id: "not_a_whole_number" });
  for (const given of /** @type {any[]} */ (["a text", null, 3]))
    await assert.rejects(studied(given), { id: "no_sentences" });
  await assert.rejects(studied(/** @type {any} */ ([sentences[0], undefined])), {
    ...{ id: "no_sentence", message: /^sentence 1 is undefined; expected a text$/ },
  });
});

test("exceptions count the same piece anywhere in a model without a causal mask", () => {
  const pieces = ["[CLS]", "a", "b", "a", "[SEP]"];
  const study = (/** @type {boolean} */ causal) =>
    /** @type {any} */ ({ causal, count: 6, piecesOf: () => pieces, looksOf: () => [0, 3, 2, 2, 0] });
  assert.deepEqual(exceptionsOf(study(false), 0, 0, "samePiece"), [{ piece: "a", holds: 6, of: 12 }]);
  assert.deepEqual(exceptionsOf(study(true), 0, 0, "samePiece"), [{ piece: "a", holds: 0, of: 6 }]);
  assert.throws(() => exceptionsOf(study(true), 0, 0, "colons"), {
    id: "no_exceptions",
    message: /samePiece/,
  });
});

test("pairs and exceptions count the keys that queries look at most", async () => {
  const study = await studied(sentences.slice(0, 60), { looks: true });
  const [layer, head] = [1, 2]; // looks at the previous piece
  const pairs = pairsOf(study, layer, head);
  const queries = study.tokens.reduce((sum, tokens) => sum + tokens - 1, 0);
  assert.equal(
    pairs.reduce((sum, { count }) => sum + count, 0),
    queries,
  );
  assert.ok(pairs.some(({ query, key, distance }) => query === "the" && key === "of" && distance === 1));
  const exceptions = exceptionsOf(study, layer, head, "previous");
  assert.equal(exceptions[0].piece, "."); // the head looks at the full stop itself
  assert.ok(exceptions[0].holds < exceptions[0].of / 5);
  const after = exceptionsOf(study, layer, head, "previous", "before");
  assert.ok(after.every(({ piece }) => piece !== "[BOS]"));
});

test("sentences without pieces are counted, and long ones count with their first 256 tokens", async () => {
  const study = await studied(["the cat sat on the mat and ".repeat(60), "  ", "the cat sat"]);
  assert.deepEqual([...study.tokens], [256, 4]);
  assert.deepEqual([...study.numbers], [0, 2]);
  assert.equal(study.skipped, 1);
});

/** @type {{ text: string, ids: number[] }[]} */
const READ = JSON.parse(readFileSync(inRoot("tests/fixtures/small-model/sentences.json"), "utf8"));

test("the loss rises without a head as NumPy computes it, with the interval over sentences", async () => {
  const expected = JSON.parse(readFileSync(inRoot("tests/fixtures/small-model/losses-without.json"), "utf8"));
  const study = await studied(
    READ.map(({ text }) => text),
    { losses: true },
  );
  const at = study.measures.indexOf("lossWithout");
  assert.equal(at, 20);
  const close = (/** @type {number} */ found, /** @type {number} */ rise, /** @type {string} */ of) =>
    assert.ok(Math.abs(found - rise) < 5e-6, `${of}: ${found}, not ${rise}`);
  const { mean, half, count, even } = study.sums();
  assert.ok(Number.isNaN(even.mean[at]));
  for (let head = 0; head < 16; head++) {
    const [layer, own] = [Math.floor(head / 4), head % 4];
    for (let i = 0; i < study.count; i++)
      close(study.value(i, layer, own, at), expected.sentences[i][head], `sentence ${i}, head ${head}`);
    close(mean[head * 21 + at], expected.mean[head], `mean of head ${head}`);
    close(half[head * 21 + at], expected.half[head], `interval of head ${head}`);
    assert.equal(count[head * 21 + at], READ.length);
  }
});

test("the loss without a head is the same to the bit in parts, with workers, and in a study that was stopped", async () => {
  const texts = sentences.slice(0, 3);
  const options = { losses: true };
  const whole = (await studied(texts, options)).toNpz();
  const parts = [];
  for (const part of [1, 0])
    parts.push(await studied(texts, { ...options, takes: (number) => number % 2 === part }));
  assert.deepEqual((await joinStudies(parts)).toNpz(), whole);
  assert.deepEqual((await readStudy(whole)).toNpz(), whole);
  const beside = await withMeasurers();
  assert.deepEqual((await studied(texts, { ...options, workers: 2 }, beside.model)).toNpz(), whole);
  beside.model.dispose();
  const stop = new AbortController();
  let stopped;
  for await (const study of model.study(texts, { ...options, signal: stop.signal })) {
    stopped = study;
    stop.abort();
  }
  assert.ok(stopped && stopped.count > 0 && !stopped.isDone);
  assert.deepEqual((await studied(texts, { into: stopped })).toNpz(), whole);
});

test("a study with the loss without heads has the other measures of one without, and keeps it beside those that are asked for", async () => {
  const texts = sentences.slice(0, 2);
  const [plain, both, named] = [
    await studied(texts),
    await studied(texts, { losses: true, measures: ["entropy"] }),
    await studied(texts, { measures: ["lossWithout"] }),
  ];
  assert.deepEqual(both.measures, ["entropy", "lossWithout"]);
  assert.deepEqual(named.measures, ["lossWithout"]);
  const column = (/** @type {Study} */ { values, measures }, /** @type {string} */ name) =>
    values.filter((_, i) => i % measures.length === measures.indexOf(name));
  assert.deepEqual(column(both, "entropy"), column(plain, "entropy"));
  assert.deepEqual(column(both, "lossWithout"), named.values);
});

test("a study with the loss without heads and one without are not joined, and say what they differ in", async () => {
  const [first, second] = [0, 1].map((part) => ({
    takes: (/** @type {number} */ number) => number === part,
  }));
  const texts = sentences.slice(0, 2);
  const [plain, both] = [await studied(texts, first), await studied(texts, { ...second, losses: true })];
  const refused = {
    ...{ id: "study_without_losses", code: "config" },
    message: /^one study has the measure lossWithout, and the other lacks it: .*losses: true, or --losses/,
  };
  await assert.rejects(joinStudies([plain, both]), refused);
  await assert.rejects(joinStudies([both, plain]), refused);
  await assert.rejects(studied(texts, { into: both, losses: false }), refused);
  await assert.rejects(studied(texts, { into: plain, losses: true }), refused);
  await assert.rejects(studied(texts, { measures: ["entropy", "lossWithout"], losses: false }), {
    ...{ id: "losses_are_off", message: /^losses is false, and the measures .* lossWithout: / },
  });
});

test("the loss of a masked model is that of every seventh piece under its mask", async () => {
  const bert = await openCheckpoint(folderOf("bert"), { keep: true });
  const text = "the cat sat on the mat and the dog saw the cat";
  const tokens = bert.tokenize(text);
  const mask = tokens.flatMap(({ start, end }, i) => (end > start ? [i] : [])).filter((_, i) => i % 7 === 3);
  assert.ok(mask.length > 1);
  const study = await studied([text, "the cat"], { losses: true }, bert);
  const at = study.measures.indexOf("lossWithout");
  const off = { 1: bert.info.heads === 1 ? [0] : [0, ...Array(bert.info.heads - 1).fill(1)] };
  const [whole, without] = [await bert.run(text, { mask }), await bert.run(text, { mask, headScale: off })];
  assert.equal(study.value(0, 1, 0, at), Math.fround(without.loss() - whole.loss()));
  assert.notEqual(study.value(0, 1, 0, at), 0);
  assert.ok(Number.isNaN(study.value(1, 1, 0, at))); // too short for a masked piece
  bert.dispose();
});

/** Multiplications of weights for each token, by a family's own formulas. @type {Record<string, { config: (own: any) => { layer: number, output: number } }>} */
const MULTIPLICATIONS = {
  albert: {
    // one layer of weights, which all layers share; embeddings of their own width
    config: ({ hidden_size: d, intermediate_size: ff, embedding_size: e, vocab_size: pieces }) => ({
      layer: 4 * d * d + 2 * d * ff,
      output: d * e + e * pieces,
    }),
  },
  mixtral: {
    // two of three experts for each token; two heads of queries, and one of keys and values
    config: ({ hidden_size: d, intermediate_size: ff, num_local_experts: experts, vocab_size: pieces }) => ({
      layer: 3 * d * d + experts * d + 2 * 3 * d * ff,
      output: d * pieces,
    }),
  },
  gpt_neox: {
    config: ({ hidden_size: d, intermediate_size: ff, vocab_size: pieces }) => ({
      layer: 4 * d * d + 2 * d * ff,
      output: d * pieces,
    }),
  },
};

for (const [name, { config }] of Object.entries(MULTIPLICATIONS))
  test(`${name}: a study with losses takes as much longer as it multiplies more`, async () => {
    const folder = ["families", "checkpoints"]
      .map((kind) => inRoot(`tests/fixtures/${kind}/${name}`))
      .find((each) => existsSync(each));
    const checkpoint = await readCheckpoint(/** @type {string} */ (folder));
    const { layers, heads } = checkpoint.info;
    const { layer, output } = config(JSON.parse(readFileSync(`${folder}/config.json`, "utf8")));
    const transformer = new Transformer(await loadCore(), checkpoint, { keep: true });
    let counted = 0;
    /** Counts the layers and the outputs that a run computes. */
    const counting = /** @type {any} */ ({
      run: (/** @type {any} */ sentence, /** @type {any} */ options) => {
        if (options.predicts !== false) counted += output;
        return transformer.run(sentence, { ...options, onLayer: () => void (counted += layer) });
      },
    });
    const sentence = { ids: [5, 6, 7], types: [0, 0, 0], answers: [6, 7, -1] };
    await counting.run(sentence, { predicts: false });
    const plain = counted;
    await lossesWithout(counting, sentence, { layers, heads });
    transformer.dispose();
    const found = timesForLosses(checkpoint);
    assert.ok(Math.abs(found - counted / plain) < 1e-9, `${found}, not ${counted / plain}`);
  });

/** @param {import("./support/checkpoints.js").Folder} folder */
function withoutMask(folder) {
  const tokenizer = new TextDecoder().decode(folder["tokenizer.json"]).replaceAll("[MASK]", "[NONE]");
  return { ...folder, "tokenizer.json": new TextEncoder().encode(tokenizer) };
}

test("a model says how much longer losses take, and that it has none", async () => {
  const bert = await openCheckpoint(folderOf("bert"));
  assert.ok(/** @type {number} */ (bert.timesForLosses) > 1);
  bert.dispose();
  const isKept = (/** @type {[string, unknown]} */ [name]) => !name.startsWith("cls");
  const without = {
    head: withTensors(folderOf("bert"), (tensors) => new Map([...tensors].filter(isKept))),
    mask: withoutMask(folderOf("bert")),
  };
  for (const [what, folder] of Object.entries(without)) {
    const other = await openCheckpoint(folder);
    assert.equal(other.timesForLosses, null, what);
    await assert.rejects(studied(["the cat sat"], { losses: true }, other), {
      id: what === "head" ? "predicts_nothing" : "no_mask_for_losses",
    });
    other.dispose();
  }
});

test("a model that predicts nothing has no loss without a head", async () => {
  const isKept = (/** @type {[string, unknown]} */ [name]) => !name.startsWith("cls");
  const bert = await openCheckpoint(
    withTensors(folderOf("bert"), (tensors) => new Map([...tensors].filter(isKept))),
  );
  await assert.rejects(studied(["the cat sat"], { losses: true }, bert), { id: "predicts_nothing" });
  assert.equal((await studied(["the cat sat"], {}, bert)).count, 1);
  bert.dispose();
});

test("a head that is planted among 144 comes out by its name", async () => {
  const planted = { layer: 7, head: 5 };
  const large = await openCheckpoint(folderWithHead(planted), { keep: true });
  const names = namesOf(await studied(sentences.slice(0, 30), {}, large));
  large.dispose();
  assert.equal(names.length, 144);
  const found = names.flatMap(({ name, strength }, i) => (name ? [{ i, name, strength }] : []));
  assert.deepEqual(found, [{ i: 7 * 12 + 5, name: "previous", strength: "clear" }]);
});

test("a masked model's heads are measured on its masks and on later tokens", async () => {
  const bert = await openCheckpoint(folderOf("bert"), { keep: true });
  const study = await studied(["the cat [MASK] the dog .", "a dog saw it"], {}, bert);
  bert.dispose();
  const measure = (/** @type {string} */ name) => study.measures.indexOf(name);
  assert.ok(study.value(0, 0, 0, measure("mask")) > 0);
  assert.ok(Number.isNaN(study.value(1, 0, 0, measure("mask"))));
  assert.ok(study.value(0, 0, 0, measure("next")) > 0);
  assert.ok(study.value(0, 0, 0, measure("valueNorm")) > 0);
});

test("weights on small value vectors follow from the value vectors of the layer", async () => {
  const [text] = sentences;
  const study = await studied([text]);
  const run = await model.run(text);
  const [layer, head] = [2, 1];
  const walk = await run.walk(layer);
  const { data, shape } = walk.tensor("v_heads"); // (1, H, T, d)
  walk.dispose();
  const [, heads, tokens, width] = shape;
  assert.equal(heads, 4);
  const norms = Array.from({ length: tokens }, (_, t) =>
    Math.hypot(...data.subarray((head * tokens + t) * width, (head * tokens + t + 1) * width)),
  );
  const mean = norms.reduce((sum, norm) => sum + norm) / tokens;
  const weights = run.attention(layer).data.subarray(head * tokens ** 2, (head + 1) * tokens ** 2);
  let [small, moved] = [0, 0];
  for (let query = 1; query < tokens; query++)
    for (const [key, norm] of norms.entries()) {
      const weight = weights[query * tokens + key];
      moved += (weight * norm) / mean / (tokens - 1);
      if (norm < mean / 2) small += weight / (tokens - 1);
    }
  const found = (/** @type {string} */ name) => study.value(0, layer, head, study.measures.indexOf(name));
  assert.ok(Math.abs(found("smallValues") - small) < 1e-5, `${found("smallValues")}, not ${small}`);
  assert.ok(Math.abs(found("valueNorm") - moved) < 1e-5, `${found("valueNorm")}, not ${moved}`);
  run.dispose();
});
