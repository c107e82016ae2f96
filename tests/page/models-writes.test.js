// What each part of a model adds to a logit, the logit lens, and patched runs: compared with PyTorch, and on the small language model.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { Contributions } from "../../web/models/state/contributions.js";
import { readSafetensors } from "../../web/core/safetensors.js";
import { CASES, caseOf, folderOf } from "./support/checkpoints.js";

/**
 * @typedef {object} Expected see tests/fixtures/writes.py
 * @property {number[]} ids
 * @property {number} position
 * @property {number[]} pieces
 * @property {number[]} others
 * @property {{ logits: number[], parts: Record<string, number[]> }} contributions
 * @property {number[][]} lens
 * @property {{ what: import("../../web/models/state/patching.js").Patch["what"], layer: number, head: number | null, position: number | null, shares: number[] }[]} patched
 * @property {{ layer: number, head: number, piece: number, copying: number, composition: [q: number, k: number, v: number][], looksFor: number[], raises: number[] }} circuit
 * @property {{ layer: number, head: number, query: number, key: number, score: number, names: string[], queryParts: number[], keyParts: number[], pairs: number[] }} score
 * @property {{ at: [query: number, key: number], looksFor: number[] }} placed
 */

/** @type {Record<string, Expected>} */
const EXPECTED = JSON.parse(readFileSync(inRoot("tests/fixtures/writes.json"), "utf8"));

const TEXT = "In the beginning God created the heavens. In the beginning God";
const OTHER = "In the beginning God made the heavens. In the beginning God";
const TOLERANCE = 1e-5;

/** Disposes of a model or a run after the test. @template {{ dispose(): void }} Each @param {import("node:test").TestContext} t @param {Each} each @returns {Each} */
function freed(t, each) {
  t.after(() => each.dispose());
  return each;
}

const small = () => openCheckpoint(inRoot("models/headscope-small"), { keep: true });

/** @param {number} found @param {number} expected @param {string} what */
const assertNear = (found, expected, what) =>
  assert.ok(
    Math.abs(found - expected) <= TOLERANCE * Math.max(1, Math.abs(expected)),
    `${what}: ${found}, expected ${expected}`,
  );

/** @param {import("../../web/models/state/score-parts.js").PartName} part */
const nameOf = ({ kind, layer, head }) => [kind, layer, head].filter((each) => each !== null).join(".");

for (const [name, expected] of Object.entries(EXPECTED)) {
  const { ids, position, pieces, others, contributions, lens, patched } = expected;
  const { types } = caseOf(name);

  test(`${name}: each part's contribution is that of autograd, and the parts add up to the logit`, async (t) => {
    const model = freed(t, await openCheckpoint(folderOf(name)));
    const run = freed(t, await model.run({ ids, types }));
    const found = await run.contributionsOf(pieces, { position });
    const mean = pieces.length;
    found.forEach(({ parts, ...sum }, i) => {
      assertNear(sum.logit, contributions.logits[i], "the logit");
      assertNear(sum.mean, contributions.logits[mean], "the mean logit");
      assert.ok(Math.abs(sum.remainder) < 1e-4, `remainder ${sum.remainder}`);
      for (const part of parts) {
        if (part.kind === "biases") continue; // the rest, which the sum checks
        const own = contributions.parts[nameOf(part)];
        assertNear(part.logit, own[i], nameOf(part));
        assertNear(part.mean, own[mean], `${nameOf(part)} of the mean`);
      }
      const { layers, heads } = model.info;
      assert.equal(parts.length, 2 + layers * (heads + 1));
      const values = parts.map(({ value }) => value);
      assert.deepEqual(
        values,
        values.toSorted((a, b) => b - a),
        "the largest first",
      );
    });
    assert.deepEqual(await run.contributions(pieces[0], { position }), found[0]);
  });

  test(`${name}: the lens reads the stream after each layer as PyTorch does`, async (t) => {
    const model = freed(t, await openCheckpoint(folderOf(name)));
    const run = freed(t, await model.run({ ids, types }));
    for (const [i, shares] of lens.entries()) {
      const found = await run.lens(i - 1, { position, count: 5 });
      const likeliest = shares.toSorted((a, b) => b - a);
      found.forEach(({ id, probability }, place) => {
        assertNear(probability, shares[id], `layer ${i - 1}`);
        assertNear(probability, likeliest[place], `place ${place}`);
      });
    }
  });

  test(`${name}: patched runs equal forward hooks in PyTorch`, async (t) => {
    const model = freed(t, await openCheckpoint(folderOf(name)));
    const from = freed(t, await model.run({ ids: others, types }));
    const plain = freed(t, await model.run({ ids, types }));
    for (const { what, layer, head, position: token, shares } of patched) {
      const patch = { from, what, layer, head: head ?? undefined, position: token ?? undefined };
      const run = freed(t, await model.run({ ids, types }, { patch }));
      for (const { id, probability } of run.predictions(position, 5))
        assertNear(probability, shares[id], `${what} at ${token}`);
      const own = freed(t, await model.run({ ids, types }, { patch: { ...patch, from: plain } }));
      assert.deepEqual(
        own.predictions(position, 1)[0].id,
        plain.predictions(position, 1)[0].id,
        "its own numbers",
      );
      const steps = await run.block(layer);
      const last = steps.steps.stream_normed ?? steps.steps.stream;
      assert.notDeepEqual(
        last.data,
        (await plain.block(layer)).steps[steps.steps.stream_normed ? "stream_normed" : "stream"].data,
      );
    }
  });
}

