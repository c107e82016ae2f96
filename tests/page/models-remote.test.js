// Checkpoints on a host: a name on the hub, or the address of a folder. An imitation of the hub runs here.
import assert from "node:assert/strict";
import test from "node:test";
import { openCheckpoint } from "../../web/models/index.js";
import { openRemoteFile } from "../../web/models/state/remote-file.js";
import { RemoteHost } from "../../web/models/state/remote-host.js";
import { readSlice } from "../../web/models/state/sources.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { CASES, caseOf, fileOf, folderOf, json, rawTensors } from "./support/checkpoints.js";
import { startHub } from "./support/hub.mjs";
import { numbers, randomGPT2 } from "./support/random-gpt2.js";
import * as vision from "./support/vision.js";

const NAME = "someone/model";
const WEIGHTS = "model.safetensors";
const INDEX = "model.safetensors.index.json";
const FAST = { pauses: [1, 1, 1, 1, 1] }; // ms

/** @typedef {import("./support/hub.mjs").Habits} Habits */
/** @typedef {Awaited<ReturnType<typeof startHub>>} Hub */
/** @typedef {Record<string, Uint8Array<ArrayBuffer>>} Folder */

/** Calls f with an imitation that has one model. @template T @param {Folder} folder @param {Habits} habits @param {(hub: Hub) => Promise<T>} f */
async function withHub(folder, habits, f) {
  const hub = await startHub({ [NAME]: folder }, habits);
  try {
    return await f(hub);
  } finally {
    hub.close();
  }
}

/** Calls f with an open model. @template T @param {Parameters<typeof openCheckpoint>} given @param {(model: Awaited<ReturnType<typeof openCheckpoint>>) => Promise<T>} f */
async function withModel(given, f) {
  const model = await openCheckpoint(...given);
  try {
    return await f(model);
  } finally {
    model.dispose();
  }
}

/** What a model computes for a text. @param {Parameters<typeof openCheckpoint>} given @param {{ ids: number[], types?: number[] }} text */
const resultsOf = (given, { ids, types }) =>
  withModel(given, async (model) => {
    const run = await model.run({ ids, types });
    const layers = Array.from({ length: model.info.layers }, (_, layer) => run.attention(layer));
    return { layers, predictions: run.predicts ? run.predictions(0) : null };
  });

/** @param {Hub} hub @param {object} [options] @returns {Parameters<typeof openCheckpoint>} */
const on = (hub, options) => [`hf:${NAME}`, { host: hub.address, ...FAST, ...options }];

const WIDTH = 64;
const LAYERS = 3;
const BLOCK = 4 * (12 * WIDTH ** 2 + 13 * WIDTH); // bytes
const PIECES = 3000;
const EMBEDDINGS = 4 * PIECES * WIDTH; // bytes
const TEXT = { ids: [1, 500, 2999, 7] };

/** A GPT-2 whose blocks are larger than the first request. */
const LARGE = randomGPT2({ width: WIDTH, layers: LAYERS, heads: 4, pieces: PIECES, positions: 32 });
const EXPECTED = await resultsOf([LARGE], TEXT);

/** Requests for weights after the first. @param {Hub} hub */
const later = (hub) => hub.asked.filter(({ file, begin }) => file === WEIGHTS && begin > 0);

/** @param {{ begin: number, end: number }} range */
const sizeOf = ({ begin, end }) => end - begin;

for (const name of CASES)
  test(`${name} from the hub has the bits of ${name} from a folder`, async () => {
    const folder = folderOf(name);
    const expected = await resultsOf([folder], caseOf(name));
    await withHub(folder, { redirects: true }, async (hub) => {
      assert.deepEqual(await resultsOf(on(hub), caseOf(name)), expected);
      const address = new URL(`${hub.address}/${NAME}/resolve/main`);
      assert.deepEqual(await resultsOf([address], caseOf(name)), expected);
    });
  });

