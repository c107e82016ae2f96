import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { INK, MUTED, cell, label, tint } from "../motifs/ink.mjs";
import { WIDTH } from "./width.mjs";

const HEADS = 16; // of the small language model: 4 layers of 4
/** Roles, by their names in the measures of the model. */
const ROLES = {
  first: "first piece",
  previous: "piece before",
  "same word": "same word",
  "after same piece, text twice": "after same piece",
  "commas and full stops": "comma, full stop",
  "function words": "function word",
  "last noun": "last noun",
};

/** The mean share of each head's weight for each role, and by chance. */
export function sharesByRole() {
  const { roles } = JSON.parse(readFileSync(inRoot("models/headscope-small/measures.json"), "utf8"));
  return Object.entries(ROLES).map(([role, said]) => {
    const all = roles[role].mean;
    return { said, shares: all.slice(0, HEADS), chance: all[HEADS] };
  });
}

const GUTTER = 126; // px, for the names of the roles
const SIZE = 13.6; // px of a cell
const HIGH = 22;
const LAYER = 4; // heads
const APART = 5; // px between two layers

/** What each head of the small language model looks at: a row for each role, a column for each head, and what even attention would give. @returns {import("../chapter-pictures.mjs").Drawing} */
export function roles() {
  const all = sharesByRole();
  const x = (/** @type {number} */ head) => GUTTER + head * SIZE + Math.floor(head / LAYER) * APART;
  const y = (/** @type {number} */ row) => 26 + row * HIGH;
  const named = all.map(({ said, shares }) => {
    const best = shares.indexOf(Math.max(...shares));
    return `${said} ${shares[best].toFixed(2)} in head ${Math.floor(best / LAYER)}.${best % LAYER}`;
  });
  return {
    height: y(all.length) + 4,
    marks: [
      ...[0, 1, 2, 3].map((layer) => label(x(layer * LAYER) + 2 * SIZE, 14, `layer ${layer}`)),
      label(WIDTH, 14, "even", { align: "end" }),
      ...all.flatMap(({ said, shares, chance }, row) => [
        label(0, y(row) + 14, said, { align: "start", fill: INK }),
        ...shares.map((/** @type {number} */ share, /** @type {number} */ head) =>
          cell(x(head), y(row), SIZE - 1, HIGH - 2, tint(share)),
        ),
        cell(WIDTH - 2 * SIZE, y(row), 2 * SIZE - 1, HIGH - 2, tint(chance, MUTED)),
      ]),
    ],
    alt: `How much of its weight each of ${HEADS} heads gives to what a role names, where there is such a piece. Most by role: ${named.join("; ")}.`,
  };
}
