// Pieces of a text, and their positions in the text.
import assert from "node:assert/strict";
import test from "node:test";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { tokenizerIn } from "../../web/models/state/tokenizer.js";
import { ContinuedText, textAfter } from "../../web/models/state/generation.js";
import { sourcesOf } from "../../web/models/state/sources.js";
import { pieceText } from "../../web/models/state/pieces.js";
import { folderOf, json } from "./support/checkpoints.js";

/** @param {string} name */
const tokenizerOf = async (name) => tokenizerIn(await sourcesOf(folderOf(name)));

/** Pieces, each with the text where it stands. @param {string} name @param {string} text */
async function cut(name, text) {
  const tokens = (await tokenizerOf(name)).tokenize(text);
  return tokens.map((token) => [token.text, text.slice(token.start, token.end)]);
}

test("GPT-2: a space belongs to the piece that it starts, and the bytes of a character have the character's position", async () => {
  assert.deepEqual(await cut("gpt2", "The animal didn't cross\n the"), [
    ...[
      ["The", "The"],
      [" animal", " animal"],
      [" di", " di"],
      ["d", "d"],
      ["n", "n"],
      ["'", "'"],
      ["t", "t"],
    ],
    ...[
      [" cross", " cross"],
      ["\n", "\n"],
      [" the", " the"],
    ],
  ]);
  assert.deepEqual(await cut("gpt2", "a\u00e9 \u{1f600}!"), [
    ...[
      ["a", "a"],
      ["<0xC3>", "\u00e9"],
      ["<0xA9>", "\u00e9"],
      [" ", " "],
    ],
    ...[
      ["<0xF0><0x9F>", "\u{1f600}"],
      ["<0x98>", "\u{1f600}"],
      ["<0x80>", "\u{1f600}"],
    ],
  ]);
  const [first] = (await tokenizerOf("gpt2")).tokenize("<|endoftext|>The");
  assert.deepEqual(first, { id: 45, text: "<|endoftext|>", start: 0, end: 13 });
});

test("BERT: pieces without case and accents, and unknown pieces, have positions in the original text", async () => {
  assert.deepEqual(await cut("bert", "The Animal's  caf\u00c9, tokenization\t\u4e2d\u4e2d xyzzy..."), [
    ...[
      ["[CLS]", ""],
      ["the", "The"],
      ["animal", "Animal"],
      ["'", "'"],
      ["s", "s"],
      ["cafe", "caf\u00c9"],
      [",", ","],
    ],
    ...[
      ["token", "token"],
      ["##ization", "ization"],
      ["\u4e2d", "\u4e2d"],
      ["\u4e2d", "\u4e2d"],
    ],
    ...[
      ["[UNK]", "xyzzy"],
      [".", "."],
      [".", "."],
      [".", "."],
      ["[SEP]", ""],
    ],
  ]);
  const text = "it [MASK] qqzq";
  const tokens = (await tokenizerOf("bert")).tokenize(text);
  assert.deepEqual(
    tokens.map(({ id }) => id),
    [2, 16, 4, 1, 3],
  );
  assert.deepEqual(
    tokens.map(({ start, end }) => [start, end]),
    [
      [0, 0],
      [0, 2],
      [3, 9],
      [10, 14],
      [14, 14],
    ],
  );
});

test("Llama: the added leading space has no position, and bytes replace unknown characters", async () => {
  assert.deepEqual(await cut("llama", "The animal"), [
    ["<s>", ""],
    [" The", "The"],
    [" animal", " animal"],
  ]);
  assert.deepEqual(await cut("llama", "the\n\u{1f600} cross"), [
    ...[
      ["<s>", ""],
      [" the", "the"],
      ["\n", "\n"],
    ],
    ...["<0xF0>", "<0x9F>", "<0x98>", "<0x80>"].map((byte) => [byte, "\u{1f600}"]),
    [" cross", " cross"],
  ]);
  assert.deepEqual(await cut("llama", "a\u6f22\u5b57the"), [
    ...[
      ["<s>", ""],
      [" ", ""],
      ["a", "a"],
      ["<unk>", "\u6f22\u5b57"],
      ["the", "the"],
    ],
  ]);
});