test("a model of pictures from the hub is read with its preprocessor_config.json, and no tokenizer is asked for", async () => {
  const folder = vision.folderOf("vit");
  const { picture } = vision.expectedOf("vit");
  const attentionOf = (/** @type {Parameters<typeof openCheckpoint>} */ given) =>
    withModel(given, async (model) => (await model.run(picture)).attention(1));
  const expected = await attentionOf([folder]);
  await withHub(folder, {}, async (hub) => {
    assert.deepEqual(await attentionOf(on(hub)), expected);
    const files = new Set(hub.asked.map(({ file }) => file));
    assert.deepEqual([...files].sort(), Object.keys(folder).sort());
  });
});

test("a run asks for the rows of its pieces, one range for each block, and the output matrix last", async () => {
  await withHub(LARGE, {}, async (hub) => {
    assert.deepEqual(await resultsOf(on(hub), TEXT), EXPECTED);
    const sizes = later(hub).map(sizeOf);
    const blocks = sizes.filter((size) => size === BLOCK);
    assert.equal(blocks.length, LAYERS);
    const afterBlocks = sizes.slice(sizes.lastIndexOf(BLOCK) + 1);
    const whole = afterBlocks.reduce((sum, size) => sum + size, 0);
    assert.ok(whole > EMBEDDINGS - 2 ** 16 && whole <= EMBEDDINGS + 8 * WIDTH, String(whole));
    assert.ok(sizes.indexOf(BLOCK) <= TEXT.ids.length, "rows before the first block");
  });
});

test("the rows of pieces and of positions are requested at once", { timeout: 20_000 }, async (t) => {
  const sizes = { width: WIDTH, layers: 1, heads: 4, pieces: PIECES, positions: 1024 };
  const row = 4 * WIDTH; // bytes
  let release = () => {};
  const positionsRequested = new Promise((resolve) => (release = () => resolve(undefined)));
  t.signal.addEventListener("abort", () => release());
  const hold = (/** @type {import("./support/hub.mjs").Asked} */ asked) => {
    if (sizeOf(asked) === row * TEXT.ids.length) release();
    return sizeOf(asked) === row ? /** @type {Promise<void>} */ (positionsRequested) : undefined;
  };
  await withHub(randomGPT2(sizes), { hold }, (hub) =>
    withModel(on(hub), async (model) => assert.ok(await model.run(TEXT, { predicts: false }))),
  );
});

test("a run without predictions reads no output matrix", async () => {
  await withHub(LARGE, {}, (hub) =>
    withModel(on(hub), async (model) => {
      const run = await model.run(TEXT, { predicts: false });
      assert.equal(run.predicts, false);
      assert.deepEqual(run.attention(2), EXPECTED.layers[2]);
      assert.ok(hub.sent.bytes < LAYERS * BLOCK + 2 ** 17, String(hub.sent.bytes));
    }),
  );
});

test("a run tells each layer before the next one is requested", async () => {
  await withHub(LARGE, {}, (hub) =>
    withModel(on(hub), async (model) => {
      /** @type {number[]} */ const blocks = [];
      await model.run(TEXT, {
        onLayer(layer, attention) {
          assert.deepEqual(attention, EXPECTED.layers[layer]);
          blocks.push(later(hub).filter((range) => sizeOf(range) === BLOCK).length);
        },
      });
      assert.deepEqual(blocks, [1, 2, 3]);
    }),
  );
});

const SIZE = LARGE[WEIGHTS].length;

for (const [keep, isKept] of /** @type {const} */ ([
  [true, true],
  [SIZE, true],
  [SIZE - 1, false],
]))
  test(`weights are requested ${isKept ? "once" : "again"} with keep: ${keep}`, async () => {
    await withHub(LARGE, {}, (hub) =>
      withModel(on(hub, { keep }), async (model) => {
        assert.equal(model.bytes, SIZE);
        await model.run(TEXT);
        const before = hub.sent.bytes;
        await model.run(TEXT);
        assert.equal(hub.sent.bytes === before, isKept);
      }),
    );
  });

