// What encoders with decoders compute, against Hugging Face's transformers: tests/fixtures/encoder_decoders.py makes the cases.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { readSafetensors } from "../../web/core/safetensors.js";
import { openCheckpoint } from "../../web/models/index.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { bannedAfter, forcedAfter } from "../../web/models/state/generation-config.js";
import { filesAt } from "../../web/models/state/layout.js";
import { sinusoidRows } from "../../web/models/state/sinusoids.js";
import { fileOf, json, rawTensors, withConfig, withTensors } from "./support/checkpoints.js";
import { startHub } from "./support/hub.mjs";

/** @typedef {import("./support/checkpoints.js").Folder} Folder */
/** @typedef {import("../../web/models/state/encoder-decoder.js").Kind} Kind */

const ROOT = inRoot("tests/fixtures/encoder-decoders");
const CASES = readdirSync(ROOT).filter((name) => !name.endsWith(".safetensors"));

/** Largest difference, by the scale of what is expected. */
const CLOSE = 1e-5;

/** @param {string} path */
const read = (path) => new Uint8Array(readFileSync(`${ROOT}/${path}`));

/** The files of a case that a model is opened from. @param {string} name @returns {Folder} */
const folderOf = (name) =>
  Object.fromEntries(
    readdirSync(`${ROOT}/${name}`)
      .filter((file) => file !== "case.json" && file !== "expected.safetensors")
      .map((file) => [file, read(`${name}/${file}`)]),
  );

/** @param {string} name @returns {{ source: number[], target: number[], attentionMask: number[], generated?: number[] }} */
const caseOf = (name) => JSON.parse(new TextDecoder().decode(read(`${name}/case.json`)));

/** @param {string} name @returns {Record<string, any>} */
const expectedOf = (name) => readSafetensors(read(`${name}/expected.safetensors`)).tensors;

/** @param {ArrayLike<number>} found @param {ArrayLike<number>} expected @param {string} what */
function requireClose(found, expected, what) {
  assert.equal(found.length, expected.length, what);
  const scale = Math.max(...Array.from(expected, Math.abs));
  const most = Math.max(...Array.from(expected, (value, i) => Math.abs(value - found[i])));
  assert.ok(most <= CLOSE * scale, `${what}: ${most} of ${scale}`); // false for NaN
}

/** @param {string} name @param {(model: Awaited<ReturnType<typeof openCheckpoint>>) => Promise<void>} f @param {Folder} [folder] */
async function withModel(name, f, folder = folderOf(name)) {
  const model = await openCheckpoint(folder);
  try {
    await f(model);
  } finally {
    model.dispose();
  }
}

/** Logits agree up to a number that each row adds. @param {import("../../web/models/index.js").ModelRun} run @param {{ data: Float32Array, shape: readonly number[] }} logits */
function requireLogits(run, { data, shape: [rows, columns] }) {
  const scale = Math.max(...Array.from(data, Math.abs));
  for (let row = 0; row < rows; row++) {
    const expected = Array.from(data.subarray(row * columns, (row + 1) * columns));
    const most = Math.max(...expected);
    const sum = expected.reduce((total, value) => total + Math.exp(value - most), 0);
    for (const { id, probability } of run.predictions(row, columns))
      assert.ok(
        Math.abs(Math.log(probability) - (expected[id] - most - Math.log(sum))) < 2 * CLOSE * scale,
        `logit ${row} ${id}`,
      );
  }
}

