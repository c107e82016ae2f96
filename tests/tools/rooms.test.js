// Includes, imports and types only point down, a feature does not import another feature, and no imports form a cycle.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { filesBelow } from "../../tools/lib/stamp.mjs";

/** Folders of src/, from the top down. */
const SOURCES = ["boundary", "transformer", "model", "study", "layer", "tape", "tensor", "kernel", "base"];

/** Folders of web/ that are a feature. A feature imports no other feature, and a lab imports no other lab. */
const FEATURES = [
  "opening",
  "row",
  "walk",
  "heads",
  "patches",
  "train",
  "models",
  "study",
  "embed",
  "learn",
  "teach",
  "check",
  "labs",
];

/** Levels of web/, from the bottom up. */
const LEVELS = [["core"], ["kit"], FEATURES, ["elements"], ["render"], ["command", "notebook", "site"]];

/** The one file of a feature that names every lab. */
const LIST = "labs/lab-list.js";

/** Levels inside kit and inside a feature: words and state, then drawing, then elements. The name of a folder or of a file begins with its kind. */
const KINDS = [["words", "text", "state"], ["draw"], ["element", "elements"]];

/** Static and dynamic imports. */
const IMPORT = /^(?:import|export)\b[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm;
/** Types in comments: `import("…").Name` and `@import { Name } from "…"`. */
const TYPE = /\bimport\("(\.[^"]+)"\)|@import\s[^"]*?from "(\.[^"]+)"/g;
const INCLUDE = /^#include "([^"]+)"/gm;

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g;

/** @param {string} text @param {RegExp} pattern @returns {string[]} */
const namedIn = (text, pattern) =>
  [...text.matchAll(pattern)].map((found) => /** @type {string} */ (found.slice(1).find(Boolean)));

/** The files of src/ that a file includes. @param {string} file */
const includesOf = (file) => namedIn(readFileSync(file, "utf8").replace(COMMENT, ""), INCLUDE);

/**
 * Every file of web/ with the files that it names, relative to web/; "../" begins those outside.
 * @param {(text: string) => string[]} namesIn @returns {Map<string, string[]>}
 */
const namesOfWeb = (namesIn) =>
  new Map(
    filesBelow(inRoot("web"))
      .filter((file) => file.endsWith(".js"))
      .map((file) => {
        const targets = namesIn(readFileSync(file, "utf8")).map((name) =>
          path.join(path.dirname(file), name),
        );
        return [
          path.relative(inRoot("web"), file),
          targets.map((each) => path.relative(inRoot("web"), each)),
        ];
      }),
  );

const imports = namesOfWeb((text) => namedIn(text.replace(COMMENT, ""), IMPORT));
const types = namesOfWeb((text) => namedIn((text.match(COMMENT) ?? []).join("\n"), TYPE));

/** The place of a file of web/: its feature or other folder, its level, and its kind inside that folder. @param {string} file */
function placeOf(file) {
  const [top, ...rest] = file.split("/");
  const isLab = top === "labs" && rest.length > 1;
  const part = isLab ? `labs/${rest.shift()}` : top;
  const [name] = rest[0].split(/[-.]/);
  const kind = KINDS.findIndex((names) => names.includes(name));
  return {
    part,
    isLab,
    isFeature: FEATURES.includes(top),
    level: LEVELS.findIndex((names) => names.includes(top)),
    hasKinds: top === "kit" || FEATURES.includes(top),
    kind: kind < 0 ? KINDS.length - 1 : kind,
  };
}

/** The rule that an import breaks, or "". @param {string} file @param {string} target */
function faultOf(file, target) {
  if (target.startsWith("..")) return "imports from outside web/";
  const [from, to] = [placeOf(file), placeOf(target)];
  if (from.level < 0) return "stands in an unknown folder";
  if (from.level < to.level) return "imports from above";
  if (from.part === to.part) return from.hasKinds && from.kind < to.kind ? "imports a higher kind" : "";
  if (from.level > to.level) return "";
  const isShared = from.isLab && to.part === "labs";
  if (isShared || file === LIST) return "";
  return from.isFeature ? "imports another feature" : "imports a folder beside it";
}

test("every include of src/ names a file of the same folder or of a folder below", () => {
  let seen = 0;
  for (const file of filesBelow(inRoot("src")).filter((each) => /\.(cpp|hpp)$/.test(each)))
    for (const name of includesOf(file)) {
      const target = path.resolve(path.dirname(file), name);
      const [from, to] = [file, target].map((each) => path.relative(inRoot("src"), path.dirname(each)));
      if (from === to || to.startsWith("..")) continue;
      seen++;
      assert.ok(SOURCES.includes(from), `${from} is an unknown folder`);
      assert.ok(
        SOURCES.indexOf(to) > SOURCES.indexOf(from),
        `${path.relative(inRoot(), file)} includes ${path.relative(inRoot(), target)}`,
      );
    }
  assert.ok(seen > 50, `only ${seen} includes`);
});

test("imports and types of web/ only point down, and no feature imports another feature", () => {
  const faults = [...imports, ...types].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const fault = faultOf(file, target);
      return fault ? [`${file} ${fault}: ${target}`] : [];
    }),
  );
  assert.deepEqual(faults, []);
  assert.ok(imports.size > 300, `only ${imports.size} files`);
  assert.ok(types.get("kit/elements/figure.js")?.includes("kit/draw/motion.js"));
  assert.ok(existsSync(inRoot("web", LIST)));
});

test("no imports of web/ form a cycle", () => {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} file @param {readonly string[]} path of imports to the file */
  const visit = (file, path) => {
    assert.ok(!path.includes(file), `a cycle: ${[...path.slice(path.indexOf(file)), file].join(" > ")}`);
    if (done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
});

test("types are found in comments of any form", () => {
  const comments = '/** @import { A,\n * B } from "./a.js" */\n// @type {import("../b.js").B}';
  assert.deepEqual(namedIn(comments, TYPE), ["./a.js", "../b.js"]);
});

test("an import that breaks a rule is found", () => {
  assert.equal(faultOf("site/teach-page.js", "../tools/teach/plan.mjs"), "imports from outside web/");
  assert.equal(faultOf("kit/draw/tape.js", "walk/draw/stage.js"), "imports from above");
  assert.equal(faultOf("heads/draw/removal.js", "walk/draw/stage.js"), "imports another feature");
  assert.equal(faultOf("labs/mask/draw.js", "walk/words.js"), "imports another feature");
  assert.equal(faultOf("labs/mask/state.js", "labs/cost/state.js"), "imports another feature");
  assert.equal(faultOf("labs/mask/state.js", "labs/mask/draw.js"), "imports a higher kind");
  assert.equal(faultOf("labs/mask/draw-sums.js", "labs/mask/element.js"), "imports a higher kind");
  assert.equal(faultOf("kit/state/store.js", "kit/elements/panel.js"), "imports a higher kind");
  assert.equal(faultOf("site/site.js", "command/main.js"), "imports a folder beside it");
  assert.equal(faultOf("labs/mask/element.js", "labs/lab-panel.js"), "");
  assert.equal(faultOf("elements/lab.js", "labs/lab-list.js"), "");
});