test("files of one commit are read, even if the branch moves on", async () => {
  const paths = new Set();
  await withHub(LARGE, { onRequest: (path) => paths.add(path.split("/").at(-2)) }, async (hub) => {
    await resultsOf(on(hub), TEXT);
    assert.deepEqual([...paths], ["main", hub.commit]);
    paths.clear();
    await resultsOf(on(hub, { revision: "v1.0" }), TEXT);
    assert.deepEqual([...paths], ["v1.0", hub.commit]);
  });
});

test("weights in several files are read through their index", async () => {
  const folder = inShards(LARGE);
  await withHub(folder, {}, async (hub) => assert.deepEqual(await resultsOf(on(hub), TEXT), EXPECTED));
  const { "b.safetensors": _, ...lacking } = folder;
  await withHub(lacking, {}, (hub) => refuses(openCheckpoint(...on(hub)), "shard_missing", /b\.safetensors/));
});

/** A folder with its weights in two files. @param {Folder} folder @returns {Folder} */
function inShards({ [WEIGHTS]: file, ...others }) {
  const all = [...rawTensors(file)];
  const parts = { "a.safetensors": all.slice(0, 20), "b.safetensors": all.slice(20) };
  const map = Object.entries(parts).flatMap(([name, tensors]) => tensors.map(([tensor]) => [tensor, name]));
  const files = Object.entries(parts).map(([name, tensors]) => [name, fileOf(new Map(tensors))]);
  return { ...others, ...Object.fromEntries(files), [INDEX]: json({ weight_map: Object.fromEntries(map) }) };
}

test("a host that ignores ranges sends its weights once", async () => {
  await withHub(LARGE, { ranges: false }, async (hub) => {
    assert.deepEqual(await resultsOf(on(hub), TEXT), EXPECTED);
    assert.equal(hub.asked.filter(({ file }) => file === WEIGHTS).length, 1);
  });
});

test("a file that its host sends whole rests while nobody reads, and goes on with the next read", async () => {
  const file = LARGE[WEIGHTS];
  await withHub(LARGE, { ranges: false, bytesASecond: 1_000_000 }, async (hub) => {
    const source = await openRemoteFile(
      new RemoteHost(new URL(`${hub.address}/${NAME}/resolve/main/`)),
      WEIGHTS,
    );
    await readSlice(source, 0, 100);
    source.rest?.();
    const { bytes } = hub.sent;
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.ok(hub.sent.bytes - bytes < 100_000, "the request goes on");
    assert.deepEqual(await readSlice(source, 50_000, 300_000), file.slice(50_000, 300_000));
  });
});

test("a host that hides its headers from other origins is read: without tags, and without the range of an answer", async () => {
  await withHub(LARGE, { tags: false, hides: true }, async (hub) =>
    assert.deepEqual(await resultsOf(on(hub), TEXT), EXPECTED),
  );
});

test("connections that are cut go on where they stopped, with and without ranges", async () => {
  for (const ranges of [true, false]) {
    let cuts = 0;
    const fault = (/** @type {import("./support/hub.mjs").Asked} */ { file, count }) =>
      file === WEIGHTS && count % 2 === 0 ? { cutAfter: 50_000 * ++cuts } : undefined;
    await withHub(LARGE, { ranges, fault }, async (hub) => {
      assert.deepEqual(await resultsOf(on(hub), TEXT), EXPECTED);
      assert.ok(cuts > 0);
    });
  }
});

const CUTS = IS_NIGHTLY ? 1000 : 80;