for (const [name, { circuit: expected }] of Object.entries(EXPECTED))
  test(`${name}: a head's circuits are those of the matrices at full size`, async (t) => {
    const model = freed(t, await openCheckpoint(folderOf(name)));
    const found = await model.circuit(expected.layer, expected.head);
    assertNear(found.copying, expected.copying, "copying score");
    assert.equal(found.composition.length, 4);
    found.composition.forEach(({ layer, head, q, k, v }) => {
      assert.equal(layer, 0);
      const own = expected.composition[head];
      [q, k, v].forEach((share, i) => assertNear(share, own[i], `composition with head ${head}`));
    });
    const lists = await found.pieces(expected.piece, 6);
    for (const list of /** @type {const} */ (["looksFor", "raises"])) {
      const all = expected[list];
      const likeliest = all.toSorted((a, b) => b - a);
      lists[list].forEach(({ id, score }, place) => {
        assertNear(score, all[id], list);
        assertNear(score, likeliest[place], `${list}, place ${place}`);
      });
    }
  });

for (const [name, { ids, score: expected }] of Object.entries(EXPECTED))
  test(`${name}: what each part adds to a score, on both sides and in pairs, is that of autograd`, async (t) => {
    const model = freed(t, await openCheckpoint(folderOf(name)));
    const run = freed(t, await model.run({ ids, types: caseOf(name).types }));
    const { layer, head, query, key, names } = expected;
    const found = await run.scoreParts(layer, head, query, key, { pairs: 1000 });
    assertNear(found.score, expected.score, "the score");
    assert.ok(Math.abs(found.remainder) < 1e-5, `remainder ${found.remainder}`);
    assert.equal(found.position, 0);
    for (const side of /** @type {const} */ (["query", "key"])) {
      assertNear(
        found[side].reduce((sum, { value }) => sum + value, 0),
        expected.score,
        `the sum of the ${side}'s parts`,
      );
      const own = expected[`${side}Parts`];
      for (const part of found[side])
        if (part.kind !== "biases") assertNear(part.value, own[names.indexOf(nameOf(part))], nameOf(part));
    }
    const count = 2 + layer * (model.info.heads + 1);
    assert.equal(found.pairs.length, count * count);
    for (const pair of found.pairs) {
      const places = [pair.query, pair.key].map((part) => names.indexOf(nameOf(part)));
      if (!places.includes(-1))
        assertNear(pair.value, expected.pairs[places[0] * names.length + places[1]], "a pair");
    }
    const sizes = found.pairs.map(({ value }) => Math.abs(value));
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => b - a),
      "the largest first",
    );
  });

