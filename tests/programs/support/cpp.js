import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { linesOf, program } from "../../../web/kit/text/code/program.js";
import { findEigen } from "../../../tools/lib/cmake.mjs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { attempt, run } from "../../../tools/lib/run.mjs";

/** @typedef {import("./python.js").Outcome} Outcome @typedef {import("./cases.js").Case} Case */

/**
 * Compiles a program for every case against the installed native build, and runs it. Adds a line after each
 * statement that makes a tensor, to write that tensor.
 * @param {import("../../../web/kit/text/code/index.js").Language} language
 * @param {readonly Case[]} cases
 * @returns {Promise<Outcome[]>}
 */
export async function runCpp(language, cases) {
  const folder = inRoot("build/programs/cpp");
  const [sources, build, prefix] = ["sources", "build", "prefix"].map((name) => path.join(folder, name));
  rmSync(sources, { recursive: true, force: true });
  mkdirSync(sources, { recursive: true });
  cases.forEach(({ subject }, i) =>
    writeFileSync(path.join(sources, `program${i}.cpp`), telling(language, subject)),
  );
  await run("cmake", ["--install", inRoot("build/native"), "--prefix", prefix]);
  const eigen = findEigen();
  await run("cmake", [
    ...["-S", inRoot("tests/programs/cpp"), "-B", build, "-G", "Ninja"],
    ...[
      `-DCMAKE_PREFIX_PATH=${prefix}`,
      `-DPROGRAMS=${sources}`,
      ...(eigen ? [`-DEigen3_DIR=${eigen}`] : []),
    ],
  ]);
  await run("cmake", ["--build", build], { what: "The C++ programs did not build" });
  return Promise.all(cases.map((_, i) => outcome(path.join(build, `program${i}`))));
}

/** @param {import("../../../web/kit/text/code/index.js").Language} language @param {Case["subject"]} subject */
function telling(language, subject) {
  const lines = linesOf(language, subject);
  const source = program(language, subject).split("\n");
  const told = source.flatMap((text, i) => {
    const { result, name } = lines[i] ?? {};
    return result ? [text, `  capture("${result}", ${name});`] : [text];
  });
  return ["#include <capture.hpp>", ...told].join("\n");
}

/** @param {string} command @returns {Promise<Outcome>} */
async function outcome(command) {
  const { code, stdout, output } = await attempt(command, []);
  const lines = stdout.split("\n");
  return {
    printed: lines.filter((line) => !line.startsWith("made|")).join("\n"),
    made: new Map(lines.filter((line) => line.startsWith("made|")).map(tensorOf)),
    error: code ? output.split("\n").slice(-4).join("\n") : null,
    file: null,
  };
}

/** @param {string} line of capture.hpp @returns {[string, Outcome["made"] extends Map<string, infer T> ? T : never]} */
function tensorOf(line) {
  const [, step, ...lists] = line.split("|");
  const [shape, strides, data] = lists.map((list) => list.trim().split(" ").map(numberOf));
  return [step, { shape, strides, data: Float32Array.from(data) }];
}

/** @param {string} text as C++ writes a float */
const numberOf = (text) => Number(text.replace("inf", "Infinity"));
