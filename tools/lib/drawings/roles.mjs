import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { INK, MUTED, cell, label, tint } from "../motifs/ink.mjs";
import { WIDTH } from "./width.mjs";

const HEADS = 16; // of the small language model: 4 layers of 4
/** Names of roles in the measures of the model. */
const ROLES = /** @type {const} */ ([
  ...["first", "previous", "same word", "after same piece, text twice"],
  ...["commas and full stops", "function words", "last noun"],
]);

/** The mean share of each head's weight for each role, and by chance. */
export function sharesByRole() {
  const { roles } = JSON.parse(readFileSync(inRoot("models/headscope-small/measures.json"), "utf8"));
  return ROLES.map((role) => {
    const all = roles[role].mean;
    return { role, shares: all.slice(0, HEADS), chance: all[HEADS] };
  });
}

const GUTTER = 126; // px, for the names of the roles
const SIZE = 13.6; // px of a cell
const HIGH = 22;
const LAYER = 4; // heads
const APART = 5; // px between two layers

/** What each head of the small language model looks at: a row for each role, a column for each head, and what even attention would give. @param {unknown} _ @param {import("./words.mjs").DrawingWords} words @returns {import("../chapter-pictures.mjs").Drawing} */
export function roles(_, { roles: words, semicolon }) {
  const all = sharesByRole();
  const x = (/** @type {number} */ head) => GUTTER + head * SIZE + Math.floor(head / LAYER) * APART;
  const y = (/** @type {number} */ row) => 26 + row * HIGH;
  const named = all.map(({ role, shares }) => {
    const best = shares.indexOf(Math.max(...shares));
    return words.most(words[role], shares[best].toFixed(2), `${Math.floor(best / LAYER)}.${best % LAYER}`);
  });
  return {
    height: y(all.length) + 4,
    marks: [
      ...[0, 1, 2, 3].map((layer) => label(x(layer * LAYER) + 2 * SIZE, 14, words.layer(layer))),
      label(WIDTH, 14, words.even, { align: "end" }),
      ...all.flatMap(({ role, shares, chance }, row) => [
        label(0, y(row) + 14, words[role], { align: "start", fill: INK }),
        ...shares.map((/** @type {number} */ share, /** @type {number} */ head) =>
          cell(x(head), y(row), SIZE - 1, HIGH - 2, tint(share)),
        ),
        cell(WIDTH - 2 * SIZE, y(row), 2 * SIZE - 1, HIGH - 2, tint(chance, MUTED)),
      ]),
    ],
    alt: words.alt(HEADS, named.join(semicolon)),
  };
}
