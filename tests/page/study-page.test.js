// Many sentences on the page Models: what stays while the page shows no views, and which head is selected.
import assert from "node:assert/strict";
import test from "node:test";
import { studyOf } from "../../web/elements/study-page.js";
import { SignalStore } from "../../web/kit/state/signal-store.js";
import { studyOf as studyOfValues } from "./support/studies.js";

/** A page with a model of two layers of two heads. */
class Page extends SignalStore {
  /** @type {any} */
  opened = opened();

  constructor() {
    super({ axes: "previous,induction", selected: { layer: 0, head: 0 }, run: { layers: 2, heads: 2 } });
  }

  /** @param {{ layer: number, head: number }} selected */
  select(selected) {
    this.set({ selected });
  }

  open() {
    this.opened = opened();
    this.set({ selected: { layer: 0, head: 0 } });
  }
}

const opened = () => ({ model: { info: { vision: null } }, name: "a model", bytes: 0 });

const shown = (/** @type {Page} */ page) => studyOf(/** @type {any} */ (page), /** @type {any} */ (TOOLS));
const TOOLS = { namesOf: () => [] };

test("a page has one study, and a kept result stays when the page opens another model", () => {
  const page = new Page();
  const study = shown(page);
  study.show(studyOfValues({ value: () => 1 }), "kept");
  study.keep();
  study.show(studyOfValues({ value: () => 1 }), "of the first model");
  page.open();
  assert.equal(shown(page), study);
  assert.equal(study.state.kept?.title, "kept");
  assert.equal(study.state.result, null);
});

test("the axes and the head of the page and of its study are the same", () => {
  const page = new Page();
  const study = shown(page);
  page.set({ axes: "entropy,far", selected: { layer: 1, head: 0 } });
  assert.deepEqual(
    [study.state.x, study.state.y, study.state.selected],
    ["entropy", "far", { layer: 1, head: 0 }],
  );
  study.set({ x: "first" });
  study.select({ layer: 1, head: 1 });
  assert.deepEqual([page.state.axes, page.state.selected], ["first,far", { layer: 1, head: 1 }]);
});

test("a head of a larger study that the page's model lacks stays selected", () => {
  const page = new Page();
  const study = shown(page);
  study.show(studyOfValues({ layers: 6, value: () => 1 }), "a larger model");
  study.select({ layer: 5, head: 1 });
  page.set({ axes: "entropy,far" });
  assert.deepEqual(study.state.selected, { layer: 5, head: 1 });
  page.select({ layer: 1, head: 0 });
  assert.deepEqual(study.state.selected, { layer: 1, head: 0 });
  study.select({ layer: 5, head: 1 });
  page.open();
  assert.deepEqual(study.state.selected, page.state.selected, "another model");
});