for (const [name, { circuit, placed }] of Object.entries(EXPECTED))
  test(`${name}: with the places of query and key, a head looks for the pieces that plain algebra finds`, async (t) => {
    const model = freed(t, await openCheckpoint(folderOf(name)));
    const found = await model.circuit(circuit.layer, circuit.head);
    assert.equal(found.positions, name === "llama" ? "rotated" : "added");
    const [query, key] = placed.at;
    const { looksFor } = await found.pieces(circuit.piece, 6, { query, key });
    const likeliest = placed.looksFor.toSorted((a, b) => b - a);
    looksFor.forEach(({ id, score }, place) => {
      assertNear(score, placed.looksFor[id], "the score");
      assertNear(score, likeliest[place], `place ${place}`);
    });
    const refused = (/** @type {any} */ at, /** @type {RegExp} */ message) =>
      assert.rejects(found.pieces(circuit.piece, 6, at), { code: "config", message });
    for (const at of [{ query: -1, key }, { query }, { query, key: 1.5 }, { query, key, tokens: query }, {}])
      await refused(at, /places of the query and the key are .*; expected whole numbers from 0/);
    if (name !== "llama") await refused({ query: 1e6, key }, /no token 1000000; the last is \d/);
  });

test("a head of a layer with factors for long texts looks for pieces by those of the run's length, as the run's scores have them", async (t) => {
  const folder = (/** @type {string} */ file) =>
    readFileSync(inRoot(`tests/fixtures/families/phi3-longrope-long/${file}`));
  const [config, weights] = ["config.json", "model.safetensors"].map((file) => new Uint8Array(folder(file)));
  const model = freed(t, await openCheckpoint({ "config.json": config, "model.safetensors": weights }));
  const { ids } = JSON.parse(folder("case.json").toString());
  const eps = 1e-5;
  for (const length of [ids.length, 6]) {
    const query = length - 1;
    const run = freed(t, await model.run({ ids: ids.slice(0, length) }));
    const { data, shape } = run.hidden(0);
    const scaleAt = (/** @type {number} */ token) => {
      const row = data.slice(token * shape[1], (token + 1) * shape[1]);
      return Math.sqrt(row.reduce((sum, each) => sum + each * each, 0) / row.length + eps);
    };
    const { pieces } = await model.circuit(0, 1);
    let compared = 0;
    for (let key = 0; key < query; key++) {
      const { looksFor } = await pieces(ids[query], 20, { query, key, tokens: length });
      const found = looksFor.find(({ id }) => id === ids[key]);
      if (!found) continue; // beyond the 20 of 37 pieces
      const { score } = await run.scoreParts(0, 1, query, key);
      const expected = score * scaleAt(query) * scaleAt(key) * Math.sqrt(6);
      assertNear(found.score, expected, `key ${key} of ${length} tokens`);
      compared++;
    }
    assert.ok(compared > 1);
  }
});

