// Models of the hub on the page Models: what is asked before the press and after it, links that name a model, and the list of good first ones.
import assert from "node:assert/strict";
import test from "node:test";
import { openCheckpoint } from "../../web/models/index.js";
import { GOOD_MODELS, nameIn } from "../../web/models/state/hub.js";
import { describedBy } from "../../web/models/state/model.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { parametersOf, parametersOfOutput } from "../../web/models/state/parameters.js";
import { folderOf } from "./support/checkpoints.js";
import { startHub } from "./support/hub.mjs";
import { randomGPT2 } from "./support/random-gpt2.js";

const NAME = "someone/model";

/**
 * Calls f with a page that may ask an imitation of the hub. An author's model is open on it.
 * @param {import("./support/hub.mjs").Habits} habits @param {(page: ModelsPage, hub: Awaited<ReturnType<typeof startHub>>) => Promise<void>} f
 */
async function withPage(habits, f) {
  const hub = await startHub({ [NAME]: folderOf("gpt2") }, habits);
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  page.set({ hub: hub.address });
  page.openings.filesAt = async () => /** @type {any} */ (blobsOf("bert"));
  page.address = "folder/bert";
  try {
    await page.load();
    await page.write("the cat");
    await page.openings.openAt("folder/bert");
    await f(page, hub);
  } finally {
    page.rest();
    hub.close();
  }
}

/** @param {string} name */
const blobsOf = (name) =>
  Object.fromEntries(Object.entries(folderOf(name)).map(([file, bytes]) => [file, new Blob([bytes])]));

/** @param {string} link */
const params = (link) => new URLSearchParams(link);

test("a link names a model: nothing is asked before the press, and then its heads are those of the link", () =>
  withPage({}, async (page, hub) => {
    page.link.fromParams(params(`model=${NAME}&text=the+cat&layer=1&head=2`));
    assert.deepEqual([page.state.wanted, page.opened?.name, hub.asked.length], [NAME, "bert", 0]);
    assert.equal(page.link.toParams().get("model"), NAME, "the address keeps the name until the press");
    await page.openings.openNamed(NAME);
    assert.equal(page.state.problem, null);
    assert.deepEqual([page.opened?.named, page.state.wanted], [NAME, null]);
    assert.deepEqual(page.state.selected, { layer: 1, head: 2 });
    assert.ok(hub.asked.length > 0);
    assert.equal(String(page.link.toParams()), "model=someone%2Fmodel&text=the+cat&layer=1&head=2");
  }));

test("the state of a model of the hub as it opens is a link with its name alone; Back shows the author's model again", () =>
  withPage({}, async (page) => {
    await page.openings.openNamed(NAME);
    const { text } = page.state;
    page.link.fromParams(params(`model=${NAME}&text=${text}`));
    assert.equal(page.opened?.named, NAME);
    page.link.fromParams(params(""));
    assert.equal(page.opened?.name, "bert");
    page.link.fromParams(params(`model=${NAME}`));
    assert.equal(page.opened?.named, NAME, "it is still open");
    assert.equal(page.state.wanted, null);
  }));

test("Back from a model of the hub with a second sentence ends the comparison", () =>
  withPage({}, async (page) => {
    await page.openings.openNamed(NAME);
    await page.pair.compare("the cot");
    assert.equal(page.state.other, "the cot");
    page.link.fromParams(params(""));
    assert.deepEqual([page.opened?.name, page.state.other, page.state.pair], ["bert", null, null]);
  }));

test("a name that was refused is wanted until the reader chooses another model", () =>
  withPage({ token: "secret" }, async (page) => {
    const refuse = async () => {
      await page.openings.openNamed(NAME);
      assert.equal(page.state.wanted, NAME);
    };
    await refuse();
    await page.choose(0);
    assert.equal(page.state.wanted, null);
    await refuse();
    await page.openings.openAt("folder/bert", "reader");
    assert.deepEqual([page.state.wanted, page.link.toParams().get("model")], [null, null]);
  }));

test("a model that is open is shown again, and not asked for again", () =>
  withPage({}, async (page, hub) => {
    await page.openings.openNamed(NAME);
    const asked = hub.asked.length;
    await page.openings.openAt("folder/bert");
    await page.openings.openNamed(NAME);
    assert.deepEqual([page.opened?.named, page.state.models.length], [NAME, 2]);
    assert.deepEqual(
      hub.asked.slice(asked).filter(({ file }) => file === "config.json"),
      [],
    );
  }));

test("a gated model is refused, keeps its name for another press, and opens with the reader's token", () =>
  withPage({ token: "secret" }, async (page) => {
    await page.openings.openNamed(NAME);
    assert.deepEqual([page.state.refused?.id, page.state.wanted], ["model_is_gated", NAME]);
    assert.equal(page.opened?.name, "bert", "the model on show stays");
    await page.openings.openNamed(NAME, "secret");
    assert.deepEqual([page.state.refused, page.opened?.named], [null, NAME]);
  }));

