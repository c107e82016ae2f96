// Draws what a figure shows: node render.mjs URL-OF-SVG.JS < what is asked, as JSON. The picture or the CSV goes to stdout.
import { readFileSync } from "node:fs";

const [, , module] = process.argv;
const { function: name, options, numbers, parameters } = JSON.parse(readFileSync(0, "utf8"));
const drawn = await import(module);

/** float32 as it lies in memory. */
function tensorOf({ data, shape }) {
  const bytes = Buffer.from(data, "base64");
  return {
    data: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
    shape,
  };
}

const arrays = Object.fromEntries(Object.entries(numbers).map(([key, each]) => [key, tensorOf(each)]));
const own = parameters.length
  ? { input: arrays.input, parameters: Object.fromEntries(parameters.map((key) => [key, arrays[key]])) }
  : arrays;
try {
  process.stdout.write(await drawn[name]({ ...options, ...own }));
} catch (error) {
  process.stderr.write(error.message);
  process.exitCode = 2;
}
