import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { arraysOf, needsFile } from "../../../web/kit/text/code/arrays.js";
import { linesOf, program } from "../../../web/kit/text/code/program.js";
import { npz } from "../../../web/kit/state/npz.js";
import { findPython } from "../../../tools/lib/needs.mjs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { run } from "../../../tools/lib/run.mjs";

/**
 * @typedef {import("./cases.js").Case} Case
 * @typedef {import("./cases.js").Tensor} Tensor
 * @typedef {import("../../../web/kit/text/code/index.js").Language & { id: string }} Language
 *
 * @typedef {object} Outcome of a program as it was copied
 * @property {string} printed
 * @property {Map<string, Tensor & { strides: number[] }>} made  by the step that a line is for
 * @property {Record<string, Tensor> | null} file  what NumPy reads in the file of numbers, where the program needs one
 * @property {string | null} error  why it ended before its time
 */

const SHIM = inRoot("tests/programs/shim");

/** Runs a program for every case in one process, each in a separate folder. @param {Language} language @param {readonly Case[]} cases @returns {Promise<Outcome[]>} */
export async function runPython(language, cases) {
  const folder = inRoot("build/programs", language.id);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [jobs, results] = ["jobs.json", "results.json"].map((name) => path.join(folder, name));
  writeFileSync(jobs, JSON.stringify(cases.map((one, i) => jobOf(language, one, path.join(folder, `${i}`)))));
  await run(
    (await findPython("numpy", "torch")) ?? "python3",
    ["-W", "ignore", inRoot("tests/programs/run.py"), jobs, results],
    {
      env: { PYTHONPATH: SHIM, PYTHONDONTWRITEBYTECODE: "1" },
      what: `The ${language.id} programs did not run`,
    },
  );
  return JSON.parse(readFileSync(results, "utf8")).map((/** @type {any} */ { made, file, ...result }) => ({
    ...result,
    made: new Map(made.map((/** @type {any} */ tensor) => [tensor.step, withFloats(tensor)])),
    file:
      file && Object.fromEntries(Object.entries(file).map(([name, tensor]) => [name, withFloats(tensor)])),
  }));
}

/** Writes the files of a reader: the copied program, and the saved numbers if the page offers them. @param {Language} language @param {Case} one @param {string} folder */
function jobOf(language, { subject }, folder) {
  mkdirSync(folder);
  writeFileSync(path.join(folder, "program.py"), program(language, subject));
  if (needsFile(subject))
    writeFileSync(path.join(folder, "headscope.npz"), Buffer.from(npz(arraysOf(subject))));
  /** @type {[number, { step: string | null, name: string }][]} */
  const lines = linesOf(language, subject).map(({ result, name }, i) => [i + 1, { step: result, name }]);
  return { folder, lines: Object.fromEntries(lines.filter(([, { step }]) => step)) };
}

/** @param {any} tensor */
const withFloats = ({ data, ...tensor }) => ({
  ...tensor,
  data: new Float32Array(Uint8Array.from(Buffer.from(data, "base64")).buffer),
});
