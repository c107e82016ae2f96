// Values of wrong types, given to each property of each public element: no setter throws, nothing breaks later, and right values work afterwards.
// Every second value, but all at night: elements with the same properties take turns.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";

const SCRIPTS = ["headscope", "train", "models-element", "opening", "learn"]
  .map((name) => `<script type="module" src="modules/${name}.js"></script>`)
  .join("");

/** The public elements; the state of an element is an object of its own version, and its setter throws by contract. */
const TAGS = [
  ...["mha-explainer", "mha-shape-walk", "mha-heads", "mha-heatmap", "mha-head", "mha-memory", "mha-program"],
  ...["mha-lab", "mha-train", "mha-opening", "mha-predict", "mha-value", "mha-check", "mha-models"],
];
const ATTRIBUTES =
  'loading="eager" tokens="The cat sat" heads="2" d-model="16" kind="softmax" for="" question="offset" of="heads"';

const browser = useSharedTab(
  Object.fromEntries(
    TAGS.map((tag) => [
      `${tag}.html`,
      `<!doctype html><html lang="en"><title>Properties</title><link rel="icon" href="data:,">${SCRIPTS}<${tag} ${tag === "mha-train" ? 'loading="eager"' : ATTRIBUTES}></${tag}>`,
    ]),
  ),
);

for (const [turn, tag] of TAGS.entries())
  test(`<${tag}> takes any value of any property without an exception`, async () => {
    const { page, seen, close } = await browser.open(`${tag}.html`);
    const element = page.locator(tag);
    await element.evaluate(async (/** @type {any} */ one) => {
      await customElements.whenDefined(one.localName);
      await (one.loaded?.() ?? one.updateComplete);
      await one.updateComplete;
    });
    const { thrown, names } = await element.evaluate(
      async (/** @type {any} */ one, { turn, isNightly }) => {
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
          for (const [said, value] of values.filter((_, j) => isNightly || (turn + i + j) % 4 === 0)) {
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
      { turn, isNightly: IS_NIGHTLY },
    );
    await drawn(page);
    assert.deepEqual(thrown, []);
    assert.ok(names.includes("theme"), names.join(", "));
    // Messages about the values, by the element and by number fields of Chromium; and folders of mha-models that are not there, or that the next value stops.
    const errors = seen.errors.filter(
      (said) => !/^(<mha-|The specified value |Failed to load resource.*404)|: net::ERR_ABORTED$/.test(said),
    );
    assert.deepEqual(errors, []);
    await close();
  });

test("a value of a wrong type gets a message, and changes nothing", async () => {
  for (const [tag, name, value, message] of /** @type {const} */ ([
    ["mha-opening", "ending", 5, "ending 5 is none of tired, wide"],
    ["mha-train", "heads", [3], "heads [3] is none of 2, 4, 8"],
    ["mha-train", "moment", {}, "step {} is"],
    ["mha-train", "off", 5, '"5"'],
    ["mha-train", "cut", { layer: 1 }, "layer"],
    ["mha-train", "tokens", 5, "5"],
    ["mha-explainer", "step", 5, "step 5 is none of"],
    ["mha-explainer", "headScale", 5, "5 scales no heads"],
  ])) {
    const { page, close } = await browser.open(`${tag}.html`);
    const said = await page.locator(tag).evaluate(async (/** @type {any} */ one, [name, value]) => {
      await customElements.whenDefined(one.localName);
      await one.loaded();
      const before = JSON.stringify(one[name]);
      one[name] = value;
      const { invalidValues, refused } = one.store.state;
      const messages = [...Object.values(invalidValues), refused].map((each) => each?.message);
      return { messages, isSame: JSON.stringify(one[name]) === before };
    }, /** @type {const} */ ([name, value]));
    assert.ok(said.isSame, `${tag} ${name}`);
    assert.ok(
      said.messages.some((each) => each?.includes(message)),
      `${tag} ${name}: ${JSON.stringify(said.messages)}`,
    );
    await close();
  }
});

test("a property with text ignores a value without text, and says so", async () => {
  for (const [tag, name, right] of /** @type {const} */ ([
    ["mha-explainer", "theme", "dark"],
    ["mha-explainer", "alt", "a picture"],
    ["mha-explainer", "view", "heads"],
    ["mha-opening", "theme", "dark"],
    ["mha-opening", "alt", "a picture"],
    ["mha-value", "for", "figure"],
  ])) {
    const { page, close } = await browser.open(`${tag}.html`);
    const said = /** @type {string[]} */ ([]);
    page.on("console", (message) => said.push(message.text()));
    const kept = await page.locator(tag).evaluate(async (/** @type {any} */ one, [name, right]) => {
      await customElements.whenDefined(one.localName);
      one[name] = right;
      one[name] = Symbol("c");
      await one.updateComplete;
      one[name] = Object.create(null);
      await one.updateComplete;
      return one[name];
    }, /** @type {const} */ ([name, right]));
    assert.equal(kept, right, `${tag} ${name}`);
    for (const value of ["Symbol(c)", "{}"])
      assert.ok(
        said.includes(`<${tag}> ${name} ${value} has no text; expected a string; ${name} stays "${right}"`),
        `${tag} ${name}: ${said.join("\n")}`,
      );
    await close();
  }
});
