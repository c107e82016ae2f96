/**
 * The state of the page Models in a link: text, ids, second, layer, head, token, and off, which lists heads such as 1.2,1.3.
 *
 * @typedef {import("./page-state.js").Head} Head
 *
 * @typedef {object} Link   null stands for the default
 * @property {string | null} text
 * @property {readonly number[] | null} ids  the pieces of the text, where a model wrote some that the tokenizer would cut otherwise
 * @property {string | null} second  the second sentence
 * @property {Head | null} selected
 * @property {number | null} token   the selected query
 * @property {readonly Head[]} off
 */

/** Names of the parameters. */
export const LINK_NAMES = /** @type {const} */ (["text", "ids", "second", "layer", "head", "token", "off"]);

/** @param {Link} link */
export function linkOf({ text, ids, second, selected, token, off }) {
  const values = {
    text,
    ids,
    second,
    ...(selected && { layer: selected.layer, head: selected.head }),
    token,
  };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...values, off: headsOfLink(off) || null }))
    if (value !== null) params.set(name, String(value));
  return params;
}

/** Ignores values of the wrong kind. @param {URLSearchParams} params @returns {Link} */
export function readLink(params) {
  const [layer, head, token] = ["layer", "head", "token"].map((name) => wholeNumber(params.get(name)));
  return {
    ...{
      text: params.get("text"),
      ids: idsIn(params.get("ids")),
      second: params.get("second") || null,
      token,
    },
    selected: layer === null || head === null ? null : { layer, head },
    off: [...(params.get("off") ?? "").matchAll(/(\d+)\.(\d+)/g)].map(([, layer, head]) => ({
      ...{ layer: Number(layer), head: Number(head) },
    })),
  };
}

/** @param {readonly Head[]} heads */
export const headsOfLink = (heads) => heads.map(({ layer, head }) => `${layer}.${head}`).join(",");

/** @param {string | null} value */
const idsIn = (value) => (value && /^\d+(,\d+)*$/.test(value) ? value.split(",").map(Number) : null);

/** @param {string | null} value */
const wholeNumber = (value) => (value && /^\d+$/.test(value) ? Number(value) : null);