test("keys that meet vectors of distances change which pieces a head looks for; queries that meet them do not", async (t) => {
  const folder = folderOf("bert-relative_key_query");
  const { tensors } = readSafetensors(folder["model.safetensors"]);
  const model = freed(t, await openCheckpoint(folder));
  const [layer, head, piece, at] = [1, 2, 17, { query: 5, key: 2 }];
  const found = await model.circuit(layer, head);
  assert.equal(found.positions, "distances");
  const named = (/** @type {string} */ end) => {
    const [, { data, shape }] =
      Object.entries(tensors).find(([name]) => name.endsWith(end)) ?? assert.fail(end);
    const numbers = Array.from(/** @type {Float32Array} */ (data));
    return (/** @type {number} */ row) => numbers.slice(row * shape[1], (row + 1) * shape[1]);
  };
  const own = `layer.${layer}.attention.self.`;
  const [words, wQ, wK] = ["word_embeddings.weight", `${own}query.weight`, `${own}key.weight`].map(named);
  const vectors = named(`${own}distance_embedding.weight`);
  const { max_position_embeddings: most } = JSON.parse(new TextDecoder().decode(folder["config.json"]));
  const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    a.reduce((sum, each, i) => sum + each * b[i], 0);
  const width = vectors(0).length;
  const featuresOf = (/** @type {number} */ id, /** @type {typeof wQ} */ matrix) =>
    Array.from({ length: width }, (_, i) => dot(matrix(head * width + i), words(id)));
  const met = featuresOf(piece, wQ).map((each, i) => each + vectors(at.query - at.key + most - 1)[i]);
  const expected = Array.from({ length: model.info.vocabulary }, (_, id) => dot(met, featuresOf(id, wK)));
  const likeliest = expected.toSorted((a, b) => b - a);
  const { looksFor } = await found.pieces(piece, 6, at);
  const { looksFor: unplaced } = await found.pieces(piece, 6);
  assert.notDeepEqual(
    looksFor.map(({ id }) => id),
    unplaced.map(({ id }) => id),
  );
  looksFor.forEach(({ id, score }, place) => {
    assertNear(score, expected[id], "the score");
    assertNear(score, likeliest[place], `place ${place}`);
  });
  const other = freed(t, await openCheckpoint(folderOf("bert-relative_key")));
  assert.equal((await other.circuit(layer, head)).positions, null);
});

test("in every family, the parts of a score add up to that of a traced run, without its soft cap", async (t) => {
  for (const name of CASES) {
    const { ids, types, attentionMask } = caseOf(name);
    const folder = folderOf(name);
    const { attn_logit_softcapping: softcap = null } = JSON.parse(
      new TextDecoder().decode(folder["config.json"]),
    );
    const model = freed(t, await openCheckpoint(folder));
    const run = freed(t, await model.run({ ids, types }, { attentionMask }));
    const layer = model.info.layers - 1;
    const walk = freed(t, await run.walk(layer));
    const { data, shape } = walk.tensor("scaled");
    const { attnMask } = await run.parts(layer);
    const [query, key] = [ids.length - 1, 1];
    for (let head = 0; head < model.info.heads; head++) {
      const found = await run.scoreParts(layer, head, query, key);
      const at = (head * shape[2] + query) * shape[3] + key;
      assertNear(found.score - found.position, data[at], `${name}, head ${head}`);
      assertNear(found.position, attnMask?.data[at] ?? 0, `${name}, positions of head ${head}`);
      assert.ok(Math.abs(found.remainder) < 1e-4, `${name}: remainder ${found.remainder}`);
      assert.equal(found.pairs.length, 10);
      assert.equal(found.softcap, softcap);
    }
  }
});

test("parts of a score are refused where there is no such cell, and where a patch has replaced what they add up to", async (t) => {
  const model = freed(t, await small());
  const run = freed(t, await model.run(TEXT));
  await assert.rejects(run.scoreParts(4, 0, 1, 0), /no layer 4; the last is 3/);
  await assert.rejects(run.scoreParts(0, 4, 1, 0), /no head 4; the last is 3/);
  await assert.rejects(run.scoreParts(0, 0, 14, 0), /no token 14; the last is 13/);
  await assert.rejects(run.scoreParts(0, 0, 1, -1), /no token -1/);
  await assert.rejects(run.scoreParts(0, 0, 1, 0, { pairs: -1 }), /pairs -1 is not a whole number/);
  assert.equal((await run.scoreParts(0, 0, 1, 0, { pairs: 0 })).pairs.length, 0);
  const from = freed(t, await model.run(OTHER));
  const stream = freed(t, await model.run(TEXT, { patch: { from, what: "stream", layer: 1, position: 2 } }));
  await assert.rejects(stream.scoreParts(2, 0, 1, 0), /stream of this run is patched/);
  const heads = freed(t, await model.run(TEXT, { patch: { from, what: "pattern", layer: 2, head: 1 } }));
  await assert.rejects(heads.scoreParts(2, 0, 1, 0), /layer 2 of this run is patched/);
  assert.ok(Math.abs((await heads.scoreParts(3, 0, 1, 0)).remainder) < 1e-4);
});

