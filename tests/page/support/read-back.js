import { transformSync } from "esbuild";
import * as prettier from "prettier";

/**
 * What a figure's code says when it is read by the language it is written in: attributes, styles, and what stands in the element.
 *
 * @typedef {{ tag: string, attributes: Record<string, string | true>, text: string }} Element
 */

/** @type {Record<string, string>} */
const NAMED = { amp: "&", quot: '"', lt: "<", gt: ">" };

/** @param {string} text of HTML */
const decoded = (text) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (_, decimal, hex, name) =>
    name ? NAMED[name] : String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex, 16)),
  );

/** As HTML is read, of which only what is written here: double quotes, no comments. @param {string} text @returns {Element[]} */
export function readHTML(text) {
  const tags = text.matchAll(/<(\/?)([\w-]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>([^<]*)/g);
  return [...tags].flatMap(([, closes, tag, said, inside]) => {
    if (closes) return [];
    const attributes = [...said.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [
      name,
      value === undefined ? true : decoded(value),
    ]);
    return [{ tag, attributes: Object.fromEntries(attributes), text: decoded(inside).trim() }];
  });
}

/** By esbuild, and run. @param {string} text @returns {Element[]} */
export function readJSX(text) {
  const body = /<(mha-\w+)[^]*?(?:\/>|<\/\1>)(?=\n(?: {2}\);\n}\n)?$)/.exec(text)?.[0] ?? "";
  const { code } = transformSync(`return ${body}`, { loader: "jsx", jsxFactory: "h", tsconfigRaw: {} });
  /** @type {Element[]} */
  const found = [];
  const h = (/** @type {string} */ tag, /** @type {any} */ attributes, /** @type {any[]} */ ...children) => {
    const inner = children.filter((child) => typeof child === "string").join("");
    found.unshift({ tag, attributes: { ...attributes }, text: inner });
    return null;
  };
  new Function("h", code)(h);
  return found;
}

/** What stands in the first fence, as CommonMark has it: it ends with a line of as many backticks or more. @param {string} text @returns {{ named: string, inside: string, after: string }} */
export function readFence(text) {
  const [first, ...lines] = text.split("\n");
  const [, fence, named] = /^ {0,3}(`{3,})([^`]*)$/.exec(first) ?? [];
  const end = lines.findIndex((line) => new RegExp(`^ {0,3}\`{${fence.length},} *$`).test(line));
  return { named, inside: lines.slice(0, end).join("\n"), after: lines.slice(end + 1).join("\n") };
}

/** By prettier's own reader of Markdown. @param {string} text @returns {Promise<{ alt: string, url: string }[]>} all images; and fails where anything else is in it */
export async function readMarkdown(text) {
  const { ast } = await /** @type {any} */ (prettier).__debug.parse(text, { parser: "markdown" });
  const [paragraph, ...more] = ast.children;
  if (more.length || paragraph.type !== "paragraph") throw new Error(`${text} is no paragraph`);
  return paragraph.children;
}

/** What a list of programs give the widget, by Python's own parser. */
export const PYTHON_READER = `
import ast, json, sys
for program in json.load(sys.stdin):
    tree = ast.parse(program)
    call = tree.body[-1].value
    names = [line.targets[0].id for line in tree.body[-2].body[1:]]
    given = {each.arg: ast.literal_eval(each.value) for each in call.keywords}
    assert names == list(given), (names, given)
    print(json.dumps(given))
`;
