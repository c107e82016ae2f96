import { modelRefusal } from "../words-refusals.js";

/**
 * How a text is cut: at the ends of sentences and of lines, or of lines only.
 * @typedef {"sentences" | "lines"} CutBy
 */

/**
 * The end of a sentence: its mark, marks that close with it, and the space after them; or a mark of Chinese and Japanese. A mark ends no sentence
 * before a small letter, after an initial, and after a short form.
 */
const END = /(?<![.!?…])[.!?…]+["'”’)\]»]*\s+(?=[^\p{Ll}\s])|[。！？]+[」』”’）]*\s*/gu;
const BEFORE_WORD = String.raw`(^|[\s("'“‘[])`;
const INITIAL = new RegExp(String.raw`${BEFORE_WORD}(?!I)\p{Lu}\.$`, "u");
const SHORT = new RegExp(
  String.raw`${BEFORE_WORD}(mr|mrs|ms|dr|prof|st|vs|etc|cf|no|fig|vol|e\.g|i\.e)\.$`,
  "i",
);

/** The sentences or lines of a text, without those that are blank. @param {string} text @param {{ by?: CutBy }} [options] @returns {string[]} */
export function sentencesOf(text, { by = "sentences" } = {}) {
  const lines = text.split(/\r\n|\r|\n/);
  const parts = by === "lines" ? lines : lines.flatMap(sentencesIn);
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** @param {string} line */
function sentencesIn(line) {
  const parts = [];
  let first = 0;
  for (const { index, 0: end } of line.matchAll(END)) {
    const part = line.slice(first, index + end.length);
    const said = part.trimEnd();
    if (INITIAL.test(said) || SHORT.test(said)) continue;
    parts.push(part);
    first = index + end.length;
  }
  return [...parts, line.slice(first)];
}

/**
 * The texts of a file, read in pieces: memory does not grow with the file. A line of .txt is a text, a row of .csv (or .tsv), or a line of .jsonl;
 * each is cut further by `by`.
 * @param {AsyncIterable<Uint8Array>} bytes of the file, in pieces @param {string} name of the file; its ending says what it is
 * @param {{ column?: string, by?: CutBy }} [options] column: of .csv by the name in its first row, of .jsonl the field; the first one (of .jsonl: with a text)
 *   if left out
 * @returns {AsyncGenerator<string>} @throws {import("../../core/errors.js").HeadscopeError} code "format" if a column is missing, or a line is no JSON
 */
export async function* readSentences(bytes, name, { column, by = "sentences" } = {}) {
  for await (const text of textsIn(bytes, name, column)) yield* sentencesOf(text, { by });
}

/** The names of columns to choose from, in the file's order; none for .txt. @param {AsyncIterable<Uint8Array>} bytes @param {string} name @returns {Promise<string[]>} */
export async function columnsOf(bytes, name) {
  const kind = kindOf(name);
  if (kind === "jsonl") {
    for await (const { record } of recordsIn(bytes)) return Object.keys(record);
    return [];
  }
  if (kind !== "text") for await (const row of rowsIn(bytes, kind)) return row;
  return [];
}

/** The pieces of a file in a browser. @param {Blob} blob @returns {AsyncGenerator<Uint8Array>} */
export async function* bytesOf(blob) {
  for (let at = 0; at < blob.size; at += PIECE)
    yield new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
}

const PIECE = 2 ** 18; // bytes

/** @param {string} name @returns {"text" | "jsonl" | "," | "\t"} */
function kindOf(name) {
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? "";
  if (["jsonl", "ndjson"].includes(ending)) return "jsonl";
  return ending === "csv" ? "," : ending === "tsv" ? "\t" : "text";
}

/** @param {AsyncIterable<Uint8Array>} bytes @param {string} name @param {string | undefined} column */
async function* textsIn(bytes, name, column) {
  const kind = kindOf(name);
  if (kind === "text") yield* linesIn(bytes);
  else if (kind === "jsonl") yield* fieldsIn(bytes, column);
  else yield* cellsIn(rowsIn(bytes, kind), column);
}

/** @param {AsyncIterable<Uint8Array>} bytes */
async function* linesIn(bytes) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r\n|\n/);
    rest = /** @type {string} */ (lines.pop());
    yield* lines;
  }
  rest += decoder.decode();
  if (rest) yield rest;
}

/** The objects of a .jsonl file. @param {AsyncIterable<Uint8Array>} bytes */
async function* recordsIn(bytes) {
  let line = 0;
  for await (const text of linesIn(bytes)) {
    line++;
    if (text.trim()) yield { line, record: recordOf(text, line) };
  }
}

/** @param {string} text @param {number} line @returns {Record<string, unknown>} a string stands for { text } */
function recordOf(text, line) {
  /** @type {unknown} */
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    // refused below
  }
  if (typeof record === "string") return { text: record };
  if (record === null || typeof record !== "object" || Array.isArray(record))
    throw modelRefusal("format", "line_is_no_json", { line, text: JSON.stringify(text.slice(0, 40)) });
  return /** @type {Record<string, unknown>} */ (record);
}

/** @param {AsyncIterable<Uint8Array>} bytes @param {string | undefined} column */
async function* fieldsIn(bytes, column) {
  for await (const { line, record } of recordsIn(bytes)) {
    const names = Object.keys(record);
    const name = column ?? names.find((each) => typeof record[each] === "string");
    const text = name === undefined ? undefined : record[name];
    if (typeof text !== "string")
      throw modelRefusal("format", "no_text_column", {
        column: column ?? "text",
        line,
        columns: names.join(", "),
      });
    yield text;
  }
}

/** @param {AsyncIterable<string[]>} rows the first one has the names @param {string | undefined} column */
async function* cellsIn(rows, column) {
  let at = -1;
  for await (const row of rows) {
    if (at >= 0) yield row[at] ?? "";
    else {
      at = column === undefined ? 0 : row.indexOf(column);
      if (column !== undefined && at < 0)
        throw modelRefusal("format", "no_text_column", { column, line: 1, columns: row.join(", ") });
    }
  }
}

/** Rows of a .csv file (RFC 4180): cells that begin with a quote may hold commas, line breaks, and doubled quotes; those of .tsv are not quoted. @param {AsyncIterable<Uint8Array>} bytes @param {string} comma */
async function* rowsIn(bytes, comma) {
  const decoder = new TextDecoder();
  /** @type {string[]} */ let row = [];
  let [cell, isQuoted, wasQuote, isFresh] = ["", false, false, true];
  const ended = () => {
    const whole = [...row, cell];
    [row, cell, wasQuote, isFresh] = [[], "", false, true];
    return whole;
  };
  for await (const piece of bytes)
    for (const letter of decoder.decode(piece, { stream: true })) {
      if (isQuoted && letter !== '"') cell += letter;
      else if (isQuoted) [isQuoted, wasQuote] = [false, true];
      else if (letter === '"' && comma === "," && (isFresh || wasQuote)) {
        if (wasQuote) cell += letter; // doubled
        [isQuoted, wasQuote, isFresh] = [true, false, false];
      } else if (letter === comma) {
        row.push(cell);
        [cell, wasQuote, isFresh] = ["", false, true];
      } else if (letter === "\n") yield ended();
      else if (letter !== "\r") {
        cell += letter;
        [wasQuote, isFresh] = [false, false];
      }
    }
  if (cell || row.length) yield ended();
}