test("an induction head of the small model finds its key by what the previous-token head wrote there", async (t) => {
  const model = freed(t, await small());
  const run = freed(t, await model.run(TEXT));
  const query = run.tokens.length - 1;
  const key = run.tokens.findIndex(({ text }) => text === "created");
  const { key: parts } = await run.scoreParts(2, 1, query, key);
  assert.equal(nameOf(parts[0]), "head.1.2");
});

test("the induction heads of the small model read by their keys what its previous-token head writes, as its card says", async (t) => {
  const model = freed(t, await small());
  const card = readFileSync(inRoot("models/headscope-small/README.md"), "utf8").replace(/ +/g, " ");
  const { layers, heads } = model.info;
  /** @type {{ from: import("../../web/models/state/circuits.js").Composed, name: string }[]} */
  const pairs = [];
  for (let layer = 0; layer < layers; layer++)
    for (let head = 0; head < heads; head++) {
      const { composition } = await model.circuit(layer, head);
      assert.equal(composition.length, layer * heads);
      pairs.push(...composition.map((from) => ({ from, name: `${layer}.${head}` })));
    }
  pairs.sort((a, b) => b.from.k - a.from.k);
  for (const name of ["2.1", "2.2"]) {
    const said = (/** @type {(typeof pairs)[number]} */ { from }) =>
      `${from.layer}.${from.head} (${from.k.toFixed(3)})`;
    const [most, next] = pairs.filter((pair) => pair.name === name);
    assert.ok(card.includes(`| ${name} | ${said(most)} | ${said(next)} |`), `${said(most)}, ${said(next)}`);
    assert.equal(said(most).slice(0, 3), "1.2");
  }
  assert.deepEqual(
    pairs.slice(0, 2).map(({ name }) => name),
    ["2.1", "2.2"],
  );
  await assert.rejects(model.circuit(4, 0), /no layer 4; the last is 3/);
  await assert.rejects(model.circuit(0, 4), /no head 4; the last is 3/);
  const { pieces } = await model.circuit(1, 1);
  await assert.rejects(pieces(-1), /-1/);
  for (const count of [0, -1, 21, 1.5, "5"])
    await assert.rejects(pieces(5, /** @type {any} */ (count)), {
      ...{ code: "config", id: "pieces_listed" },
      message: new RegExp(
        `${JSON.stringify(count)} pieces are asked for; expected a whole number from 1 to 20`,
      ),
    });
  assert.equal((await pieces(5, 20)).looksFor.length, 20);
});

test("without heads 1 and 2 of layer 2, the small model does not copy; both are among the heads that write the copy", async (t) => {
  const model = freed(t, await small());
  const run = freed(t, await model.run(TEXT));
  const last = run.tokens.length - 1;
  const [{ id, text, probability }] = run.predictions(last, 1);
  assert.equal(text, "created");
  assert.ok(probability > 0.35);
  const { parts, value, remainder } = await run.contributions(id);
  assert.ok(Math.abs(remainder) < 1e-4);
  assertNear(
    parts.reduce((sum, part) => sum + part.value, 0),
    value,
    "the sum above the mean",
  );
  const heads = parts.filter(({ kind }) => kind === "head").slice(0, 3);
  assert.deepEqual(heads.map(nameOf), ["head.3.0", "head.2.2", "head.2.1"]);
  const without = freed(t, await model.run(TEXT, { headScale: { 2: [1, 0, 0, 1] } }));
  const left = without.predictions(last, without.listed).find((piece) => piece.id === id);
  assert.ok((left?.probability ?? 0) < 0.08);
});

test("until layer 2, the small model would go on inside the word; the last row of the lens is the answer", async (t) => {
  const model = freed(t, await small());
  const run = freed(t, await model.run(TEXT));
  const texts = [];
  for (let layer = -1; layer < model.info.layers; layer++)
    texts.push((await run.lens(layer, { count: 1 }))[0].text);
  assert.deepEqual(texts, ["god", "##de", "##de", "##de", "created"]);
  assert.deepEqual(await run.lens(3, { count: 4 }), run.predictions(run.tokens.length - 1, 4));
});