for (const name of CASES.filter((each) => each !== "t5-encoder"))
  test(`${name} computes what transformers computes`, () =>
    withModel(name, async (model) => {
      const expected = expectedOf(name);
      const { source, target, attentionMask } = caseOf(name);
      const { layers, encoder } = model.info;
      const layersOf = { encoder: encoder?.layers ?? 0, decoder: layers, cross: layers };
      const given = { target: { ids: target } };
      const run = await model.run({ ids: source }, given);
      const masked = await model.run({ ids: source }, { ...given, attentionMask });
      assert.deepEqual(
        run.source?.map(({ id }) => id),
        source,
      );
      assert.deepEqual(
        run.tokens.map(({ id }) => id),
        target,
      );
      for (const kind of run.kinds)
        for (let layer = 0; layer < layersOf[kind]; layer++) {
          const id = `${kind}_attentions.${layer}`;
          assert.deepEqual(run.attention(layer, kind).shape, expected[id].shape, id);
          requireClose(run.attention(layer, kind).data, expected[id].data, id);
          requireClose(masked.attention(layer, kind).data, expected[`masked.${id}`].data, `masked ${id}`);
        }
      for (const kind of /** @type {const} */ (["encoder", "decoder"]))
        for (let layer = 0; layer <= layersOf[kind]; layer++) {
          const id = `${kind}_hidden_states.${layer}`;
          requireClose(run.hidden(layer, kind).data, expected[id].data, id);
        }
      if (expected.logits) {
        requireLogits(run, expected.logits);
        requireLogits(masked, expected["masked.logits"]);
      }

      for (const kind of run.kinds) {
        const id = `masked.${kind}_attentions.1`;
        const walk = await masked.walk(1, kind);
        requireClose(/** @type {any} */ (walk.attention).data, expected[id].data, `walk ${id}`);
        walk.dispose();
        const { steps } = await masked.block(0, kind);
        const after = { encoder: ["encoder", 1], decoder: ["cross", 0], cross: ["decoder", 1] }[kind];
        const { data } = masked.hidden(Number(after[1]), /** @type {Kind} */ (after[0]));
        requireClose(/** @type {any} */ (Object.values(steps).at(-1)).data, data, `block ${kind}`);
      }

      let going = await model.run({ ids: source }, { target: { ids: target.slice(0, 3) }, caches: true });
      for (const id of target.slice(3)) going = await going.goOn(id);
      for (const kind of run.kinds)
        requireClose(going.attention(1, kind).data, run.attention(1, kind).data, `token by token ${kind}`);
      assert.deepEqual(going.predictions(4), run.predictions(4));
    }));

test("T5's encoder alone computes what transformers computes", () =>
  withModel("t5-encoder", async (model) => {
    const expected = expectedOf("t5-encoder");
    const { source, attentionMask } = caseOf("t5-encoder");
    assert.equal(model.info.encoder, undefined);
    const run = await model.run({ ids: source });
    const masked = await model.run({ ids: source }, { attentionMask });
    for (const layer of [0, 1]) {
      requireClose(run.attention(layer).data, expected[`attentions.${layer}`].data, `attention ${layer}`);
      requireClose(
        masked.attention(layer).data,
        expected[`masked.attentions.${layer}`].data,
        `masked ${layer}`,
      );
      requireClose(run.hidden(layer).data, expected[`hidden_states.${layer}`].data, `hidden ${layer}`);
    }
    requireClose(run.hidden(2).data, expected.last_hidden_state.data, "last hidden state");
    assert.equal(run.predicts, false);
    const architectures = ["T5EncoderModel"];
    const named = withConfig(folderOf("t5-encoder"), { is_encoder_decoder: true, architectures });
    assert.equal((await readCheckpoint(named)).info.encoder, undefined);
  }));

test("a target is generated as transformers generates it greedily, also for a run without one", async () => {
  let compared = 0;
  for (const name of CASES) {
    const { source, generated } = caseOf(name);
    if (!generated) continue;
    compared++;
    await withModel(name, async (model) => {
      const { tokens } = await model.generate({ ids: source }, { tokens: 6 });
      assert.deepEqual([generated[0], ...tokens.map(({ id }) => id)], generated, name);
    });
    const settings = json({
      ...JSON.parse(new TextDecoder().decode(read(`${name}/config.json`))),
      max_length: 7,
    });
    const { "generation_config.json": _, ...folder } = folderOf(name);
    await withModel(
      name,
      async (model) => {
        const run = await model.run({ ids: source });
        assert.deepEqual(
          run.tokens.map(({ id }) => id),
          generated.slice(0, -1),
          name,
        );
        const last = /** @type {number} */ (generated.at(-1));
        const probable = run.predictions(generated.length - 2, model.info.vocabulary);
        assert.ok(
          Math.abs(
            run.probability(generated.length - 2) -
              (probable.find(({ id }) => id === last)?.probability ?? NaN),
          ) < 1e-6,
        );
      },
      { ...folder, "config.json": settings },
    );
  }
  assert.equal(compared, 5);
});

