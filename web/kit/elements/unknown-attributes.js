import { SETTINGS } from "../state/settings.js";
import { resemblingName } from "../../core/spelling.js";
import { refused } from "../text/refusals.js";

/** Properties that hold tensors, which attributes cannot. */
const TENSORS = ["attention", "parameters", "input"];

/** Attributes by the names of the same settings in other libraries. @type {Readonly<Record<string, string>>} */
const ELSEWHERE = {
  ...Object.fromEntries(
    SETTINGS.flatMap((row) => ("option" in row ? [[dashed(row.option), row.attribute]] : [])),
  ),
  "embed-dim": "d-model",
  "hidden-size": "d-model",
  nhead: "heads",
  "n-head": "heads",
  "num-attention-heads": "heads",
  "num-key-value-heads": "kv-heads",
  "is-causal": "causal",
};

/** Attributes of HTML that are skipped: `role` resembles an attribute of ours; many of our elements have `exportparts`, and comparing it takes time. */
const OF_HTML = ["role", "exportparts"];

/** Converts numHeads to num-heads. @param {string} name */
function dashed(name) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Messages about attributes without effect whose names resemble this element's. Other unknown attributes belong to the page.
 * @param {Pick<Element, "getAttributeNames">} element
 * @param {readonly string[]} known the element's attributes
 * @returns {import("../text/refusals.js").Message[]}
 */
export function unknownAttributes(element, known) {
  return element.getAttributeNames().flatMap((name) => {
    if (known.includes(name) || OF_HTML.includes(name)) return [];
    if (TENSORS.includes(name)) return [refused("only_property", { name })];
    const meant = meantBy(name.replaceAll("_", "-"), known);
    return meant ? [refused("no_attribute", { name, meant })] : [];
  });
}

/** @param {string} name @param {readonly string[]} known */
function meantBy(name, known) {
  if (Object.hasOwn(ELSEWHERE, name)) return ELSEWHERE[name];
  if (known.includes(name)) return name;
  if (name.length < 4 || !/^[a-z-]+$/.test(name)) return null;
  const near = resemblingName(name, known);
  return near?.[0] === name[0] ? near : null;
}
