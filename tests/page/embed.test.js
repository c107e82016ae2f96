// The page Embed writes a figure for nine hosts: reading it back from each gives the same values.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { DARK } from "../../web/kit/draw/palette.js";
import { VIEWS as DRAWN } from "../../web/kit/state/views.js";
import { asAttribute, asWritten } from "../../web/kit/state/attribute-values.js";
import { lowContrastIn } from "../../web/embed/elements/contrast.js";
import { controlsNamed } from "../../web/kit/state/controls.js";
import {
  FRAME,
  OPENING_FRAME,
  TARGETS,
  VIEWS,
  frameIn,
  frameParams,
  parseValue,
  rowsOf,
  toggleControl,
} from "../../web/embed/state/rows.js";
import { figureOf } from "../../web/embed/state/figure.js";
import { pageMarkup } from "../../web/embed/state/markup.js";
import { WRITTEN, targetsOf } from "../../web/embed/state/targets.js";
import { SETTINGS } from "../../web/kit/state/settings.js";
import { ROWS } from "../../web/kit/state/shown.js";
import { contrast } from "./support/contrast.js";
import { PYTHON_READER, readFence, readHTML, readJSX, readMarkdown } from "./support/read-back.js";

/** @typedef {import("../../web/embed/state/rows.js").Target} Target */

const HOSTILE = [
  `"quoted" and 'quoted'`,
  "</script><script>alert(1)</script>",
  "<!-- a comment --> & &amp; &quot; &#34;",
  "`code` and ```\n```\nfences",
  "{braces} {{ template }} {% tag %} ${literal} \\u0041 \\",
  "$x$ and $$y$$, *a* _b_ [c](d) ![e](f) ~~g~~ ^h^ :i: {#j}",
  "one\ntwo\r\nthree\ttabs",
  "\u202eright to left\u202c and \u2066isolated\u2069, שלום عالم",
  "line\u2028and paragraph\u2029separators, \ufeff and \u200b",
  "]]> --> */ {/* */} <mha-explainer> </mha-explainer> </textarea>",
  "emoji 👩‍👩‍👧 and 𝒜, \ud800 alone",
  "\0 \u0007 \u0080 \u009f \u007f",
  '["a", "b"]',
  "% 100 %20 + ; ? # = / @ |",
  "  spaces   within  ",
  "",
];

let state = 20;
/** @param {number} below */
const random = (below) => (state = (state * 48271) % 2147483647) % below;
/** @template Item @param {readonly Item[]} items */
const one = (items) => items[random(items.length)];

/** A value that a row can have. @type {Record<string, (row: any) => unknown>} */
const ANY = {
  tokens: () =>
    Array.from({ length: 1 + random(4) }, () => one(HOSTILE) || "a").filter((word) => word.trim()),
  count: () => 1 + random(96),
  seed: () => random(2 ** 31),
  index: () => random(12),
  fraction: () => 1 + random(400) / 4,
  window: () => one([3, -1, [2, 1]]),
  flag: () => random(2) === 1,
  choice: ({ choices }) => one(choices),
  text: () => one(HOSTILE).replace(/[\0\p{Cs}]/gu, ""),
  step: () => one(["weights", "q_heads", "no such step"]),
  heads: () => [2, 5],
  scales: () => ({ 2: 0.5, 6: 0 }),
};

/** Random values for an element. @returns {Map<string, unknown>} by attribute */
function anyShown() {
  const rows = ROWS.filter((row) => row.attribute === "tokens" || random(3) === 0);
  return new Map(rows.map((row) => [row.attribute, ANY[row.kind](row)]));
}

/** @returns {import("../../web/embed/state/rows.js").Frame} */
function anyFrame() {
  const frame = FRAME.map((row) => {
    const value = {
      choice: () => one(row.name === "view" ? VIEWS : (row.choices ?? [])),
      controls: () => one(["none", "few", "all", "tokens seed"]),
      flag: () => one(["", "true"]),
      text: () => one(HOSTILE),
      font: () => one(["", "Georgia, serif", `"Source Serif 4", 'Noto Sans', serif`]),
      colour: () => one(["", "#2f57c4", " #A03 "]),
      width: () => one(["", "640"]),
    }[row.kind]();
    return [row.name, /** @type {string} */ (parseValue(row, value).value)];
  });
  return Object.fromEntries(frame);
}