test(`${CUTS} connections cut at random bytes lose and mix nothing`, async () => {
  const random = numbers(5000);
  let at = 0;
  let cuts = 0;
  const fault = (/** @type {import("./support/hub.mjs").Asked} */ { begin, end }) => {
    const share = random[at++ % random.length] + 0.5;
    if (share > 0.9) return undefined;
    cuts++;
    return { cutAfter: Math.floor((share / 0.9) * (end - begin)) };
  };
  const file = LARGE[WEIGHTS].slice(0, 300_000);
  for (const ranges of [true, false])
    await withHub({ [WEIGHTS]: file }, { ranges, fault }, async (hub) => {
      const until = cuts + CUTS / 2;
      while (cuts < until) {
        const host = new RemoteHost(new URL(`${hub.address}/${NAME}/resolve/main/`), {
          pauses: Array(50).fill(0),
        });
        const source = await openRemoteFile(host, WEIGHTS);
        const ends = Array.from({ length: 8 }, () =>
          Math.floor((random[at++ % random.length] + 0.5) * file.length),
        );
        await Promise.all(
          ends.map(async (begin, i) => {
            const end = Math.min(file.length, begin + (i + 1) * 8000);
            assert.deepEqual(await readSlice(source, begin, end), file.slice(begin, end));
          }),
        );
      }
    });
  assert.ok(cuts >= CUTS, String(cuts));
});

test("runs that share the loading of a block do not share its end: one is stopped, the other goes on", async () => {
  await withHub(LARGE, { bytesASecond: 2_000_000 }, (hub) =>
    withModel(on(hub, { keep: true }), async (model) => {
      const stop = new AbortController();
      const first = model.run(TEXT, { signal: stop.signal, predicts: false });
      const second = model.run(TEXT, { predicts: false });
      await until(() => later(hub).some((range) => sizeOf(range) === BLOCK));
      stop.abort();
      await assert.rejects(first, { name: "AbortError" });
      assert.deepEqual((await second).attention(2), EXPECTED.layers[2]);
    }),
  );
});

test("a model that is disposed of stops its requests", async () => {
  await withHub(LARGE, { bytesASecond: 2_000_000 }, async (hub) => {
    const model = await openCheckpoint(...on(hub));
    const run = model.run(TEXT, { predicts: false });
    await until(() => later(hub).some((range) => sizeOf(range) === BLOCK));
    model.dispose();
    await assert.rejects(run, { code: "disposed" });
    const { bytes } = hub.sent;
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.ok(hub.sent.bytes - bytes < BLOCK / 2, "the request goes on");
  });
});

test("a run that is stopped stops its request; the next run goes on from there", async () => {
  await withHub(LARGE, { bytesASecond: 2_000_000 }, (hub) =>
    withModel(on(hub), async (model) => {
      const stop = new AbortController();
      const run = model.run(TEXT, { signal: stop.signal, predicts: false, onProgress: () => stop.abort() });
      await assert.rejects(run, { name: "AbortError" });
      const { bytes } = hub.sent;
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.ok(hub.sent.bytes - bytes < BLOCK / 2, "the request goes on");
      const again = await model.run(TEXT, { predicts: false });
      assert.deepEqual(again.attention(2), EXPECTED.layers[2]);
    }),
  );
});

test("an opening that is stopped while bytes arrive requests nothing more", async () => {
  for (const ranges of [true, false])
    await withHub(LARGE, { ranges, bytesASecond: 1000 }, async (hub) => {
      const stop = new AbortController();
      const opening = openCheckpoint(...on(hub, { signal: stop.signal }));
      await until(() => hub.asked.some(({ file }) => file === WEIGHTS));
      stop.abort();
      await assert.rejects(opening, { name: "AbortError" });
      const { length } = hub.asked;
      await new Promise((resolve) => setTimeout(resolve, 200));
      assert.equal(hub.asked.length, length);
    });
});

test("an opening that is stopped ends at once", async () => {
  await withHub(LARGE, { delay: 10_000 }, async (hub) => {
    const stop = new AbortController();
    const opening = openCheckpoint(...on(hub, { signal: stop.signal }));
    setTimeout(() => stop.abort(), 20);
    await assert.rejects(opening, { name: "AbortError" });
  });
});

test("a gated model asks for its licence and a token; with the token it opens", async () => {
  await withHub(LARGE, { token: "secret", redirects: true }, async (hub) => {
    await refuses(openCheckpoint(...on(hub)), "model_is_gated", new RegExp(`${hub.address}/${NAME}`));
    await refuses(openCheckpoint(...on(hub, { token: "other" })), "token_refused", /same account/);
    assert.deepEqual(await resultsOf(on(hub, { token: "secret" }), TEXT), EXPECTED);
    const address = new URL(`${hub.address}/${NAME}/resolve/main/`);
    await refuses(openCheckpoint(address), "host_forbids", /status 401/);
  });
});

