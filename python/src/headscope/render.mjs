// node render.mjs URL-OF-SVG.JS < JSON: draws pictures, or writes their numbers as CSV. The input is { function, each, numbers, parameters }, with
// the options of each picture in `each`. Writes a JSON list of texts, one per picture.
import { readFileSync } from "node:fs";

const [, , module] = process.argv;
const { function: name, each, numbers, parameters } = JSON.parse(readFileSync(0, "utf8"));
const drawn = await import(module);

/** Reads base64 of float32, or of the bytes of an image. */
function tensorOf({ data, shape, kind }) {
  const bytes = Buffer.from(data, "base64");
  if (kind === "u1") return { data: new Uint8Array(bytes), shape };
  return {
    data: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
    shape,
  };
}

const arrays = Object.fromEntries(Object.entries(numbers).map(([key, array]) => [key, tensorOf(array)]));
const own = parameters.length
  ? { input: arrays.input, parameters: Object.fromEntries(parameters.map((key) => [key, arrays[key]])) }
  : arrays;
try {
  const texts = [];
  for (const options of each) texts.push((await drawn[name]({ ...options, ...own })).toWellFormed());
  process.stdout.write(JSON.stringify(texts));
} catch (error) {
  process.stderr.write(error.message);
  process.exitCode = 2;
}
