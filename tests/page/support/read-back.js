import { transformSync } from "esbuild";
import * as prettier from "prettier";

/**
 * Parses a figure's code in its own language: attributes, styles, and the element's content.
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

/** Reads the subset of HTML that the page Embed writes: double quotes, no comments. @param {string} text @returns {Element[]} */
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

/** Compiles JSX with esbuild, and runs it. @param {string} text @returns {Element[]} */
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

/**
 * The content of the first fence. As in CommonMark, the fence ends with a line of at least as many backticks.
 * @param {string} text @returns {{ named: string, inside: string, after: string }}
 */
export function readFence(text) {
  const [first, ...lines] = text.split("\n");
  const [, fence, named] = /^ {0,3}(`{3,})([^`]*)$/.exec(first) ?? [];
  const end = lines.findIndex((line) => new RegExp(`^ {0,3}\`{${fence.length},} *$`).test(line));
  return { named, inside: lines.slice(0, end).join("\n"), after: lines.slice(end + 1).join("\n") };
}

/**
 * Parses Markdown with Prettier's parser.
 * @param {string} text @returns {Promise<{ alt: string, url: string }[]>} all images; fails if there is anything else
 */
export async function readMarkdown(text) {
  const { ast } = await /** @type {any} */ (prettier).__debug.parse(text, { parser: "markdown" });
  const [paragraph, ...more] = ast.children;
  if (more.length || paragraph.type !== "paragraph") throw new Error(`${text} is no paragraph`);
  return paragraph.children;
}

/** A Python program that parses programs, and prints the arguments that they give the widget. */
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