test("a token goes to the host that was named, and not to the one it redirects to", async () => {
  /** @type {(string | undefined)[]} */ const tokens = [];
  const onRequest = (/** @type {string} */ _, /** @type {any} */ { authorization }) =>
    tokens.push(authorization);
  const cdn = await startHub({ [NAME]: LARGE }, { onRequest });
  try {
    await withHub(LARGE, { token: "secret", cdn: cdn.address }, async (hub) =>
      assert.deepEqual(await resultsOf(on(hub, { token: "secret" }), TEXT), EXPECTED),
    );
    assert.ok(tokens.length > 3);
    assert.deepEqual(new Set(tokens), new Set([undefined]));
  } finally {
    cdn.close();
  }
});

test("a token or a password never stands in a message", async () => {
  await withHub(LARGE, {}, async (hub) => {
    const spelt = openCheckpoint(...on(hub, { token: "hf_secret\nhf_other" }));
    await assert.rejects(
      spelt,
      (/** @type {any} */ { id, message }) => id === "token_malformed" && !/hf_/.test(message),
    );
    const address = new URL(`${hub.address}/${NAME}/resolve/main/`);
    Object.assign(address, { username: "me", password: "hidden" });
    await assert.rejects(
      openCheckpoint(address),
      (/** @type {any} */ { id, message }) => id === "address_with_password" && !/hidden/.test(message),
    );
  });
});

test("a store that forbids files that it lacks is read, and the query of its address is kept", async () => {
  /** @type {Set<string>} */ const queries = new Set();
  const fault = (/** @type {import("./support/hub.mjs").Asked} */ { file }) =>
    file in LARGE ? undefined : { status: 403 };
  const onRequest = (/** @type {string} */ _, /** @type {any} */ __, /** @type {string} */ query) =>
    queries.add(query);
  const folder = inShards(LARGE);
  await withHub(
    folder,
    { fault: (asked) => (asked.file in folder ? undefined : fault(asked)), onRequest },
    async (hub) => {
      const address = new URL(`${hub.address}/${NAME}/resolve/main?key=1`);
      assert.deepEqual(await resultsOf([address], TEXT), EXPECTED);
      assert.deepEqual([...queries], ["?key=1"]);
    },
  );
});

test("a size that is hidden is asked for again while the host is busy", async () => {
  let heads = 0;
  const fault = (/** @type {import("./support/hub.mjs").Asked} */ { method }) =>
    method === "HEAD" && heads++ < 2 ? { status: 503 } : undefined;
  await withHub(LARGE, { hides: true, fault }, async (hub) => {
    assert.deepEqual(await resultsOf(on(hub), TEXT), EXPECTED);
    assert.equal(heads, 3);
  });
});

test("a host that asks for a long pause, and an empty file, say so", async () => {
  const fault = () => ({ status: 429, headers: { "Retry-After": "300" } });
  await withHub(LARGE, { fault }, (hub) =>
    refuses(openCheckpoint(...on(hub)), "host_asks_for_pause", /a pause of 300 s/),
  );
  await withHub({ ...LARGE, [WEIGHTS]: new Uint8Array() }, {}, (hub) =>
    refuses(openCheckpoint(...on(hub)), "host_file_is_empty", /model\.safetensors/),
  );
});

/** @param {() => boolean} isTrue @returns {Promise<void>} */
async function until(isTrue) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** @param {Promise<unknown>} work @param {string} id @param {RegExp} message */
const refuses = (work, id, message) => assert.rejects(work, { id, message });