/** The values as toParams() writes them. @param {Map<string, unknown>} shown */
const paramsOf = (shown) =>
  new URLSearchParams(
    ROWS.filter(({ attribute }) => shown.has(attribute)).map(({ attribute, kind }) => [
      attribute,
      asAttribute(kind, shown.get(attribute)),
    ]),
  );

/** @typedef {{ shown: Map<string, unknown>, frame: import("../../web/embed/state/rows.js").Frame, figure: import("../../web/embed/state/figure.js").Figure }} Case */

/** @type {Case[]} */
const CASES = /** @type {Omit<Case, "figure">[]} */ ([
  ...HOSTILE.filter((text) => text.trim()).map((text) => ({
    shown: new Map([["tokens", /** @type {unknown} */ ([text])]]),
    frame: { ...OPENING_FRAME, alt: text, caption: text, fallback: "true" },
  })),
  ...Array.from({ length: 200 }, () => ({ shown: anyShown(), frame: anyFrame() })),
]).map(({ shown, frame }) => {
  const said = Object.fromEntries(
    FRAME.map((row) => [row.name, parseValue(row, frame[row.name]).value ?? ""]),
  );
  return { shown, frame: said, figure: figureOf(paramsOf(shown), said, 431.2) };
});

/** The values of an element's attributes, by row. @param {Record<string, string | true>} attributes */
const valuesIn = (attributes) =>
  new Map(
    ROWS.filter(({ attribute }) => attribute in attributes).map((row) => {
      const text = attributes[row.attribute];
      return [row.attribute, asWritten(row, text === true ? "" : text)];
    }),
  );

/** @param {Case} given @param {import("./support/read-back.js").Element[]} elements */
function assertSame({ shown, frame, figure }, elements) {
  const element = elements.find(({ tag }) => tag === "mha-explainer");
  assert.ok(element, "the element is there");
  const { style, ...attributes } = element.attributes;
  const expected = new Map(
    ROWS.filter(({ attribute }) => shown.has(attribute)).map(({ attribute }) => [
      attribute,
      shown.get(attribute),
    ]),
  );
  assert.deepEqual(valuesIn(attributes), expected);
  for (const { name, place, default: without } of rowsOf("layer").filter((row) => row.place === "attribute"))
    assert.equal(String(attributes[name] ?? without), frame[name], `${name} (${place})`);
  const known = new Set([...ROWS.map(({ attribute }) => attribute), ...FRAME.map(({ name }) => name)]);
  assert.deepEqual(
    Object.keys(attributes).filter((name) => !known.has(name)),
    [],
    "and nothing else",
  );
  const styles = typeof style === "object" ? Object.entries(/** @type {any} */ (style)) : said(style);
  assert.deepEqual(
    styles,
    figure.styles.map(([name, value]) => [
      typeof style === "object" && name === "max-width" ? "maxWidth" : name,
      value,
    ]),
  );
  const caption = elements.find(({ tag }) => tag === "p");
  assert.equal(caption?.text.trim() ?? "", frame.caption.trim());
  if (caption) assert.equal(caption.attributes.slot, "caption");
  const image = elements.find(({ tag }) => tag === "img");
  assert.equal(Boolean(image), frame.fallback !== "");
  if (image) assert.deepEqual(image.attributes, { src: figure.picture, alt: figure.said });
}

/** @param {unknown} style @returns {[string, string][]} */
const said = (style) =>
  typeof style !== "string"
    ? []
    : style.split("; ").map((each) => /** @type {[string, string]} */ (each.split(/: (.*)/s).slice(0, 2)));

/** @type {Partial<Record<Target, (code: string) => import("./support/read-back.js").Element[]>>} */
const READERS = {
  html: readHTML,
  react: readJSX,
  mdx: readJSX,
  quarto: (code) => readHTML(readFence(code).inside),
  myst: (code) => readHTML(readFence(code).inside),
};