/** Pieces by a tokenizer with other parts. @param {string} name @param {object} parts @param {string} text */
async function cutWith(name, parts, text) {
  const folder = folderOf(name);
  const tokenizer = JSON.parse(new TextDecoder().decode(folder["tokenizer.json"]));
  const sources = await sourcesOf({ ...folder, "tokenizer.json": json({ ...tokenizer, ...parts }) });
  return (await tokenizerIn(sources))
    .tokenize(text)
    .map((each) => [each.text, text.slice(each.start, each.end)]);
}

test("parts that other families' tokenizers have", async () => {
  const metaspace = { type: "Metaspace", replacement: "\u2581", prepend_scheme: "first", split: false };
  assert.deepEqual(await cutWith("llama", { normalizer: null, pre_tokenizer: metaspace }, "The animal"), [
    ...[
      ["<s>", ""],
      [" The", "The"],
      [" animal", " animal"],
    ],
  ]);
  const around = {
    type: "RobertaProcessing",
    sep: ["w", 15],
    cls: ["a", 0],
    trim_offsets: true,
    add_prefix_space: false,
  };
  assert.deepEqual(await cutWith("gpt2", { post_processor: around }, " the the"), [
    ...[
      ["a", ""],
      [" the", " the"],
      [" the", " the"],
      ["w", ""],
    ],
  ]);
  assert.deepEqual(await cutWith("gpt2", { normalizer: { type: "NFC" } }, "e\u0301t"), [
    ...[
      ["<0xC3>", "e\u0301"],
      ["<0xA9>", "e\u0301"],
      ["t", "t"],
    ],
  ]);
  const llama3 = {
    type: "Sequence",
    pretokenizers: [
      {
        type: "Split",
        pattern: { Regex: "(?i:'s|'t)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\s+" },
        behavior: "Isolated",
        invert: false,
      },
      { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: false },
    ],
  };
  assert.deepEqual(await cutWith("gpt2", { pre_tokenizer: llama3 }, "The animal\n"), [
    ...[
      ["The", "The"],
      [" animal", " animal"],
      ["\n", "\n"],
    ],
  ]);
});