test("a target that is generated with a cache has the likeliest pieces of whole passes", async () => {
  const cases = [{ name: "t5" }, { name: "t5-gated" }, { name: "m2m_100" }, { name: "m2m_100", source: [5] }];
  for (const { name, source = caseOf(name).source } of cases)
    await withModel(name, async (model) => {
      /** @type {string[]} */ const heard = [];
      const onToken = (/** @type {{ text: string }} */ { text }) => heard.push(text);
      const { tokens, text } = await model.generate({ ids: source }, { tokens: 5, onToken });
      const ids = [caseOf(name).target[0]];
      for (const { id } of tokens) {
        const run = await model.run({ ids: source }, { target: { ids } });
        assert.equal(run.predictions(ids.length - 1, 1)[0].id, id, name);
        ids.push(id);
      }
      assert.equal(heard.join(""), text);
      assert.equal(text, model.decode(ids.slice(1)));
    });
});

/** Folder of a case with other settings of its generation. @param {string} name @param {object} settings @returns {Folder} */
const generating = (name, settings) => ({ ...folderOf(name), "generation_config.json": json(settings) });

test("generation_config.json says how a target begins and ends, and what it may not hold", async () => {
  const { source } = caseOf("m2m_100");
  const generated = async (/** @type {object} */ settings, /** @type {object} */ options = {}) => {
    /** @type {number[]} */ let ids = [];
    const folder = generating("m2m_100", { max_new_tokens: 6, ...settings });
    await withModel(
      "m2m_100",
      async (model) => {
        ids = (await model.generate({ ids: source }, options)).tokens.map(({ id }) => id);
      },
      folder,
    );
    return ids;
  };
  const plain = [27, 27, 27, 27, 27, 27];
  assert.deepEqual(await generated({}), plain);
  assert.equal((await generated({ forced_bos_token_id: 9 }))[0], 9);
  assert.equal((await generated({ forced_bos_token_id: 9 }, { first: 11 }))[0], 11);
  assert.deepEqual((await generated({ forced_eos_token_id: 2 })).slice(-1), [2]);
  assert.deepEqual(await generated({ eos_token_id: [5, 27] }), [27]);
  const long = await generated({ eos_token_id: [5, 27], min_length: 4 });
  assert.deepEqual([long.length >= 3, long.slice(0, 2).includes(27)], [true, false]);
  assert.ok(!(await generated({ bad_words_ids: [[27]] })).includes(27));
  assert.ok(!(await generated({ suppress_tokens: [27] })).includes(27));
  assert.deepEqual((await generated({ bad_words_ids: [[27, 27]] })).slice(0, 1), [27]);
  const varied = await generated({ no_repeat_ngram_size: 2 });
  const pairs = varied.slice(1).map((id, i) => `${varied[i]} ${id}`);
  assert.equal(new Set(pairs).size, pairs.length);
  assert.deepEqual(await generated({ max_new_tokens: 3 }), plain.slice(3));
  assert.deepEqual(await generated({ max_new_tokens: null, max_length: 4 }), plain.slice(3));
  assert.equal((await generated({ max_new_tokens: null })).length, 20);
});

/** The files at an address, as a page fetches them. @param {URL} address @param {string} as */
async function filesOnPage(address, as) {
  const all = /** @type {any} */ (globalThis);
  all.document = { baseURI: address.href };
  try {
    return await filesAt(address, new AbortController().signal, as);
  } finally {
    delete all.document;
  }
}