test("logarithms of probabilities are known of every piece, also of one beyond the likeliest, and of models with a soft cap", async (t) => {
  for (const model of [freed(t, await small()), freed(t, await openCheckpoint(folderOf("gemma2")))]) {
    const run = freed(t, await model.run({ ids: [5, 9, 7, 3] }));
    const all = Array.from({ length: model.info.vocabulary }, (_, id) => id);
    const found = await run.logProbabilities(all);
    assertNear(
      found.reduce((sum, each) => sum + Math.exp(each), 0),
      1,
      "the sum of all",
    );
    for (const { id, probability } of run.predictions(3, run.listed))
      assertNear(Math.exp(found[id]), probability, `piece ${id}`);
    const [early] = run.predictions(1, 1);
    const [one] = await run.logProbabilities([early.id], { position: 1 });
    assertNear(Math.exp(one), early.probability, "at another position");
    await assert.rejects(run.logProbabilities([-1]), /-1/);
  }
});

test("a run that goes on has the contributions of a whole run", async (t) => {
  const model = freed(t, await small());
  const first = freed(t, await model.run(TEXT, { caches: true }));
  const [{ id }] = first.predictions(first.tokens.length - 1, 1);
  const next = freed(t, await first.goOn(id));
  const whole = freed(t, await model.run({ ids: next.tokens.map((token) => token.id) }));
  const [{ id: piece }] = whole.predictions(whole.tokens.length - 1, 1);
  const [found, expected] = [await next.contributions(piece), await whole.contributions(piece)];
  for (const part of expected.parts)
    assertNear(
      found.parts.find((each) => nameOf(each) === nameOf(part))?.value ?? NaN,
      part.value,
      nameOf(part),
    );
});

test("a patch of one position takes the numbers of another position of a longer text", async (t) => {
  const model = freed(t, await small());
  const from = freed(
    t,
    await model.run("In the beginning God made the heavens and the earth. In the beginning God"),
  );
  const position = model.tokenize(TEXT).length - 1;
  const patch = {
    from,
    what: /** @type {const} */ ("stream"),
    layer: 4 - 1,
    position,
    fromPosition: from.tokens.length - 1,
  };
  const run = freed(t, await model.run(TEXT, { patch }));
  assert.deepEqual(
    run.hidden(3).data.slice(-run.hidden(3).shape[1]),
    from.hidden(3).data.slice(-run.hidden(3).shape[1]),
  );
});

test("a patched run gives its patched values on, and refuses to trace a patched layer without its patch", async (t) => {
  const model = freed(t, await small());
  const from = freed(t, await model.run(OTHER));
  const plain = freed(t, await model.run(TEXT));
  const [layer, head] = [2, 1];
  for (const what of /** @type {const} */ (["values", "pattern", "output"])) {
    const run = freed(t, await model.run(TEXT, { patch: { from, what, layer, head } }));
    const [found, theirs, own] = await Promise.all(
      [run, from, plain].map(async (each) => (await each.ofHead(what, layer, head)).numbers),
    );
    assert.deepEqual(found, theirs, what);
    assert.notDeepEqual(found, own, what);
    const message = /layer 2 of this run is patched/;
    await assert.rejects(run.walk(layer), { code: "config", message });
    await assert.rejects(run.parts(layer), { code: "config", message });
    const walk = freed(t, await run.walk(layer + 1));
    assert.deepEqual(walk.attention?.data.length, run.attention(layer + 1).data.length);
  }
});

test("a run with a patched stream has no contributions, since its parts do not add up; one with patched heads has", async (t) => {
  const model = freed(t, await small());
  const from = freed(t, await model.run(OTHER));
  const position = model.tokenize(TEXT).length - 1;
  const stream = freed(t, await model.run(TEXT, { patch: { from, what: "stream", layer: 2, position } }));
  await assert.rejects(stream.contributions(5), { code: "config", message: /stream of this run is patched/ });
  const patch = { from, what: /** @type {const} */ ("output"), layer: 2, head: 1 };
  const heads = freed(t, await model.run(TEXT, { patch }));
  assert.ok(Math.abs((await heads.contributions(5)).remainder) < 1e-4);
});

