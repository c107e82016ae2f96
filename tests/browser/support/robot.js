import { setTimeout as sleep } from "node:timers/promises";
import { waits } from "./in-flight.js";
import { IS_NIGHTLY, sample } from "./nightly.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

const MOST = IS_NIGHTLY ? 24 : 6; // largest number of buttons pressed in a part
const CHOICES = IS_NIGHTLY ? [0, 6] : [1, 2]; // by day the second value of a choice: most open on the first
/** Points of a picture that are hovered, as shares of its width and height; the second is also pressed. By day these are two. */
const PLACES = sample(
  [
    [0.1, 0.3],
    [0.35, 0.5],
    [0.6, 0.25],
    [0.85, 0.6],
  ],
  0,
  1,
);

/** Waits until requested files are loaded, and for a frame. @param {Page} page */
export async function calm(page) {
  await frame(page);
  while (waits(page)) await sleep(5);
  await frame(page);
}

/** @param {Page} page */
const frame = (page) => page.evaluate(nextFrame);

/** In the page: waits for the next frame, and the tasks after it. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * In the page: hovers an element, presses it, leaves it, and waits for the next frame. Of a list, the element at a place, if it is there and can be used.
 * @param {Element | Element[]} found @param {number} [at] @returns {Promise<boolean>} whether it was pressed
 */
async function pressIn(found, at = 0) {
  const it = Array.isArray(found) ? found[at] : found;
  const isUsable = () =>
    it?.checkVisibility({ visibilityProperty: true }) && !(/** @type {HTMLButtonElement} */ (it).disabled);
  if (Array.isArray(found) && !isUsable()) return false;
  const over = { bubbles: true, composed: true, pointerType: "mouse" };
  it.dispatchEvent(new PointerEvent("pointerover", over));
  it.dispatchEvent(new PointerEvent("pointerenter", over));
  it.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, cancelable: true, detail: 1 }));
  it.dispatchEvent(new PointerEvent("pointerout", over));
  it.dispatchEvent(new PointerEvent("pointerleave", over));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return true;
}

/**
 * Uses all controls of a page, and records each error with the control that caused it. Dispatches events in
 * the page, because a real pointer waits a frame for each.
 */
export class Robot {
  #page;
  #seen;
  #heard = 0;
  /** The page, and the part in use. */
  at = "";
  now = "";
  uses = 0;
  /** @type {string[]} */
  faults = [];

  /** @param {Page} page @param {import("./watch.js").Seen} seen */
  constructor(page, seen) {
    this.#page = page;
    this.#seen = seen;
  }

  /** @param {boolean} holds @param {string} otherwise */
  check(holds, otherwise) {
    if (!holds) this.faults.push(`${this.at}, ${this.now}: ${otherwise}`);
  }

  /** Records the errors since the last call. */
  #listen() {
    this.uses++;
    for (const error of this.#seen.errors.slice(this.#heard)) this.check(false, error.slice(0, 300));
    this.#heard = this.#seen.errors.length;
  }

  /** Hovers an element, presses it, and leaves it. @param {Locator} what */
  async press(what) {
    await what.evaluate(pressIn);
    this.#listen();
  }

  /** Presses one of many elements, if it is there and can be used. @param {Locator} all @param {number} at */
  async pressAt(all, at) {
    if (await all.evaluateAll(pressIn, at)) this.#listen();
  }

  /** Presses elements one by one; a press may remove others. @param {string} selector */
  async pressAll(selector) {
    const buttons = this.#page.locator(selector);
    const count = Math.min(MOST, await buttons.count());
    for (let i = 0; i < count; i++) await this.pressAt(buttons, i);
  }

  /** Selects values of every choice, then the initial one. @param {string} selector */
  async chooseAll(selector) {
    for (const select of await this.#page.locator(selector).all()) {
      const before = await select.inputValue();
      const values = await select.evaluate((it) =>
        [.../** @type {HTMLSelectElement} */ (it).options].map(({ value }) => value),
      );
      for (const value of [...values.slice(...CHOICES), before]) {
        await select.selectOption(value);
        await calm(this.#page);
        this.#listen();
      }
    }
  }

  /** Hovers a few points of a picture, presses one, leaves, and closes what opened. @param {string} selector of a figure */
  async pointOver(selector) {
    const figure = this.#page.locator(selector).first();
    if (!(await figure.count())) return;
    await figure.evaluate(async (it, places) => {
      const canvas = /** @type {HTMLCanvasElement} */ (it.shadowRoot?.querySelector("canvas"));
      const { x, y, width, height } = canvas.getBoundingClientRect();
      const send = (/** @type {string} */ type, [across, down] = places[1]) =>
        canvas.dispatchEvent(
          new PointerEvent(type, {
            ...{ bubbles: true, composed: true, cancelable: true, pointerType: "mouse", isPrimary: true },
            ...{ clientX: x + across * width, clientY: y + down * height },
          }),
        );
      const shown = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      for (const place of places) {
        send("pointermove", place);
        await shown();
      }
      for (const type of ["pointerdown", "pointerup", "click"]) send(type);
      await shown();
      send("pointerleave");
      await shown();
    }, PLACES);
    this.#listen();
    await this.pressAt(this.#page.locator("mha-origin button.close"), 0);
  }
}
