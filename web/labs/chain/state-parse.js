/**
 * Parses chains such as .view(1, 12, 8, 8).transpose(1, 2).
 *
 * @typedef {import("../../core/chain.js").ShapeCall & { said: string }} TypedCall  said: text of the call
 * @typedef {{ why: "call" | "argument" | "syntax" | "keyword", given: string }} Trouble
 * @typedef {{ calls: TypedCall[], trouble: Trouble | null }} Typed  the valid calls before the first error
 */

/** @type {readonly import("../../core/chain.js").ShapeCall["name"][]} */
export const CALLS = ["view", "reshape", "transpose", "permute", "contiguous", "unsqueeze", "expand"];

const LEAD = /^\s*[A-Za-z_]\w*(?=\s*[.\n]|\s*$)/; // name of the tensor
const CALL = /^\s*\.\s*([A-Za-z_]\w*)\s*\(([^()]*|\s*\([^()]*\)\s*)\)/;
const REST = 40; // characters of unparsed text that a message quotes

/**
 * @param {string} text
 * @param {Readonly<Record<string, number>>} sizes  by name: B, T, H, d_k
 * @returns {Typed}
 */
export function parseChain(text, sizes) {
  let left = text.replace(/#[^\n]*|\\\n/g, " ").replace(LEAD, "");
  /** @type {TypedCall[]} */
  const calls = [];
  while (left.trim()) {
    const match = CALL.exec(left);
    if (!match) return { calls, trouble: { why: "syntax", given: left.trim().slice(0, REST) } };
    const [all, name, inside] = match;
    const known = CALLS.find((each) => each === name);
    if (!known) return { calls, trouble: { why: "call", given: name } };
    const given = numbersIn(inside, sizes);
    if ("why" in given) return { calls, trouble: given };
    calls.push({ name: known, given: given.numbers, said: all.trim().replace(/\s+/g, " ") });
    left = left.slice(all.length);
  }
  return { calls, trouble: null };
}

/**
 * @param {string} inside text in a call's parentheses, or in a tuple or list
 * @param {Readonly<Record<string, number>>} sizes
 * @returns {{ numbers: number[] } | Trouble}
 */
function numbersIn(inside, sizes) {
  const bare = inside.trim().replace(/^[([](.*)[)\]]$/s, "$1");
  const parts = bare.replace(/,\s*$/, "").split(",");
  if (parts.length === 1 && !parts[0].trim()) return { numbers: [] };
  /** @type {number[]} */
  const numbers = [];
  for (const part of parts) {
    if (part.includes("=")) return { why: "keyword", given: part.trim() };
    const value = product(part, sizes);
    if (value === null) return { why: "argument", given: part.trim() };
    numbers.push(value);
  }
  return { numbers };
}

/** The value of a product of sizes and whole numbers, such as "H * d_k" or "-1". @param {string} text @param {Readonly<Record<string, number>>} sizes */
function product(text, sizes) {
  let value = 1;
  for (const factor of text.split("*").map((each) => each.trim())) {
    if (/^[-+]?\d{1,9}$/.test(factor)) value *= Number(factor);
    else if (Object.hasOwn(sizes, factor)) value *= sizes[factor];
    else return null;
  }
  return Number.isSafeInteger(value) ? value : null;
}