test("a model that is read as another family has its generation_config.json from every place", async () => {
  const { source } = caseOf("bart");
  const folder = withConfig(generating("bart", { forced_bos_token_id: 9, max_new_tokens: 3 }), {
    model_type: "pegasus",
  });
  const hub = await startHub({ "someone/model": folder });
  try {
    for (const [files, options] of /** @type {[any, object][]} */ ([
      [folder, {}],
      ["hf:someone/model", { host: hub.address }],
      [new URL("someone/model/resolve/main/", hub.address), {}],
      [await filesOnPage(new URL("someone/model/resolve/main", hub.address), "bart"), {}],
    ])) {
      const model = await openCheckpoint(files, { as: "bart", ...options });
      assert.equal((await model.generate({ ids: source })).tokens[0].id, 9);
      model.dispose();
    }
  } finally {
    hub.close();
  }
});

test("pieces are forced and banned by those before them", () => {
  const none = { start: 0, first: null, ends: [2], last: null, most: 9, least: 0, repeats: 0, banned: [] };
  assert.deepEqual([...bannedAfter({ ...none, least: 2 }, [0, 5])], [2]);
  assert.deepEqual([...bannedAfter({ ...none, least: 2 }, [0, 5, 6])], []);
  assert.deepEqual([...bannedAfter({ ...none, repeats: 1 }, [0, 5, 6])], [0, 5, 6]);
  assert.deepEqual([...bannedAfter({ ...none, repeats: 3 }, [0, 5, 6, 7, 5, 6])], [7]);
  assert.deepEqual([...bannedAfter({ ...none, repeats: 3 }, [0])], []);
  assert.deepEqual([...bannedAfter({ ...none, banned: [[4], [5, 6], [6, 7]] }, [0, 5])], [4, 6]);
  assert.equal(forcedAfter({ ...none, first: 7, last: 2 }, [0], 3), 7);
  assert.equal(forcedAfter({ ...none, first: 7, last: 2 }, [0, 7, 4], 3), 2);
  assert.equal(forcedAfter({ ...none, first: 7, last: 2 }, [0, 7], 3), null);
});

test("sinusoids are those of transformers", () => {
  const { tensors } = readSafetensors(read("sinusoids.safetensors"));
  for (const [name, { data, shape }] of Object.entries(tensors)) {
    const [sinusoids, width] = name.split(".");
    const padding = sinusoids === "marian" ? null : 1;
    const model = {
      sinusoids: /** @type {any} */ (sinusoids),
      padding,
      firstPosition: 2,
      dModel: Number(width),
    };
    const places = Array.from({ length: shape[0] }, (_, place) => place);
    // rows before the first position are those of padding, which transformers has one of
    const from = padding === null ? 0 : padding * Number(width);
    const found = sinusoidRows(model, places).data.subarray(from);
    requireClose(found, /** @type {Float32Array} */ (data).subarray(from), name);
  }
});

test("Marian's positions are computed where the file holds none", () =>
  withModel(
    "marian-apart",
    async (model) => {
      const { source, target } = caseOf("marian-apart");
      const run = await model.run({ ids: source }, { target: { ids: target } });
      const { data: rows } = /** @type {any} */ (
        readSafetensors(read("sinusoids.safetensors")).tensors["marian.12"]
      );
      const { data: words } = /** @type {any} */ (
        readSafetensors(read("marian-apart/model.safetensors")).tensors["model.encoder.embed_tokens.weight"]
      );
      const sums = source.flatMap((id, place) =>
        Array.from({ length: 12 }, (_, i) => words[12 * id + i] + rows[12 * place + i]),
      );
      requireClose(run.hidden(0, "encoder").data, sums, "embeddings");
    },
    withTensors(
      folderOf("marian-apart"),
      (tensors) => new Map([...tensors].filter(([name]) => !/positions/.test(name))),
    ),
  ));