test("the pieces of any text cover all of it", async () => {
  const parts = [
    "The",
    " ",
    "animal",
    "\n",
    "\u00e9",
    "e\u0301",
    "\u{1f600}",
    "\u4e2d",
    "x",
    "'",
    "\u200b",
    "[SEP]",
    "\ufb01",
    "\u0130",
    "\t",
    "\u2581",
    ...["#", "##", "tokenization", "\ufffd", "\u00a8", "\u2026", "\u3005", "\u00bd", "[UNK]", "\u03a3"],
  ];
  /** A text as BERT's normalizer changes it, without spaces. @param {string} text */
  const normalized = (text) =>
    text
      .toLowerCase()
      .normalize("NFD")
      .replace(/[\p{Mn}\p{Cc}\p{Cf}\ufffd\s]/gu, "");
  let state = 1;
  const random = (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (const name of ["gpt2", "bert", "llama"]) {
    const tokenizer = await tokenizerOf(name);
    for (let i = 0; i < 300; i++) {
      const text = Array.from({ length: random(12) }, () => parts[random(parts.length)]).join("");
      let before = 0;
      for (const { id, text: piece, start, end } of tokenizer.tokenize(text)) {
        if (name === "bert" && !/^\[/.test(piece))
          assert.equal(normalized(text.slice(start, end)), piece.replace(/^##/, ""), JSON.stringify(text));
        assert.ok(Number.isInteger(id) && start <= end && end <= text.length, JSON.stringify(text));
        assert.ok(start >= before || end === before || name !== "bert", `${name} ${JSON.stringify(text)}`);
        before = Math.max(before, start);
      }
    }
  }
});

test("a piece shows its text", () => {
  assert.equal(pieceText("\u0120cross", "bytes"), " cross");
  assert.equal(pieceText("\u010a\u010a", "bytes"), "\n\n");
  assert.equal(pieceText("\u00c3\u00a9t\u00c3\u00a9", "bytes"), "\u00e9t\u00e9");
  assert.equal(pieceText("\u2581cross", "sentencepiece"), " cross");
  assert.equal(pieceText("<0x0A>", "sentencepiece"), "\n");
  assert.equal(pieceText("<0xE2>", "sentencepiece"), "<0xE2>");
  assert.equal(pieceText("##ing", "wordpiece"), "##ing");
});

test("a checkpoint cuts text, or says why it cannot", async () => {
  const checkpoint = await readCheckpoint(folderOf("gpt2"));
  assert.equal(checkpoint.whyNoText, null);
  assert.deepEqual(checkpoint.tokenize("The"), [{ id: 30, text: "The", start: 0, end: 3 }]);
  const without = await readCheckpoint(folderOf("mistral"));
  assert.throws(() => without.tokenize("The"), { code: "format", id: "no_tokenizer" });
  assert.equal(without.whyNoText?.message.split(",")[0], "the folder has no tokenizer.json");
});

test("a folder without a tokenizer, or with an unknown one, gives a message", async () => {
  const { "tokenizer.json": _, ...bare } = folderOf("gpt2");
  await assert.rejects(async () => tokenizerIn(await sourcesOf(bare)), {
    ...{ code: "format", id: "no_tokenizer" },
  });
  for (const tokenizer of [{}, { model: { type: "Nothing" } }, { model: null }])
    await assert.rejects(
      async () => tokenizerIn(await sourcesOf({ ...bare, "tokenizer.json": json(tokenizer) })),
      {
        ...{ code: "format", id: "tokenizer_unknown" },
      },
    );
});

test("the text of pieces is that of the tokenizer's decoder, without special pieces", async () => {
  const decoded = async (/** @type {string} */ name, /** @type {string} */ text) => {
    const tokenizer = await tokenizerOf(name);
    return tokenizer.decode(tokenizer.tokenize(text).map(({ id }) => id));
  };
  assert.equal(
    await decoded("bert", "The animal didn't cross, tokenization."),
    "the animal didn't cross, tokenization.",
  );
  assert.equal(await decoded("gpt2", "The animal didn't\n cross\u00e9"), "The animal didn't\n cross\u00e9");
  assert.equal(await decoded("gpt2", "The<|endoftext|>"), "The");
  assert.equal(await decoded("llama", "The animal \u{1f600}"), "The animal \u{1f600}");
  const gpt2 = await tokenizerOf("gpt2");
  assert.equal(gpt2.decode([]), "");
  assert.equal(gpt2.decode([999]), "", "an id that the vocabulary lacks");
  const folder = folderOf("bert");
  for (const [clean, text] of /** @type {[boolean, string][]} */ ([
    [true, "it didn't"],
    [false, "it didn ' t"],
  ])) {
    const config = json({ clean_up_tokenization_spaces: clean });
    const tokenizer = await tokenizerIn(await sourcesOf({ ...folder, "tokenizer_config.json": config }));
    assert.equal(tokenizer.decode(tokenizer.tokenize("it didn't").map(({ id }) => id)), text);
  }
});

test("what a text adds to its beginning, also where the clean-up takes back a space or a character is completed", () => {
  assert.equal(textAfter("the cat sat", "the cat"), " sat");
  assert.equal(textAfter("it's", "it '"), "s");
  assert.equal(textAfter("a\u00e9b", "a\ufffd"), "\u00e9b");
  assert.equal(textAfter("", "the"), "");
});

test("text that is handed out piece by piece is never taken back", async () => {
  const bert = await tokenizerOf("bert");
  const ids = bert.tokenize("it didn't cross the street.").map(({ id }) => id);
  const continued = new ContinuedText((all) => bert.decode(all), ids.slice(0, 2));
  const rest = ids.slice(2);
  const parts = rest.map((id, i) => continued.add(id, i === rest.length - 1));
  assert.deepEqual(parts, [" didn", "", "'t", " cross", " the", " street", ".", ""]);
  assert.equal(continued.text, " didn't cross the street.");
  const gpt2 = await tokenizerOf("gpt2");
  const bytes = gpt2.tokenize("a\u00e9").map(({ id }) => id);
  const character = new ContinuedText((all) => gpt2.decode(all), bytes.slice(0, 1));
  assert.deepEqual([character.add(bytes[1], false), character.add(bytes[2], false)], ["", "\u00e9"]);
});

test("WordPiece without model.type is known by its decoder or its prefix, and unknown pieces and # keep the places of the others", async () => {
  const tokenizer = JSON.parse(new TextDecoder().decode(folderOf("bert")["tokenizer.json"]));
  const { type: _, ...model } = tokenizer.model;
  const text = "token #s tokenization xyzzy tokens # cross \u4e2d";
  const expected = [
    ["[CLS]", ""],
    ["token", "token"],
    ["[UNK]", "#"],
    ["s", "s"],
    ["token", "token"],
    ["##ization", "ization"],
    ["[UNK]", "xyzzy"],
    ["token", "token"],
    ["##s", "s"],
    ["[UNK]", "#"],
    ["cross", "cross"],
    ["\u4e2d", "\u4e2d"],
    ["[SEP]", ""],
  ];
  for (const parts of [{}, { model }, { model, decoder: null }, { decoder: null }])
    assert.deepEqual(await cutWith("bert", parts, text), expected);
  assert.deepEqual(await cutWith("bert", { model }, "xyzzy [UNK] xyzzy."), [
    ...[
      ["[CLS]", ""],
      ["[UNK]", "xyzzy"],
      ["[UNK]", "[UNK]"],
      ["[UNK]", "xyzzy"],
      [".", "."],
      ["[SEP]", ""],
    ],
  ]);
  const several = await cutWith("bert", { model }, "\u3005x\u2581 \u2026\u00bd it");
  assert.deepEqual(
    several.map(([, place]) => place),
    ["", "\u3005x\u2581", "\u2026", "\u00bd", "it", ""],
    "what is one character or one word for BERT",
  );
  const bpe = JSON.parse(new TextDecoder().decode(folderOf("llama")["tokenizer.json"])).model;
  const { type: __, ...untyped } = { ...bpe, continuing_subword_prefix: "" };
  assert.deepEqual(await cutWith("llama", { model: untyped }, "the"), await cutWith("llama", {}, "the"));
});

test("characters that normalizers remove or change keep their places, and those of the pieces after them", async () => {
  assert.deepEqual(await cut("gpt2", "a\u00e9"), [
    ["a", "a"],
    ["<0xC3>", "\u00e9"],
    ["<0xA9>", "\u00e9"],
  ]);
  const vocabulary = (/** @type {string} */ name, /** @type {string[]} */ pieces) => {
    const { model } = JSON.parse(new TextDecoder().decode(folderOf(name)["tokenizer.json"]));
    const more = pieces.map((piece, i) => [piece, Object.keys(model.vocab).length + i]);
    return { model: { ...model, vocab: { ...model.vocab, ...Object.fromEntries(more) } } };
  };
  const bytes = vocabulary("gpt2", [..."\u00ef\u00bf\u00bd\u00e2\u0122\u012d"]);
  const places = async (
    /** @type {string} */ name,
    /** @type {object} */ parts,
    /** @type {string} */ text,
  ) => (await cutWith(name, parts, text)).map(([, place]) => place);
  assert.deepEqual(await places("gpt2", bytes, "a\ufffdt"), ["a", ...Array(3).fill("\ufffd"), "t"]);
  assert.deepEqual(await places("gpt2", bytes, "a\u200bt"), ["a", ...Array(3).fill("\u200b"), "t"]);
  const marks = vocabulary("gpt2", [..."\u00cc\u0123"]);
  assert.deepEqual(
    await places("gpt2", marks, "e\u0301t"),
    ["e\u0301", "", "", "t"],
    "a mark belongs to its letter",
  );
  const spaced = vocabulary("bert", ["\u00a8", "\u00b4", "\u03bf\u03b4\u03bf\u03c2", "\ufdfa"]);
  assert.deepEqual(await places("bert", spaced, "it \u00a8 was \u00b4 \ufdfa too"), [
    ...["", "it", "\u00a8", "was", "\u00b4", "\ufdfa", "too", ""],
  ]);
  assert.deepEqual(await places("bert", spaced, "it \u039f\u0394\u039f\u03a3 was \ufffdtoo"), [
    ...["", "it", "\u039f\u0394\u039f\u03a3", "was", "too", ""],
  ]);
});
