// A folder is a room, and includes and imports only go down.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { filesBelow } from "../../tools/lib/stamp.mjs";

/** From the top floor down; rooms of one floor do not know each other. */
const HOUSES = [
  {
    root: "src",
    floors: [["boundary"], ["model"], ["study"], ["layer"], ["tape"], ["tensor"], ["kernel"]],
    names: /^#include "([^"]+)"/gm,
  },
  {
    root: "web",
    floors: [
      ["command"],
      ["site", "render"],
      ["elements"],
      [
        "elements/walk",
        "elements/heads",
        "elements/settings",
        "elements/train",
        "elements/labs",
        "elements/learn",
        "elements/embed",
        "elements/notebook",
      ],
      ["elements/base"],
      ["learn"],
      ["learn/questions"],
      ["draw/train", "draw/views", "draw/labs"],
      ["draw"],
      ["state/check", "state/labs", "state/embed", "text/questions", "text/labs"],
      ["state", "text", "text/code"],
      ["state/train", "text/zh", "text/fr"],
      ["text/zh/labs", "text/fr/labs"],
      ["core"],
    ],
    // Types are known everywhere: they stand in comments.
    names: /^(?:import|export)\b[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm,
  },
];

for (const { root, floors, names } of HOUSES)
  test(`what ${root}/ names lies in the same room or on a floor below`, () => {
    const files = filesBelow(inRoot(root)).filter((file) => /\.(js|cpp|hpp)$/.test(file));
    let seen = 0;
    for (const file of files) {
      const text = readFileSync(file, "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
      for (const [, ...found] of text.matchAll(names)) {
        const target = path.resolve(path.dirname(file), /** @type {string} */ (found.find(Boolean)));
        const [from, to] = [file, target].map((each) => path.relative(inRoot(root), path.dirname(each)));
        const [above, below] = [from, to].map((room) => floors.findIndex((rooms) => rooms.includes(room)));
        if (from === to || to.startsWith("..")) continue;
        seen++;
        assert.ok(above >= 0, `${from} is no room that is known`);
        assert.ok(below > above, `${path.relative(inRoot(), file)} names ${path.relative(inRoot(), target)}`);
      }
    }
    assert.ok(seen > 50, `only ${seen} were found`);
  });