test("a host that is busy is asked again, after the pause that it asks for", async () => {
  const times = /** @type {number[]} */ ([]);
  const fault = (/** @type {import("./support/hub.mjs").Asked} */ { file, count }) => {
    if (file !== WEIGHTS || count > 2) return undefined;
    times.push(performance.now());
    return [{ status: 429, headers: { "Retry-After": "0.2" } }, { status: 503 }, undefined][count];
  };
  await withHub(LARGE, { fault }, async (hub) => {
    assert.deepEqual(await resultsOf(on(hub), TEXT), EXPECTED);
    assert.ok(times[1] - times[0] >= 190, String(times));
  });
});

test("a host that stays away is an error after the last attempt, and the next opening works", async () => {
  let isAway = true;
  const fault = () => (isAway ? { status: 500 } : undefined);
  await withHub(LARGE, { fault }, async (hub) => {
    await refuses(openCheckpoint(...on(hub)), "host_unreachable", /after 6 attempts \(status 500\)/);
    assert.equal(hub.asked.length, 6);
    isAway = false;
    assert.deepEqual(await resultsOf(on(hub), TEXT), EXPECTED);
  });
  const gone = await startHub({});
  gone.close();
  await refuses(
    openCheckpoint(...on(gone)),
    "host_unreachable",
    /config\.json did not arrive after 3 attempts/,
  );
});

test("a file that changes between two reads is an error, not a mixture", async () => {
  const folder = { ...LARGE };
  await withHub(folder, {}, (hub) =>
    withModel(on(hub), async (model) => {
      await model.run(TEXT);
      folder[WEIGHTS] = LARGE[WEIGHTS].slice();
      folder[WEIGHTS][folder[WEIGHTS].length - 1] ^= 1;
      await refuses(model.run(TEXT), "file_changed_on_host", /model\.safetensors/);
    }),
  );
});

test("answers that lie are errors, or do no harm: other bytes, too many, a false length, another size", async () => {
  const onWeights = (/** @type {import("./support/hub.mjs").Fault} */ fault) => ({
    fault: (/** @type {import("./support/hub.mjs").Asked} */ { file, begin }) =>
      file === WEIGHTS && begin > 0 ? fault : undefined,
  });
  await withHub(LARGE, onWeights({ shift: 8 }), (hub) =>
    withModel(on(hub), (model) => refuses(model.run(TEXT), "host_sends_other_bytes", /model\.safetensors/)),
  );
  await withHub(LARGE, onWeights({ extra: 1000 }), async (hub) =>
    assert.deepEqual(await resultsOf(on(hub), TEXT), EXPECTED),
  );
  await withHub(LARGE, onWeights({ length: 10 ** 7 }), async (hub) =>
    assert.deepEqual(await resultsOf(on(hub), TEXT), EXPECTED),
  );
  const size = LARGE[WEIGHTS].length + 1;
  await withHub(LARGE, onWeights({ headers: { "Content-Range": `bytes 100000-200000/${size}` } }), (hub) =>
    withModel(on(hub), (model) => refuses(model.run(TEXT), "file_changed_on_host", /model\.safetensors/)),
  );
});

test("a name or an address that leads nowhere says so", async () => {
  await withHub(LARGE, {}, async (hub) => {
    const options = { host: hub.address, ...FAST };
    await refuses(
      openCheckpoint("hf:someone/other", options),
      "host_lacks_file",
      /someone\/other\/.*config\.json/,
    );
    await refuses(openCheckpoint("hf:some one/model/x", options), "no_hub_name", /owner\/name/);
    await refuses(openCheckpoint(`hf:${NAME}`, { host: "mirror" }), "no_address", /"mirror" is no address/);
    await refuses(
      openCheckpoint(new URL(`${hub.address}/nothing/`)),
      "host_lacks_file",
      /nothing\/config\.json/,
    );
  });
  const { [WEIGHTS]: _, ...lacking } = LARGE;
  await withHub(lacking, {}, (hub) =>
    refuses(openCheckpoint(...on(hub)), "no_weights", /model\.safetensors/),
  );
});

test("nothing is asked of the hub for files that a reader gives", async () => {
  await withHub(LARGE, {}, async (hub) => {
    await resultsOf([LARGE, { host: hub.address }], TEXT);
    assert.equal(hub.asked.length, 0);
  });
});