test("a head of each kind of attention is switched off alone", () =>
  withModel("bart", async (model) => {
    const { source, target } = caseOf("bart");
    const given = { target: { ids: target } };
    const whole = await model.run({ ids: source }, given);
    const losses = new Set([whole.loss()]);
    for (const kind of whole.kinds) {
      const heads = kind === "encoder" ? 3 : 2;
      const off = Array(heads).fill(1).with(1, 0);
      const headScale = { [kind]: { 1: off } };
      const run = await model.run({ ids: source }, { ...given, headScale });
      losses.add(run.loss());
      const walk = await run.walk(1, kind);
      const { data, shape } = /** @type {any} */ (walk.tensor("context_scaled"));
      const size = data.length / shape[1];
      assert.ok(data.subarray(size, 2 * size).every((/** @type {number} */ value) => value === 0));
      walk.dispose();
      const { steps } = await run.block(1, kind);
      const next =
        kind === "decoder" ? run.hidden(1, "cross") : run.hidden(2, kind === "cross" ? "decoder" : kind);
      requireClose(/** @type {any} */ (Object.values(steps).at(-1)).data, next.data, kind);
    }
    assert.equal(losses.size, 4);
  }));

test("layers and heads are shown as soon as they are computed, by kind", () =>
  withModel("t5", async (model) => {
    const { source, target } = caseOf("t5");
    /** @type {string[]} */ const layers = [];
    /** @type {number[]} */ const steps = [];
    await model.run(
      { ids: source },
      {
        target: { ids: target },
        onLayer: (layer, { shape }, kind) => layers.push(`${kind} ${layer} ${shape}`),
        onProgress: ({ done, total }) => steps.push(done / total),
      },
    );
    assert.deepEqual(layers, [
      ...["encoder 0 2,7,7", "encoder 1 2,7,7", "decoder 0 2,5,5", "cross 0 2,5,7"],
      ...["decoder 1 2,5,5", "cross 1 2,5,7", "decoder 2 2,5,5", "cross 2 2,5,7"],
    ]);
    assert.deepEqual(
      steps,
      [1, 2, 3, 4, 5, 6].map((done) => done / 6),
    );
  }));

test("a run without a target tells how many pieces it has written, and can be stopped between two", () =>
  withModel("t5", async (model) => {
    const { source } = caseOf("t5");
    /** @type {import("../../web/models/state/page-state.js").Progress[]} */ const told = [];
    const run = await model.run({ ids: source }, { onProgress: (progress) => told.push(progress) });
    const written = told.filter(({ writes }) => writes);
    assert.deepEqual(
      written.map(({ done }) => done),
      [0, ...run.tokens.map((_, i) => i + 1)], // the last piece written is read by no pass
    );
    assert.ok(written.every(({ done, total }) => done <= total && total === written[0].total));
    const computed = told.slice(written.length);
    assert.ok(computed.every(({ writes }) => !writes));
    assert.equal(computed.at(-1)?.done, computed.at(-1)?.total);

    const stop = new AbortController();
    let last = 0;
    await assert.rejects(
      model.run(
        { ids: source },
        {
          signal: stop.signal,
          onProgress({ done, writes }) {
            assert.ok(writes, "no block of the whole target is computed");
            last = done;
            if (done === 1) stop.abort();
          },
        },
      ),
      { name: "AbortError" },
    );
    assert.equal(last, 1);
  }));

test("a model says its sizes, those of the encoder apart, and counts shared matrices once", async () => {
  const { info, model } = await readCheckpoint(folderOf("marian-apart"));
  const learned = { window: null, positions: "learned" };
  assert.deepEqual(info.encoder, {
    ...{ layers: 2, heads: 3, kvHeads: 3, dHead: 4, vocabulary: 37 },
    layerKinds: [learned, learned],
  });
  assert.deepEqual([info.layers, info.heads, info.dHead, info.vocabulary], [3, 2, 6, 29]);
  assert.deepEqual(model.unused, []);
  const t5 = await readCheckpoint(folderOf("t5"));
  const stored = rawTensors(folderOf("t5")["model.safetensors"]);
  assert.equal(
    t5.info.parameters,
    [...stored.values()].reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b), 0),
  );
});

/** @typedef {Map<string, import("./support/checkpoints.js").Raw>} Tensors */