for (const [target, reader] of /** @type {[Target, NonNullable<typeof READERS.html>][]} */ (
  Object.entries(READERS)
))
  test(`${target}: hostile and random figures are read back unchanged`, () => {
    for (const given of CASES) assertSame(given, reader(WRITTEN[target].code(given.figure)));
  });

test("a whole page contains the same element and one script", () => {
  for (const given of CASES) {
    const elements = readHTML(pageMarkup(given.figure, "en").replace("<!doctype html>", ""));
    assertSame(given, elements);
    assert.equal(elements.filter(({ tag }) => tag === "script").length, 1);
  }
});

test("no markup contains characters that Markdown, templates or MDX interpret, or that end a script or a fence", () => {
  for (const { figure } of CASES) {
    for (const target of /** @type {const} */ (["html", "quarto", "myst", "iframe"])) {
      const code = WRITTEN[target]
        .code(figure)
        .replace(/^```.*$/gm, "")
        .trim();
      assert.doesNotMatch(code, /[`{}$\u202a-\u202e\u2066-\u2069]/, target);
      assert.doesNotMatch(code, /\n\s*\n/, "a line of its own ends no block of HTML");
    }
    const { named, after } = readFence(WRITTEN.quarto.code(figure));
    assert.deepEqual([named, after], ["{=html}", ""]);
    assert.equal(readFence(WRITTEN.myst.code(figure)).named, "{raw} html");
  }
});