test("contributions are read again after a read that failed", async () => {
  const failures = [new Error("the host is away")];
  const unembedding = /** @type {any} */ ({
    eachPart: async () => {
      const failure = failures.pop();
      if (failure) throw failure;
    },
    bias: async () => undefined,
    rows: async () => {
      throw new Error("the mean was read");
    },
  });
  const checkpoint = /** @type {any} */ ({ model: { description: { dModel: 2, vocabulary: 3 } } });
  const summing = new Contributions(/** @type {any} */ (null), checkpoint, {
    blocks: /** @type {any} */ (null),
    unembedding,
  });
  const ask = () => summing.toLogits(/** @type {any} */ ({}), [0], /** @type {any} */ (null));
  await assert.rejects(ask, /the host is away/);
  await assert.rejects(ask, /the mean was read/);
});

test("patches, contributions and the lens refuse what they cannot take, and say what would work", async (t) => {
  const model = freed(t, await small());
  const run = freed(t, await model.run(TEXT));
  const other = freed(t, await model.run("In the beginning"));
  const refused = (/** @type {any} */ patch, /** @type {RegExp} */ message) =>
    assert.rejects(model.run(TEXT, { patch }), { code: "config", message });
  const good = { from: run, what: /** @type {const} */ ("output"), layer: 1, head: 0 };
  await refused(
    { ...good, what: "keys" },
    /"keys" is nothing to patch; expected one of output, pattern, values, stream/,
  );
  await refused({ ...good, layer: 9 }, /no layer 9; the last is 3/);
  await refused({ ...good, head: 4 }, /no head 4; the last is 3/);
  await refused({ ...good, position: 99 }, /no token 99/);
  await refused({ ...good, from: "a text" }, /expected a run of the same model/);
  await refused({ ...good, from: other }, /reads 14 tokens, and the run that the patch is from 4/);
  await refused(
    { ...good, from: other, what: "pattern", position: 1 },
    /give a position, or texts of the same number/,
  );
  const twin = freed(t, await small());
  await refused({ ...good, from: freed(t, await twin.run(TEXT)) }, /expected a run of the same model/);
  const patched = freed(t, await model.run(TEXT, { patch: good }));
  await assert.rejects(patched.goOn(1), /a patched run does not go on/);
  await assert.rejects(run.contributions(1e9), /1000000000/);
  await assert.rejects(run.contributions(1, { position: 14 }), /no token 14; the last is 13/);
  await assert.rejects(run.lens(4), /no layer 4; the last is 3/);
  const blind = freed(t, await model.run(TEXT, { predicts: false }));
  await assert.rejects(blind.contributions(1), /nothing is predicted/);
  await assert.rejects(blind.lens(0), /nothing is predicted/);
  run.dispose();
  await assert.rejects(run.contributions(1), { code: "disposed" });
});

test("with kept weights, the pieces of a head and predictions do not depend on which of them was asked for first", async (t) => {
  // Its output matrix is that of the embeddings, with a factor.
  const folder = inRoot("tests/fixtures/families/cohere");
  const asked = { ids: [3, 17, 5, 30] };
  const ofCircuit = async (/** @type {import("../../web/models/index.js").Model} */ model) =>
    (await (await model.circuit(0, 1)).pieces(5, 4)).looksFor;
  const predicted = async (/** @type {import("../../web/models/index.js").Model} */ model) =>
    (await model.run(asked)).predictions(3, 4);
  const first = freed(t, await openCheckpoint(folder, { keep: true, workers: 1 }));
  const [pieces, predictions] = [await ofCircuit(first), await predicted(first)];
  const second = freed(t, await openCheckpoint(folder, { keep: true, workers: 1 }));
  assert.deepEqual(await predicted(second), predictions);
  assert.deepEqual(await ofCircuit(second), pieces);
});