test("copies of the embeddings under other names are one matrix, and T5's own output counts if it is stored", async () => {
  const copied = (/** @type {string[]} */ names) => (/** @type {Tensors} */ tensors) => {
    const shared = /** @type {import("./support/checkpoints.js").Raw} */ (tensors.get("shared.weight"));
    tensors.delete("shared.weight");
    return new Map([...names.map((name) => /** @type {const} */ ([name, shared])), ...tensors]);
  };
  const names = ["shared.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight"];
  const whole = await readCheckpoint(folderOf("t5"));
  for (const some of [names, names.slice(1), names.slice(2)]) {
    const { model, info } = await readCheckpoint(withTensors(folderOf("t5"), copied(some)));
    assert.deepEqual([model.unused, info], [[], whole.info]);
  }
  const own = withTensors(folderOf("t5"), (tensors) => {
    const { shape, ...shared } = /** @type {any} */ (tensors.get("shared.weight"));
    const bytes = new Uint8Array(shared.bytes.length);
    return tensors.set("lm_head.weight", { ...shared, shape, bytes });
  });
  await withModel(
    "t5",
    async (model) => {
      const { source, target } = caseOf("t5");
      const run = await model.run({ ids: source }, { target: { ids: target } });
      const [{ probability }] = run.predictions(0);
      assert.ok(Math.abs(probability - 1 / 37) < 1e-7, "an output of zeros");
    },
    own,
  );
});

test("weights in several files, and on a host, are one model", async () => {
  const { "model.safetensors": file, ...others } = folderOf("bart");
  const tensors = [...rawTensors(file)];
  const half = Math.floor(tensors.length / 2);
  const parts = [tensors.slice(0, half), tensors.slice(half)];
  const names = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"];
  const map = parts.flatMap((part, i) => part.map(([name]) => [name, names[i]]));
  const shards = Object.fromEntries(parts.map((part, i) => [names[i], fileOf(new Map(part))]));
  const index = json({ metadata: {}, weight_map: Object.fromEntries(map) });
  const folder = { ...others, ...shards, "model.safetensors.index.json": index };
  const { source, target, generated = [] } = caseOf("bart");
  const { data } = expectedOf("bart")["cross_attentions.2"];
  const hub = await startHub({ "someone/model": folder });
  try {
    for (const [files, options] of /** @type {[any, object][]} */ ([
      [folder, {}],
      ["hf:someone/model", { host: hub.address }],
      [new URL("someone/model/resolve/main/", hub.address), {}],
    ])) {
      const model = await openCheckpoint(files, options);
      const run = await model.run({ ids: source }, { target: { ids: target } });
      requireClose(run.attention(2, "cross").data, data, "cross-attention");
      const { tokens } = await model.generate({ ids: source });
      assert.deepEqual(
        tokens.map(({ id }) => id),
        generated.slice(1),
      );
      model.dispose();
    }
  } finally {
    hub.close();
  }
});

/** A tokenizer of words, which adds an end. */
const TOKENIZER = json({
  version: "1.0",
  ...{ truncation: null, padding: null, normalizer: null, pre_tokenizer: { type: "Whitespace" } },
  added_tokens: ["<s>", "<pad>", "</s>"].map((content, id) => ({
    ...{ id, content, special: true, single_word: false, lstrip: false, rstrip: false, normalized: false },
  })),
  decoder: null,
  post_processor: {
    type: "TemplateProcessing",
    single: [{ Sequence: { id: "A", type_id: 0 } }, { SpecialToken: { id: "</s>", type_id: 0 } }],
    pair: [],
    special_tokens: { "</s>": { id: "</s>", ids: [2], tokens: ["</s>"] } },
  },
  model: {
    type: "WordLevel",
    vocab: { "<s>": 0, "<pad>": 1, "</s>": 2, the: 3, cat: 4, sat: 5, le: 6, chat: 7, fr: 8, "?": 9 },
    unk_token: "?",
  },
});