test("a component has one return, and MDX one import and one block", () => {
  for (const { figure } of CASES) {
    const [first, blank, ...block] = WRITTEN.mdx.code(figure).trimEnd().split("\n");
    assert.deepEqual([first, blank], ['import "headscope";', ""]);
    assert.match(block[0], /^<mha-explainer/, "which begins its line, so that it is no paragraph");
    assert.ok(block.every((line) => line.trim()));
    assert.match(
      WRITTEN.react.code(figure),
      /^import "headscope\/react";\n\nexport function Figure\(\) {\n {2}return \(\n/,
    );
  }
});

test("an iframe's address contains the whole state, and its size is in numbers", () => {
  for (const { figure, shown, frame } of CASES) {
    const [{ tag, attributes }] = readHTML(WRITTEN.iframe.code(figure));
    assert.equal(tag, "iframe");
    const [name, query] = String(attributes.src).split(/\?(.*)/s);
    assert.equal(name, "frame.html");
    const params = new URLSearchParams(query);
    assert.deepEqual(valuesIn(Object.fromEntries(params)), valuesIn(Object.fromEntries(paramsOf(shown))));
    for (const { name, default: without } of rowsOf("layer").filter((row) => row.place === "attribute"))
      assert.equal(params.get(name) ?? without, frame[name], name);
    assert.deepEqual([params.get("caption") ?? "", params.get("width")], [frame.caption, null]);
    for (const name of ["accent", "ink", "paper", "font"]) assert.equal(params.get(name) ?? "", frame[name]);
    assert.deepEqual([attributes.width, attributes.height], [frame.width || "100%", "432"]);
    assert.equal(attributes.title, figure.said);
  }
});

/** Asserts that the traits of a widget are the rows' values. @param {Record<string, unknown>} traits @param {Case} given */
function assertTraits(traits, { shown, frame }) {
  for (const row of ROWS.filter(({ attribute }) => shown.has(attribute))) {
    const value = traits[row.attribute.replaceAll("-", "_")];
    assert.deepEqual(asWritten(row, String(value)), shown.get(row.attribute));
  }
  for (const { name, default: without } of rowsOf("layer").filter((row) => row.place === "attribute"))
    assert.equal(String(traits[name] ?? without), frame[name], name);
  assert.equal(traits.caption ?? "", frame.caption);
  for (const name of ["accent", "ink", "paper", "font", "width"])
    assert.equal(String(traits[name] ?? ""), frame[name]);
}

test("a notebook's program, parsed by Python, gives every trait the row's value", () => {
  const programs = CASES.map(({ figure }) => WRITTEN.jupyter.code(figure));
  const input = JSON.stringify(programs);
  const lines = execFileSync("python3", ["-c", PYTHON_READER], { input, encoding: "utf8", maxBuffer: 1e8 });
  const given = lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const [i, each] of CASES.entries()) assertTraits(given[i], each);
});

test("a directive of MyST has a body in JSON, with every trait, and no line that ends it", () => {
  for (const each of CASES) {
    const [first, ...lines] = WRITTEN.directive.code(each.figure).trimEnd().split("\n");
    assert.equal(first, ":::{anywidget} anywidget.js");
    assert.equal(lines.pop(), ":::");
    assert.ok(lines.every((line) => /^[ {}]/.test(line)));
    assertTraits(JSON.parse(lines.join("\n")), each);
  }
});

test("the Markdown code contains one picture with the figure's description", async () => {
  const spaces = (/** @type {string} */ text) => text.replace(/\s+/g, " ").trim();
  for (const { figure } of CASES) {
    const [image, ...more] = await readMarkdown(WRITTEN.markdown.code(figure));
    assert.deepEqual([image.url, more], [figure.picture, []]);
    const unseen = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;
    assert.equal(
      spaces(image.alt),
      spaces(figure.said.replace(unseen, (letter) => (/\s/.test(letter) ? " " : ""))),
    );
  }
});

test("a link contains the whole frame; invalid values are reported and replaced by defaults", () => {
  for (const { frame } of CASES) assert.deepEqual(frameIn(frameParams(frame)), { frame, invalidValues: {} });
  assert.equal(String(frameParams(OPENING_FRAME)), "");
  const wrong = {
    view: "heart",
    controls: "tokens heart",
    theme: "blue",
    font: "a;b",
    width: "12",
    accent: "red",
    ink: "#12",
    paper: "#fff;--mha-ink:red",
    code: "word",
    preview: "9",
  };
  const { frame, invalidValues } = frameIn(new URLSearchParams(wrong));
  assert.deepEqual(frame, OPENING_FRAME);
  assert.deepEqual(Object.keys(invalidValues).sort(), Object.keys(wrong).sort());
  assert.equal(
    invalidValues.view.message,
    `view "heart" is none of ${[...VIEWS, "opening", "models"].join(", ")}`,
  );
  assert.equal(invalidValues.width.message, 'width "12" is no width of 240 to 2000 px, as 640');
  assert.equal(invalidValues.font.message, 'font "a;b" is no list of fonts, as Georgia, serif');
  assert.equal(invalidValues.accent.message, 'accent "red" is no colour of three or six digits, as #a03000');
  const names = ["none", "few", "all", ...SETTINGS.map(({ attribute }) => attribute)];
  assert.equal(invalidValues.controls.message, `controls "heart" is none of ${names.join(", ")}`);
});

test("the opening is written as its own element, with its own options, for the hosts that can show it", () => {
  const frame = { ...OPENING_FRAME, view: "opening", ending: "wide", theme: "dark", width: "900" };
  const figure = figureOf(
    new URLSearchParams({ tokens: "a b", head: "3" }),
    { ...frame, caption: "c", fallback: "true" },
    700,
  );
  assert.deepEqual(targetsOf(figure), ["html", "react", "mdx", "quarto", "myst"]);
  assert.deepEqual(targetsOf(CASES[0].figure), TARGETS);
  for (const target of targetsOf(figure)) {
    const reader = /** @type {NonNullable<typeof READERS.html>} */ (READERS[target]);
    const elements = reader(WRITTEN[target].code(figure)).filter(({ tag }) => tag !== "script");
    const style = target === "react" || target === "mdx" ? { maxWidth: "900px" } : "max-width: 900px";
    assert.deepEqual(
      elements.map(({ tag, attributes }) => [tag, attributes]),
      [["mha-opening", { ending: "wide", theme: "dark", style }]],
      target,
    );
  }
  assert.match(WRITTEN.html.code(figure), /^<script type="module" src="modules\/opening.js"><\/script>/);
  assert.deepEqual(WRITTEN.html.files(figure), ["modules/"]);
  for (const target of /** @type {const} */ (["react", "mdx"]))
    assert.match(WRITTEN[target].code(figure), /^import "headscope\/opening";/);
});

test("a language model is written as its own element, and in an iframe", () => {
  const frame = { ...OPENING_FRAME, view: "models", text: "a b", theme: "dark" };
  const figure = figureOf(new URLSearchParams({ tokens: "c" }), frame, 700);
  assert.equal(figure.said, "a b");
  assert.deepEqual(targetsOf(figure), ["html", "iframe", "react", "mdx", "quarto", "myst"]);
  for (const target of /** @type {const} */ (["html", "react", "mdx", "quarto", "myst"])) {
    const reader = /** @type {NonNullable<typeof READERS.html>} */ (READERS[target]);
    const elements = reader(WRITTEN[target].code(figure)).filter(({ tag }) => tag !== "script");
    assert.deepEqual(
      elements.map(({ tag, attributes }) => [tag, attributes]),
      [["mha-models", { src: "headscope-small/", text: "a b", theme: "dark" }]],
      target,
    );
  }
  const [, address] = /src="(frame[^"]*)"/.exec(WRITTEN.iframe.code(figure)) ?? [];
  const params = new URL(address.replaceAll("&amp;", "&"), "https://example.org").searchParams;
  assert.deepEqual(Object.fromEntries(params), {
    ...{ view: "models", src: "headscope-small/", text: "a b", theme: "dark" },
  });
});

