// Chapters and their figures, without a browser: numbers in the text equal the figure's, and words of the text set what the figure has.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { FIGURE, attributesOf, valuesOf } from "../../tools/lib/chapter-markup.mjs";
import { readCourse } from "../../tools/lib/course.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import "../../web/elements/language-model.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { ROWS } from "../../web/kit/state/shown.js";
import { Store } from "../../web/kit/state/store.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { escaped } from "../../web/kit/text/escaped.js";
import { KINDS } from "../../web/labs/lab-list.js";
import { valueIn } from "../../web/learn/state/figure-value.js";

const core = await loadCore();
const chapters = readCourse();
const FOLDER = inRoot("build/site/learn");

/** Weights that take too long here: tests/browser/learn.test.js opens the chapters that have such a figure in each run. */
const SLOW = ["translation", "vision"];

/** The attributes of each figure of a chapter, by its id. @param {import("../../tools/lib/course.mjs").Chapter} chapter */
const figuresOf = ({ figure }) =>
  new Map(
    Array.from(figure.matchAll(FIGURE), ([, , given]) => attributesOf(given)).map((attributes) => [
      attributes.get("id") ?? "",
      attributes,
    ]),
  );

/** A figure's state. @param {ReadonlyMap<string, string>} attributes */
async function opened(attributes) {
  const store = new Store();
  store.take({ tokens: tokenize(OPENING), ...valuesOf(attributes) });
  await store.load();
  assert.equal(store.state.problem, null);
  assert.deepEqual(store.state.invalidValues, {});
  return store;
}

/** The value of a row. @param {Store} store @param {typeof ROWS[number]} row */
const valueOf = ({ state }, row) =>
  "read" in row ? row.read(state) : /** @type {any} */ (state.settings)[row.name];

/** What a text's elements of one kind say: attributes and text. @param {string} markup @param {RegExp} element */
const saidIn = (markup, element) =>
  Array.from(markup.matchAll(element), ([, attributes, text]) => ({
    attributes: attributesOf(attributes),
    text: text.trim(),
  }));

/** Numbers of figures in a text. */
const VALUE = /<mha-value\b([^>]*)>([^<]*)</g;
/** Links of a text that act on a figure. */
const WORD = /<a\b([^>]*\bdata-mha=[^>]*)>([^<]*)/g;

for (const chapter of chapters)
  test(`${chapter.name}: its page has its title and description, its numbers are the figure's, and its words act on the figure`, async () => {
    const { name, title, description, article, figure } = chapter;
    const page = readFileSync(path.join(FOLDER, `${name}.html`), "utf8");
    assert.ok(page.includes(`<title>${escaped(title)} · Headscope</title>`), title);
    assert.ok(page.includes(`name="description" content="${escaped(description)}"`), description);
    const ids = [...page.matchAll(/<mha-predict\s+id="([^"]*)"/g)].map(([, id]) => id);
    assert.ok(ids.length >= 2, "two questions");
    assert.equal(new Set(ids).size, ids.length, "each has a name of its own");

    const figures = figuresOf(chapter);
    /** @type {Map<string, Store>} */
    const stores = new Map();
    /** The state of a figure; undefined if its weights take too long. @param {string | undefined} id */
    const storeOf = async (id = "") => {
      const attributes = figures.get(id) ?? assert.fail(`there is no figure ${id}`);
      if (SLOW.includes(attributes.get("weights") ?? "")) return;
      const store = stores.get(id) ?? (await opened(attributes));
      stores.set(id, store);
      return store;
    };
    for (const { attributes: of, text } of saidIn(article + figure, VALUE)) {
      const store = await storeOf(of.get("for"));
      if (!store) continue;
      const { picture } = store.state;
      const digits = of.has("digits") ? Number(of.get("digits")) : undefined;
      assert.equal(valueIn(of.get("of") ?? "", picture ?? assert.fail(), core, digits), text, of.get("of"));
    }
    // After the numbers, because words change what the figure shows.
    for (const { attributes: of, text } of saidIn(article, WORD)) {
      const store = await storeOf(of.get("href")?.slice(1));
      if (!store) continue;
      const asked = new URLSearchParams(of.get("data-mha"));
      const wanted = valuesOf(new Map(asked));
      assert.equal(Object.keys(wanted).length, asked.size, `“${text}” sets ${asked}`);
      store.take(wanted);
      await store.load();
      assert.equal(store.state.problem, null, text);
      assert.deepEqual(store.state.invalidValues, {}, text);
      for (const row of ROWS.filter((each) => each.name in wanted))
        assert.deepEqual(valueOf(store, row), wanted[row.name], `${row.name} after “${text}”`);
    }
    for (const store of stores.values()) store.rest();
  });

for (const { name } of chapters)
  test(`${name}: each figure has a picture in both themes for readers without JavaScript`, () => {
    const page = readFileSync(path.join(FOLDER, `${name}.html`), "utf8");
    const aside = /<aside[^]*<\/aside>/.exec(page)?.[0].replace(/<details\b[^]*?<\/details>/g, "") ?? "";
    const pictures = [
      ...aside.matchAll(
        /<noscript><picture><source srcset="([^"]*)" media="\(prefers-color-scheme: dark\)" \/><img src="([^"]*)"[^>]* alt="([^"]*)"/g,
      ),
    ];
    assert.ok(pictures.length > 0);
    assert.equal(pictures.length, [...aside.matchAll(/<mha-[\w-]+/g)].length);
    for (const [, dark, light, alt] of pictures) {
      assert.match(alt, /\w.*: multi-head attention$/);
      assert.match(light, /-light\.svg$/);
      assert.match(dark, /-dark\.svg$/);
      for (const file of [light, dark]) assert.ok(existsSync(path.join(FOLDER, file)), file);
    }
  });

test("every lab stands in a chapter", () => {
  const shown = chapters.flatMap(({ figure }) =>
    Array.from(figure.matchAll(/<mha-lab kind="(\w+)"/g), ([, kind]) => kind),
  );
  assert.deepEqual(shown.sort(), [...KINDS].sort());
});

test("chapters have numbers of figures, and words that act", () => {
  const values = chapters.flatMap(({ article, figure }) => saidIn(article + figure, VALUE)).length;
  const words = chapters.flatMap(({ article }) => saidIn(article, WORD)).length;
  assert.ok(values > 50 && words > 50, `${values} numbers, ${words} words`);
});
