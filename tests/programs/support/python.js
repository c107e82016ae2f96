import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { write } from "../../../web/text/code/template.js";
import { program } from "../../../web/text/code/index.js";
import { findPython } from "../../../tools/lib/needs.mjs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { run } from "../../../tools/lib/run.mjs";

/**
 * @typedef {import("./cases.js").Case} Case
 * @typedef {import("./cases.js").Tensor} Tensor
 * @typedef {import("../../../web/text/code/index.js").Language & { id: string }} Language
 *
 * @typedef {object} Outcome of a program
 * @property {string} printed   by the program as it was copied, with its own inputs
 * @property {Map<string, Tensor & { strides: number[] }>} made  of the page's inputs, by the step that a line is for
 * @property {string | null} error  why it ended before its time
 */

const SHIM = inRoot("tests/programs/shim");

/** Runs a program for every case, in one process. @param {Language} language @param {readonly Case[]} cases @returns {Promise<Outcome[]>} */
export async function runPython(language, cases) {
  const folder = inRoot("build/programs", language.id);
  mkdirSync(folder, { recursive: true });
  const [jobs, results] = ["jobs.json", "results.json"].map((name) => path.join(folder, name));
  writeFileSync(jobs, JSON.stringify(cases.map((one) => jobOf(language, one))));
  await run(
    (await findPython("numpy", "torch")) ?? "python3",
    ["-W", "ignore", inRoot("tests/programs/run.py"), jobs, results],
    {
      env: { PYTHONPATH: language.id === "einops" ? SHIM : undefined, PYTHONDONTWRITEBYTECODE: "1" },
      what: `The ${language.id} programs did not run`,
    },
  );
  return JSON.parse(readFileSync(results, "utf8")).map((/** @type {any} */ result) => ({
    ...result,
    made: new Map(
      result.made.map((/** @type {any} */ tensor) => [tensor.step, { ...tensor, data: floats(tensor.data) }]),
    ),
  }));
}

/** @param {Language} language @param {Case} one */
function jobOf(language, { subject, inputs }) {
  /** @type {[number, { step: string | null, name: string }][]} */
  const lines = write(language, subject).map(({ result, name }, i) => [i + 1, { step: result, name }]);
  return {
    source: program(language, subject),
    lines: Object.fromEntries(lines.filter(([, { step }]) => step)),
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        typeof value === "number"
          ? value
          : { shape: value.shape, data: base64(value.data), boolean: name === "padding" },
      ]),
    ),
  };
}

/** @param {Float32Array} data */
const base64 = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("base64");

/** @param {string} text */
const floats = (text) => new Float32Array(Uint8Array.from(Buffer.from(text, "base64")).buffer);
