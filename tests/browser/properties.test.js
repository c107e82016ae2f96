// Values of wrong types, given to each property of each public element: no setter throws, nothing breaks later, and right values work afterwards.
// One value of four, but all at night; elements with the same properties take turns, one value of sixteen each. At night each element has a page of its own.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./support/explainer.js";
import { LOW, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";

/** The scripts of elements that headscope.js does not define. @type {Record<string, string>} */
const SCRIPTS = {
  ...{ "mha-train": "train", "mha-opening": "opening", "mha-models": "models-element" },
  ...{ "mha-predict": "learn", "mha-value": "learn", "mha-check": "learn" },
};

/** The public elements; the state of an element is an object of its own version, and its setter throws by contract. */
const EXPLAINERS = [
  ...["mha-explainer", "mha-shape-walk", "mha-heads", "mha-heatmap", "mha-head", "mha-memory", "mha-program"],
  "mha-lab",
];
const OTHERS = ["mha-train", "mha-opening", "mha-predict", "mha-value", "mha-check", "mha-models"];
const TAGS = [...EXPLAINERS, ...OTHERS];
/** Values of a wrong type, and the message of each. @type {Record<string, readonly (readonly [string, unknown, string])[]>} */
const WRONG = {
  "mha-opening": [["ending", 5, "ending 5 is none of tired, wide"]],
  "mha-train": [
    ["heads", [3], "heads [3] is none of 1, 2, 4, 8"],
    ["moment", {}, "step {} is"],
    ["off", 5, '"5"'],
    ["cut", { layer: 1 }, "layer"],
    ["tokens", 5, "5"],
  ],
  "mha-explainer": [
    ["step", 5, "step 5 is none of"],
    ["headScale", 5, "5 scales no heads"],
  ],
  "mha-value": [],
};

/** Properties with text, and a right value of each. @type {Record<string, readonly (readonly [string, string])[]>} */
const TEXTS = {
  "mha-explainer": [
    ["theme", "dark"],
    ["alt", "a picture"],
    ["view", "heads"],
  ],
  "mha-opening": [
    ["theme", "dark"],
    ["alt", "a picture"],
  ],
  "mha-value": [["for", "figure"]],
};

const ATTRIBUTES =
  'loading="eager" tokens="The cat sat" heads="2" d-model="16" kind="softmax" for="" question="offset" of="heads"';

/** A page with some elements. @param {readonly string[]} tags */
const pageOf = (tags) => {
  const scripts = new Set(tags.map((tag) => SCRIPTS[tag] ?? "headscope"));
  const elements = tags.map(
    (tag) => `<${tag} ${tag === "mha-train" ? 'loading="eager"' : ATTRIBUTES}></${tag}>`,
  );
  return `<!doctype html><html lang="en"><title>Properties</title><link rel="icon" href="data:,">
    ${[...scripts].map((script) => `<script type="module" src="modules/${script}.js"></script>`).join("")}${elements.join("")}`;
};

/** The tags of the elements of each page. */
const TOGETHER = IS_NIGHTLY ? TAGS.map((tag) => [tag]) : [EXPLAINERS, OTHERS];

const browser = useSharedTab(Object.fromEntries(TOGETHER.map((tags, i) => [`${i}.html`, pageOf(tags)])));

/** Opens the page with an element, unless it is open. @param {string} tag */
async function openWith(tag) {
  const at = TOGETHER.findIndex((tags) => tags.includes(tag));
  if (shown?.at !== at) {
    await shown?.opened.close();
    shown = { at, opened: await browser.open(`${at}.html`, LOW) };
  }
  return { ...shown.opened, element: shown.opened.page.locator(tag).first() };
}
/** @type {{ at: number, opened: Awaited<ReturnType<typeof browser.open>> } | undefined} */
let shown;

for (const [turn, tag] of TAGS.entries()) {
  const wrong = WRONG[tag];
  const name = wrong
    ? `<${tag}>: a value of a wrong type gets a message and changes nothing; a property with text ignores a value without text, and says so; any value of any property is taken without an exception`
    : `<${tag}> takes any value of any property without an exception`;
  test(name, async () => {
    const { page, seen, element } = await openWith(tag);
    await element.evaluate(async (/** @type {any} */ one) => {
      await customElements.whenDefined(one.localName);
      await (one.loaded?.() ?? one.updateComplete);
      await one.updateComplete;
    });
    if (wrong) await assertRefusals(page, element, tag);
    const { thrown, names } = await element.evaluate(
      async (/** @type {any} */ one, { turn, every }) => {
        const cycle = /** @type {any} */ ({});
        cycle.self = cycle;
        /** @type {[string, unknown][]} */
        const values = [
          ...[0, 5, -1, 0.5, NaN, Infinity, 1e308, 5n, true, false, undefined].map(
            (value) => /** @type {[string, unknown]} */ ([String(value), value]),
          ),
          ["empty text", ""],
          ["text", "<b>&quot;"],
          ["array", []],
          ["array of anything", [null, undefined, NaN, {}, [], 5n, cycle]],
          ["array of numbers", [1, 2, 3]],
          ["object", {}],
          ["cyclic object", cycle],
          ["object of anything", { data: 5, shape: "x", length: 1e9 }],
          ["function", () => 5],
          ["map", new Map([[1, 2]])],
          ["date", new Date(NaN)],
          ["symbol", Symbol("c")],
          ["array of symbols", [Symbol("c")]],
          ["object without prototype", Object.create(null)],
          ["array of objects without prototype", [Object.create(null)]],
        ];
        const inner = ["state", "store", "page", "frames"];
        const { elementProperties } = /** @type {any} */ (one.constructor);
        const names = [...elementProperties.entries()]
          .filter(([name, { state }]) => !state && !inner.includes(name))
          .map(([name]) => String(name));
        const thrown = [];
        for (const [i, name] of names.entries()) {
          const before = one[name];
          for (const [said, value] of values.filter((_, j) => (turn + i + j) % every === 0)) {
            try {
              one[name] = value;
            } catch (error) {
              thrown.push(
                `${name} = ${said}: ${/** @type {Error} */ (error).stack?.split("\n").slice(0, 3).join(" ")}`,
              );
            }
            try {
              await one.updateComplete;
            } catch (error) {
              thrown.push(
                `rendering after ${name} = ${said}: ${/** @type {Error} */ (error).stack?.split("\n").slice(0, 3).join(" ")}`,
              );
            }
          }
          one[name] = null;
          one[name] = before;
        }
        return { thrown, names };
      },
      { turn, every: IS_NIGHTLY ? 1 : EXPLAINERS.includes(tag) ? 16 : 4 },
    );
    await drawn(page);
    assert.deepEqual(thrown, []);
    assert.ok(names.includes("theme"), names.join(", "));
    // Messages about the values, by the element and by number fields of Chromium; and folders of mha-models that are not there, or that the next value stops.
    const errors = seen.errors.filter(
      (said) => !/^(<mha-|The specified value |Failed to load resource.*404)|: net::ERR_ABORTED$/.test(said),
    );
    assert.deepEqual(errors, []);
    seen.forget();
  });
}

/**
 * Asserts that values of a wrong type are refused. @param {import("playwright-core").Page} page @param {import("playwright-core").Locator} element
 * @param {string} tag of the element
 */
async function assertRefusals(page, element, tag) {
  for (const [name, value, message] of WRONG[tag]) {
    const said = await element.evaluate(async (/** @type {any} */ one, [name, value]) => {
      await customElements.whenDefined(one.localName);
      await one.loaded();
      const messages = () => {
        const { invalidValues, refused } = one.store.state;
        return [...Object.values(invalidValues), refused].map((each) => each?.message);
      };
      const [before, earlier] = [JSON.stringify(one[name]), messages()];
      one[name] = value;
      const added = messages().filter((each) => !earlier.includes(each));
      return { added, isSame: JSON.stringify(one[name]) === before };
    }, /** @type {const} */ ([name, value]));
    assert.ok(said.isSame, name);
    assert.ok(
      said.added.some((each) => each?.includes(message)),
      `${name}: ${JSON.stringify(said.added)}`,
    );
  }
  const said = /** @type {string[]} */ ([]);
  page.on("console", (message) => said.push(message.text()));
  for (const [name, right] of TEXTS[tag] ?? []) {
    const kept = await element.evaluate(async (/** @type {any} */ one, [name, right]) => {
      await customElements.whenDefined(one.localName);
      one[name] = right;
      one[name] = Symbol("c");
      await one.updateComplete;
      one[name] = Object.create(null);
      await one.updateComplete;
      return one[name];
    }, /** @type {const} */ ([name, right]));
    assert.equal(kept, right, name);
    for (const value of ["Symbol(c)", "{}"])
      assert.ok(
        said.includes(`<${tag}> ${name} ${value} has no text; expected a string; ${name} stays "${right}"`),
        `${name}: ${said.join("\n")}`,
      );
  }
}
