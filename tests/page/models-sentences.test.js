// How files are cut into sentences, and what is known of their tokens.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { KINDS } from "../../web/core/sentence-study.js";
import { openSmallModel } from "../../web/models/small-model.js";
import { factsOf } from "../../web/models/state/sentence-facts.js";
import { bytesOf, columnsOf, readSentences, sentencesOf } from "../../web/models/state/sentences.js";

/** @type {import("../../web/models/index.js").Model} */ let model;
before(async () => {
  model = await openSmallModel({ keep: true });
});
after(() => model.dispose());

test("a text is cut at the ends of sentences and lines", () => {
  assert.deepEqual(
    sentencesOf('He sat. "Why?" she asked. No. 5 is Mr. Smith\'s, e.g. here!\r\n\nA line without end'),
    [...["He sat.", '"Why?" she asked.', "No. 5 is Mr. Smith's, e.g. here!", "A line without end"]],
  );
  assert.deepEqual(sentencesOf("猫坐着。狗也坐着！好"), ["猫坐着。", "狗也坐着！", "好"]);
  assert.deepEqual(sentencesOf("One. Two.\nThree. ", { by: "lines" }), ["One. Two.", "Three."]);
  assert.deepEqual(sentencesOf(" \n "), []);
});

/** A file that arrives in pieces of a few bytes. @param {string} text @param {number} size */
async function* pieces(text, size) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** @template T @param {AsyncIterable<T>} items */
async function all(items) {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}

const CSV = 'id,text\r\n1,"A ""good"" cat, é\nsat"\r\n2,It slept';
const JSONL = '{"id": 1, "text": "Eins. Zwei é."}\n\n{"id": 2, "text": "Drei"}\n"vier"\n';

for (const size of [1, 3, 1000])
  test(`files that arrive in pieces of ${size} bytes give their sentences`, async () => {
    assert.deepEqual(await all(readSentences(pieces("One é. Two.\nThree", size), "a.txt")), [
      ...["One é.", "Two.", "Three"],
    ]);
    assert.deepEqual(await all(readSentences(pieces(CSV, size), "a.csv", { column: "text" })), [
      ...['A "good" cat, é', "sat", "It slept"],
    ]);
    assert.deepEqual(await all(readSentences(pieces(JSONL, size), "a.jsonl", { by: "lines" })), [
      ...["Eins. Zwei é.", "Drei", "vier"],
    ]);
  });

test("a quote inside a cell of .csv, and any quote of .tsv, is a letter like others", async () => {
  const read = (/** @type {string} */ text, /** @type {string} */ name) =>
    all(readSentences(pieces(text, 3), name, { column: "text", by: "lines" }));
  const rows = 'id,text\n1,5" wide\n2,a "good" cat\n3,"quoted, ""twice"""\n4,"" \n5,last\n';
  assert.deepEqual(await read(rows, "a.csv"), ['5" wide', 'a "good" cat', 'quoted, "twice"', "last"]);
  assert.deepEqual(await read('id,text\n1,"closed" and "more, a\n2,b', "a.csv"), ['closed and "more', "b"]);
  assert.deepEqual(await read('text,id\n"first","1"\n"second",2\n', "a.csv"), ["first", "second"]);
  assert.deepEqual(await read('id\ttext\n1\t"open\n2\tb"c\n', "a.tsv"), ['"open', 'b"c']);
});

test("long runs of marks are cut in time that grows with their length", () => {
  const text = `${".".repeat(60_000)}x`;
  const begun = process.cpuUsage();
  assert.deepEqual(sentencesOf(text), [text]);
  const { user } = process.cpuUsage(begun); // µs
  assert.ok(user < 1e6); // 6 s if a search begins at each mark
});

test("columns are named by the file", async () => {
  assert.deepEqual(await columnsOf(pieces(CSV, 5), "a.csv"), ["id", "text"]);
  assert.deepEqual(await columnsOf(pieces(JSONL, 5), "a.jsonl"), ["id", "text"]);
  assert.deepEqual(await columnsOf(pieces("x", 5), "a.txt"), []);
  assert.deepEqual(await columnsOf(bytesOf(new Blob(["a\tb\n1\t2"])), "a.tsv"), ["a", "b"]);
});

test("a file without the column, or with a line that is no JSON, is refused with what would work", async () => {
  const read = (/** @type {string} */ text, /** @type {string} */ name, /** @type {string} */ column) =>
    all(readSentences(pieces(text, 9), name, { column }));
  await assert.rejects(read(CSV, "a.csv", "body"), {
    ...{ id: "no_text_column", message: "line 1 has no text in the column body; its columns are id, text" },
  });
  await assert.rejects(read('{"id": 1}', "a.jsonl", "text"), { id: "no_text_column" });
  await assert.rejects(read('{"text": "a"}\nplain', "a.jsonl", "text"), {
    id: "line_is_no_json",
    code: "format",
  });
});

test("words, sentences and kinds follow from the letters and marks of a text", () => {
  const text = "The tired cat: it sat, and slept. A dog came.";
  const tokens = model.tokenize(text);
  const { pieces: ids, words, sentences, kinds } = factsOf(text, tokens, { causal: true });
  const kindOf = (/** @type {string} */ piece) => kinds[tokens.findIndex((token) => token.text === piece)];
  assert.deepEqual(
    ids,
    tokens.map(({ id }) => id),
  );
  const tired = tokens.flatMap(({ start }, i) => (start >= 4 && start < 9 ? [words[i]] : []));
  assert.ok(tired.length > 1 && new Set(tired).size === 1, "pieces of one word have its number");
  assert.equal(kindOf(":"), KINDS.colon);
  assert.equal(kindOf(","), KINDS.separator);
  assert.equal(kindOf("the"), KINDS.functionWord);
  assert.equal(kindOf("dog"), KINDS.noun);
  assert.equal(kindOf("[BOS]"), 0);
  const a = tokens.findIndex(({ text: piece }) => piece === "a");
  assert.deepEqual([sentences[a - 1], sentences[a], sentences.at(-1)], [0, 1, 1]);
  const sat = tokens.find(({ text: piece }) => piece === "sat");
  const masked = factsOf(text, tokens, { causal: false, maskId: sat?.id });
  assert.ok(masked.kinds.some((kind) => kind & KINDS.mask));
});
