// The reader's answers that the course stores, with any content of the browser's storage, and without storage.
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

const PLACE = "headscope learn 1";

/** The first of two chapters, with one question. */
class Page extends EventTarget {
  chapters = ["words", "keys"].map((chapter) => ({
    dataset: /** @type {Record<string, string>} */ ({ chapter }),
    done: false,
    querySelector: () => null, // a list without counts of answers
    classList: {
      toggle: (/** @type {string} */ _, /** @type {boolean} */ on) => void (this.#of(chapter).done = on),
    },
  }));
  note = { hidden: false };
  forget = new EventTarget();

  /** @param {string} chapter @returns {any} */
  #of(chapter) {
    return this.chapters.find(({ dataset }) => dataset.chapter === chapter);
  }

  get ticked() {
    return this.chapters.filter(({ done }) => done).map(({ dataset }) => dataset.chapter);
  }

  /** @param {string} selector */
  querySelector(selector) {
    return { "#forget": this.forget, ".progress": this.note }[selector] ?? null;
  }

  /** @param {string} selector */
  querySelectorAll(selector) {
    return selector.startsWith("article") ? [{ id: "q1" }] : this.chapters;
  }

  /** @param {boolean} right */
  answer(right) {
    const event = new CustomEvent("answer", { detail: { right } });
    Object.defineProperty(event, "target", { value: { id: "q1" } });
    this.dispatchEvent(event);
  }
}

/** @type {Page} */
let page;
/** @type {Map<string, string>} */
let storage;
const tabs = new EventTarget();

beforeEach(() => {
  page = new Page();
  storage = new Map();
  Object.assign(globalThis, { document: page, addEventListener: tabs.addEventListener.bind(tabs) });
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => storage.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => storage.set(key, text),
    removeItem: (/** @type {string} */ key) => storage.delete(key),
  });
});

const { keepProgress, keptProgress, keptStudentId } = await import("../../web/site/progress.js");

for (const odd of [
  "",
  "null",
  "5",
  "[]",
  "{",
  '{"words":null}',
  '{"words":5}',
  '{"words":{"answers":null}}',
  '{"words":{"answers":[true]}}',
  '{"words":{"answers":{"q1":"yes"},"done":"yes"},"keys":[]}',
  '{"__proto__":{"done":true}}',
])
  test(`an answer is stored over ${odd || "nothing"}`, () => {
    storage.set(PLACE, odd);
    keepProgress("words");
    assert.deepEqual(page.ticked, []);
    page.answer(true);
    assert.deepEqual(page.ticked, ["words"]);
    assert.equal(page.note.hidden, false);
    const { words } = JSON.parse(storage.get(PLACE) ?? "");
    assert.deepEqual(words, { answers: { q1: true }, done: true });
  });

test("first answers stay until the reader clears them", () => {
  keepProgress("words");
  page.answer(false);
  page.answer(true);
  assert.deepEqual(JSON.parse(storage.get(PLACE) ?? "").words.answers, { q1: false });
  page.forget.dispatchEvent(new Event("click"));
  assert.deepEqual([page.ticked, page.note.hidden, storage.size], [[], true, 0]);
});

test("a browser that blocks its storage goes on without", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      throw new Error("SecurityError");
    },
  });
  /** @type {unknown[]} */
  const thrown = [];
  const report = (/** @type {Error} */ error) => thrown.push(error);
  process.on("uncaughtException", report);
  keepProgress("words");
  page.answer(true);
  page.forget.dispatchEvent(new Event("click"));
  return new Promise((resolve) => setTimeout(resolve, 10)).then(() => {
    process.off("uncaughtException", report);
    Object.defineProperty(globalThis, "localStorage", { value: null, writable: true, configurable: true });
    assert.deepEqual(thrown, []);
  });
});

test("an answer to a question that moved is one of the chapter that asks the question now", () => {
  page.chapters[0].dataset.moved = '{"q1":"keys"}';
  page.chapters[1].dataset.questions = "1";
  storage.set(PLACE, '{"words":{"answers":{"q1":false}}}');
  assert.deepEqual(keptProgress().keys.answers, { q1: false });
  keepProgress("keys");
  assert.deepEqual(page.ticked, ["keys"], "all its questions are answered");
  page.answer(true);
  const stored = JSON.parse(storage.get(PLACE) ?? "");
  assert.deepEqual(
    [stored.words.answers, stored.keys.answers],
    [{}, { q1: false }],
    "the first answer stays",
  );
});

test("answers given in another tab are ticked here, too", () => {
  keepProgress("words");
  storage.set(PLACE, '{"keys":{"answers":{},"done":true}}');
  tabs.dispatchEvent(Object.assign(new Event("storage"), { key: "other" }));
  assert.deepEqual(page.ticked, []);
  tabs.dispatchEvent(Object.assign(new Event("storage"), { key: PLACE }));
  assert.deepEqual(page.ticked, ["keys"]);
  storage.clear();
  tabs.dispatchEvent(Object.assign(new Event("storage"), { key: null }));
  assert.deepEqual(page.ticked, []);
});

test("the student's id is random, stays in this browser until the answers are forgotten, and is there without storage", () => {
  const id = keptStudentId();
  assert.match(id, /^[a-z0-9]{10,}$/);
  assert.equal(keptStudentId(), id);
  keepProgress(undefined);
  page.forget.dispatchEvent(new Event("click"));
  const other = keptStudentId();
  assert.notEqual(other, id);
  const blocked = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  globalThis.localStorage = /** @type {any} */ ({ getItem: blocked, setItem: blocked, removeItem: blocked });
  assert.match(keptStudentId(), /^[a-z0-9]{10,}$/);
});