test("a part of a language model is an attribute of its element, and a view of the frame", () => {
  const frame = { ...OPENING_FRAME, view: "models", part: "writes", text: "a b" };
  const figure = figureOf(new URLSearchParams(), frame, 700);
  const [, { attributes }] = /** @type {NonNullable<typeof READERS.html>} */ (READERS.html)(
    WRITTEN.html.code(figure),
  );
  assert.deepEqual(attributes, { src: "headscope-small/", view: "writes", text: "a b" });
  const [, address] = /src="(frame[^"]*)"/.exec(WRITTEN.iframe.code(figure)) ?? [];
  const params = new URL(address.replaceAll("&amp;", "&"), "https://example.org").searchParams;
  assert.deepEqual(
    [...params],
    [
      ["view", "models/writes"],
      ["src", "headscope-small/"],
      ["text", "a b"],
    ],
  );
});

test("no font ends its declaration, or fetches anything", () => {
  const font = /** @type {import("../../web/embed/state/rows.js").Row} */ (
    FRAME.find(({ name }) => name === "font")
  );
  for (const text of [
    "a; color: red",
    "url(//a)",
    "a}b",
    "a\\3b",
    '"open',
    "'a\" b",
    "/* a */",
    "a!important",
    "var(--x)",
    "Source Serif 4", // CSS has it in quotes
    "a,,b",
    "a,",
    `${"a".repeat(5000)};`,
    `${"a ".repeat(5000)};`,
  ])
    assert.equal(parseValue(font, text).value, null, text);
  for (const text of ["", "Georgia", "system-ui, sans-serif", '"Noto Sans", serif', "宋体, 'PingFang SC'"])
    assert.deepEqual(parseValue(font, text), { value: text, refusal: null }, text);
});

test("no colour ends its declaration, and a short one is written in full", () => {
  const accent = /** @type {import("../../web/embed/state/rows.js").Row} */ (
    FRAME.find(({ name }) => name === "accent")
  );
  for (const text of [
    ...["red", "#12", "#12345", "#1234567", "#gggggg", "a03000", "url(//a)", "var(--x)", "#a03;color:red"],
    ...["#a03}", "#a03/**/", "rgb(1 2 3)", "##a03", "#a0３", ...HOSTILE.filter((each) => each.trim())],
  ])
    assert.equal(parseValue(accent, text).value, null, text);
  for (const [text, value] of Object.entries({ "#A03": "#aa0033", " #a03000 ": "#a03000", "": "" }))
    assert.deepEqual(parseValue(accent, text), { value, refusal: null });
});