test("where the author allows no hub, nothing is asked", () =>
  withPage({}, async (page, hub) => {
    page.set({ hub: null });
    await page.openings.openNamed(NAME);
    assert.deepEqual([hub.asked.length, page.state.models.length], [0, 1]);
  }));

for (const [pieces, isWhole] of /** @type {const} */ ([
  [3000, true],
  [140_000, false],
]))
  test(`an author's model of ${pieces} pieces is ${isWhole ? "fetched whole" : "read when its parts are needed"}`, async (t) => {
    const folder = randomGPT2({ width: 64, layers: 2, heads: 4, pieces, positions: 32 });
    const hub = await startHub({ [NAME]: folder });
    const page = new ModelsPage(async () => ({ openCheckpoint }));
    const isNode = !("document" in globalThis);
    if (isNode) Object.assign(globalThis, { document: { baseURI: hub.address } });
    const end = () => {
      page.rest();
      hub.close();
      if (isNode) delete (/** @type {any} */ (globalThis).document);
    };
    t.after(end);
    await page.load();
    page.set({ text: "1 2 3" });
    await page.openings.openAt(`${NAME}/resolve/main/`);
    assert.equal(page.state.refused, null);
    assert.equal(page.state.run?.isWhole, true);
    const ranges = hub.asked.filter(({ file, begin }) => file === "model.safetensors" && begin > 0).length;
    assert.equal(ranges === 0, isWhole);
    assert.equal(page.state.bytes > 0, !isWhole, "bytes of ranges are counted");
    if (!isWhole) return;
    hub.close();
    await page.write("4 5 6 7");
    assert.equal(page.state.run?.tokens.length, 4, "its host is needed no more");
  });

test("the name is found in what a reader pastes", () => {
  const pasted = [
    ...["openai-community/gpt2", " openai-community/gpt2/ ", "hf:openai-community/gpt2"],
    "https://huggingface.co/openai-community/gpt2",
    "https://huggingface.co/openai-community/gpt2/tree/main?a=b",
    "https://huggingface.co/openai-community/gpt2/?x=1",
    "https://huggingface.co/openai-community/gpt2/discussions",
    "https://huggingface.co/openai-community/gpt2/commits/main#top",
  ];
  for (const each of pasted) assert.equal(nameIn(each), "openai-community/gpt2");
  for (const each of [
    "gpt2",
    "https://huggingface.co/gpt2",
    "https://huggingface.co/gpt2/raw/main/config.json",
  ])
    assert.equal(nameIn(each), "gpt2");
});

/** Of each good first model: its config, and its tokenizer.json and each number of its weights in bytes, as the hub has them. @type {Record<string, [config: Record<string, unknown>, tokenizer: number, number: number]>} */
const FOUND = {
  "HuggingFaceTB/SmolLM2-135M": [
    {
      ...{ model_type: "llama", vocab_size: 49152, hidden_size: 576, intermediate_size: 1536 },
      ...{ num_hidden_layers: 30, num_attention_heads: 9, num_key_value_heads: 3, tie_word_embeddings: true },
    },
    2_104_556,
    2,
  ],
  "EleutherAI/pythia-70m": [
    {
      ...{ model_type: "gpt_neox", vocab_size: 50304, hidden_size: 512, intermediate_size: 2048 },
      ...{ num_hidden_layers: 6, num_attention_heads: 8, rotary_pct: 0.25 },
    },
    2_113_710,
    2,
  ],
  "openai-community/gpt2": [{ model_type: "gpt2" }, 1_355_256, 4],
  "google-bert/bert-base-uncased": [{ model_type: "bert" }, 466_062, 4],
  "Qwen/Qwen2.5-0.5B": [
    {
      ...{ model_type: "qwen2", vocab_size: 151936, hidden_size: 896, intermediate_size: 4864 },
      ...{
        num_hidden_layers: 24,
        num_attention_heads: 14,
        num_key_value_heads: 2,
        tie_word_embeddings: true,
      },
    },
    7_031_645,
    2,
  ],
};

for (const { name, parameters, first, all } of GOOD_MODELS)
  test(`the list says the sizes of ${name}`, () => {
    const [config, tokenizer, bytes] = FOUND[name];
    const { description, names, prefix } = describedBy(config);
    const roles = [
      ...parametersOf(description, names, prefix),
      ...parametersOfOutput(description, names, prefix),
    ];
    const count = (/** @type {typeof roles} */ given) =>
      [...new Map(given.map(({ names, shape }) => [names[0], shape])).values()]
        .map((shape) => shape.reduce((a, b) => a * b))
        .reduce((sum, size) => sum + size, 0);
    const block = count(roles.filter(({ role }) => role.startsWith("layer0.")));
    const mb = (/** @type {number} */ numbers) => Math.round((tokenizer + bytes * numbers) / 1e6);
    assert.deepEqual([parameters, first, all], [count(roles), mb(block), mb(count(roles))]);
  });