test("a decoder reads the start, the language, and the pieces of a target's text; the end is its last answer", () =>
  withModel(
    "m2m_100",
    async (model) => {
      const run = await model.run("the cat sat", { target: "le chat", first: 8 });
      const shown = (/** @type {readonly import("../../web/models/index.js").Token[] | null} */ tokens) =>
        tokens?.map(({ id, text, start, end }) => [id, text, start, end]);
      assert.deepEqual(shown(run.source), [
        [3, "the", 0, 3],
        [4, "cat", 4, 7],
        [5, "sat", 8, 11],
        [2, "</s>", 11, 11],
      ]);
      const target = [
        [2, "</s>", 0, 0],
        [8, "fr", 0, 0],
        [6, "le", 0, 2],
        [7, "chat", 3, 7],
      ];
      assert.deepEqual(shown(run.tokens), target);
      assert.deepEqual(shown(model.targetOf("le chat", { first: "fr" })), target);
      assert.equal((await model.generate("the cat", { first: "fr" })).tokens[0].id, 8);
      await assert.rejects(model.generate("the cat", { first: "de" }), { message: /no piece "de" in the/ });
      await assert.rejects(model.run("the cat", { first: 37 }), {
        message: /id 37 is not in the vocabulary/,
      });
      assert.deepEqual(shown(model.targetOf("le chat")), [target[0], ...target.slice(2)]);
      const { probability } = /** @type {any} */ (run.predictions(3, 37).find(({ id }) => id === 2));
      assert.ok(Math.abs(run.probability(3) - probability) < 1e-6);
    },
    { ...folderOf("m2m_100"), "tokenizer.json": TOKENIZER },
  ));

test("a folder that has SentencePiece's files alone says how its tokenizer is written", async () => {
  for (const [name, file] of [
    ["t5", "spiece.model"],
    ["marian", "source.spm"],
    ["mbart", "sentencepiece.bpe.model"],
    ["m2m_100", "spiece.model"],
  ]) {
    const models = name === "m2m_100" ? {} : { [file]: new Uint8Array(9) }; // a host does not list its files
    const checkpoint = await readCheckpoint({ ...folderOf(name), ...models });
    assert.match(
      checkpoint.whyNoText?.message ?? "",
      new RegExp(`no tokenizer\\.json, .*${file}.*AutoTokenizer`),
    );
  }
});

test("options that a family has and the core has not are refused, by their names", async () => {
  for (const [name, change, message] of /** @type {[string, Record<string, unknown>, RegExp][]} */ ([
    [
      "t5",
      { feed_forward_proj: "gated-mish" },
      /feed_forward_proj is "gated-mish"; expected one of gelu, gated-gelu/,
    ],
    [
      "t5",
      { relative_attention_max_distance: 4 },
      /relative_attention_max_distance is 4; expected a whole number from 5/,
    ],
    ["bart", { activation_function: "mish" }, /activation_function is "mish"; expected one of gelu/],
    ["bart", { encoder_attention_heads: 5 }, /12 features are not divisible by 5 heads/],
    ["mbart", { scale_embedding: "yes" }, /scale_embedding is "yes"; expected true or false/],
    [
      "marian",
      { share_encoder_decoder_embeddings: 1 },
      /share_encoder_decoder_embeddings is 1; expected true/,
    ],
    ["m2m_100", { pad_token_id: -1 }, /pad_token_id is -1; expected a whole number/],
  ]))
    await assert.rejects(
      readCheckpoint(withConfig(folderOf(name), change)),
      { code: "config", message },
      `${name} ${JSON.stringify(change)}`,
    );
  for (const [settings, message] of /** @type {[object, RegExp][]} */ ([
    [
      { eos_token_id: [2, 37] },
      /generation_config\.json: eos_token_id is .*; expected an id of a piece from 0 to 36/,
    ],
    [{ bad_words_ids: [5] }, /bad_words_ids is .*; expected lists of ids of pieces from 0 to 36/],
    [{ decoder_start_token_id: 99 }, /decoder_start_token_id is 99; expected a whole number from 0 to 36/],
  ]))
    await assert.rejects(readCheckpoint(generating("bart", settings)), { code: "config", message });
});