test("colours with too little contrast are found, in each theme of the figure", () => {
  const none = { theme: "", accent: "", ink: "", paper: "" };
  const found = (/** @type {Partial<typeof none>} */ given) => {
    const faint = lowContrastIn({ ...none, ...given });
    if (!faint) return null;
    assert.ok(faint.ratio < faint.least);
    return `${faint.tone} ${faint.theme}`;
  };
  assert.equal(found({}), null);
  assert.equal(found({ ink: "#22313f" }), "ink dark");
  assert.equal(found({ ink: "#22313f", theme: "light" }), null);
  assert.equal(found({ ink: "#f0e0d0" }), "ink light");
  assert.equal(found({ paper: "#fff8ec" }), "ink dark");
  assert.equal(found({ paper: "#fff8ec", ink: "#22313f" }), "muted dark");
  assert.equal(found({ paper: "#fff8ec", ink: "#22313f", theme: "light" }), null);
  assert.equal(found({ accent: "#ffe0a0", theme: "light" }), "accent light");
  assert.equal(found({ accent: "#c0392b" }), null);
  const { ratio = 0 } = lowContrastIn({ ...none, ink: "#22313f" }) ?? {};
  assert.ok(Math.abs(ratio - contrast("#22313f", DARK.paper)) < 1e-9);
});

test("the views are those that can be drawn, and every target is written", () => {
  assert.deepEqual([...VIEWS].sort(), Object.keys(DRAWN).sort());
  assert.deepEqual(Object.keys(WRITTEN), [...TARGETS]);
  const names = [...ROWS.map(({ attribute }) => attribute), "lang", "z"];
  assert.deepEqual(
    FRAME.filter(({ name }) => names.includes(name)),
    [],
    "no link means two things by one name",
  );
});

test("a figure with trained weights needs the same files as any figure", () => {
  const figure = figureOf(
    new URLSearchParams({ tokens: "a", weights: "trained" }),
    { ...OPENING_FRAME, font: "Georgia", fallback: "true" },
    1,
  );
  assert.match(WRITTEN.html.code(figure), /src="headscope\.js"/);
  assert.deepEqual(WRITTEN.html.files(figure), ["headscope.js"]);
  assert.deepEqual(WRITTEN.jupyter.lost(figure), ["fallback"]);
  const plain = figureOf(new URLSearchParams({ tokens: "a" }), OPENING_FRAME, 1);
  assert.deepEqual(WRITTEN.html.files(plain), ["headscope.js"]);
  assert.deepEqual(
    TARGETS.flatMap((target) => WRITTEN[target].lost(plain)),
    [],
  );
});

test("a figure with the language model needs the modules and the model's files", () => {
  const shown = new URLSearchParams({ tokens: "a", weights: "language", layer: "2" });
  const figure = figureOf(shown, OPENING_FRAME, 1);
  assert.match(WRITTEN.html.code(figure), /src="modules\/headscope\.js"/);
  assert.match(WRITTEN.html.code(figure), /weights="language"\s+layer="2"/);
  assert.deepEqual(WRITTEN.html.files(figure), ["modules/", "headscope-small/"]);
  assert.ok(WRITTEN.iframe.files(figure).includes("headscope-small/"));
  assert.deepEqual(
    targetsOf(figure),
    TARGETS.filter((target) => target !== "jupyter" && target !== "directive"),
  );
});

test("adding or removing a control gives the shortest value of `controls`", () => {
  assert.equal(toggleControl("none", "heads"), "heads");
  assert.equal(toggleControl("heads", "heads"), "none");
  assert.equal(toggleControl("tokens heads", "causal"), "few");
  assert.equal(toggleControl("few", "causal"), "tokens heads");
  const without = toggleControl("all", "seed");
  assert.equal(controlsNamed(without).names.includes("seed"), false);
  assert.equal(toggleControl(without, "seed"), "all");
});