test("weights without a part of a decoder are refused, by the tensor's name", async () => {
  for (const [name, tensor] of [
    ["t5", "decoder.block.2.layer.1.EncDecAttention.k.weight"],
    ["t5", "encoder.final_layer_norm.weight"],
    ["bart", "model.decoder.layers.1.encoder_attn_layer_norm.bias"],
    ["marian-apart", "model.decoder.embed_tokens.weight"],
  ])
    await assert.rejects(
      readCheckpoint(
        withTensors(folderOf(name), (tensors) => {
          assert.ok(tensors.delete(tensor));
          return tensors;
        }),
      ),
      { code: "format", message: new RegExp(tensor.replaceAll(".", "\\.")) },
    );
});

test("runs refuse what does not fit an encoder with a decoder, and other models what is of it alone", () =>
  withModel("marian-apart", async (model) => {
    const { source, target } = caseOf("marian-apart");
    const run = await model.run({ ids: source }, { target: { ids: target } });
    const any = /** @type {any} */ (run);
    assert.throws(() => any.attention(0, "both"), {
      code: "config",
      message: /no kind "both"; expected one of encoder, decoder, cross/,
    });
    assert.throws(() => run.attention(2, "encoder"), {
      code: "config",
      message: /no layer 2; the last is 1/,
    });
    for (const [options, message] of /** @type {[object, RegExp][]} */ ([
      [{ target: { ids: [30] } }, /id 30 is not in the vocabulary of 29 pieces/],
      [{ target: { ids: [] } }, /nothing to read/],
      [{ target: "text" }, /no tokenizer\.json/],
      [{ target: { ids: Array(24).fill(3) } }, /24 pieces are more than the 23/],
      [{ mask: [0] }, /mask is for models that predict masked pieces/],
      [{ headScale: { 0: [1, 0] } }, /no kind "0"; expected one of encoder, decoder, cross/],
      [{ headScale: { encoder: { 0: [1, 0] } } }, /headScale of layer 0 has 2 numbers, expected 3/],
      [{ attentionMask: [1] }, /attentionMask is .*; expected 0 or 1 for each of 7 pieces/],
      [{ patch: { layer: 0, head: 0, output: [] } }, /patches need a model that reads one text/],
    ]))
      await assert.rejects(model.run({ ids: source }, options), { message });
    for (const refused of [() => run.contributions(3), () => run.lens(0), () => model.circuit(0, 0)])
      await assert.rejects(refused, { code: "config", message: /need a model that reads one text/ });
    await assert.rejects(model.study(["a text"]).next(), {
      code: "config",
      message: /marian reads a source and a target; a study of sentences needs/,
    });
    await assert.rejects(model.run({ ids: [37] }), {
      message: /id 37 is not in the vocabulary of 37 pieces/,
    });
    await assert.rejects(model.run({ ids: Array(24).fill(3) }), {
      message: /24 pieces are more than the 23/,
    });
    await assert.rejects(model.generate({ ids: source }, { tokens: 24 }), {
      message: /24 pieces are more than/,
    });
    const banned = generating("marian-apart", { suppress_tokens: Array.from({ length: 29 }, (_, id) => id) });
    await withModel(
      "marian-apart",
      async (other) => {
        const message = /forbids all of the 29 likeliest pieces/;
        await assert.rejects(other.generate({ ids: source }), { code: "config", message });
      },
      banned,
    );
    await withModel("t5-encoder", async (alone) => {
      const message = /a t5 has no encoder, and reads no target/;
      for (const options of [{ target: { ids: [3] } }, { first: 3 }])
        await assert.rejects(alone.run({ ids: [3] }, options), { code: "config", message });
      assert.throws(() => alone.targetOf({ ids: [3] }), { code: "config", message });
      const single = await alone.run({ ids: [3] });
      assert.deepEqual([single.kinds, single.source], [[], null]);
      assert.throws(() => single.attention(0, "cross"), { code: "config", message: /one kind of attention/ });
    });
  }));
