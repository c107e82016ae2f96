import { setTimeout as sleep } from "node:timers/promises";
import { waits } from "./in-flight.js";
import { IS_NIGHTLY, sample } from "./nightly.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

const MOST = IS_NIGHTLY ? 24 : 6; // largest number of buttons pressed in a part
const WORDS = IS_NIGHTLY ? 6 : 2; // largest number of words hovered in a choice
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
const frame = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

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
  async #listen() {
    this.uses++;
    await frame(this.#page);
    for (const error of this.#seen.errors.slice(this.#heard)) this.check(false, error.slice(0, 300));
    this.#heard = this.#seen.errors.length;
  }

  /** Hovers an element, presses it, and leaves it. @param {Locator} what */
  async press(what) {
    await what.evaluate((it) => {
      const over = { bubbles: true, composed: true, pointerType: "mouse" };
      it.dispatchEvent(new PointerEvent("pointerover", over));
      it.dispatchEvent(new PointerEvent("pointerenter", over));
      it.dispatchEvent(
        new MouseEvent("click", { bubbles: true, composed: true, cancelable: true, detail: 1 }),
      );
      it.dispatchEvent(new PointerEvent("pointerout", over));
      it.dispatchEvent(new PointerEvent("pointerleave", over));
    });
    await this.#listen();
  }

  /** Presses elements one by one; a press may remove others. @param {string} selector */
  async pressAll(selector) {
    const buttons = this.#page.locator(selector);
    const count = Math.min(MOST, await buttons.count());
    for (let i = 0; i < count; i++)
      if ((await buttons.count()) > i && (await isUsable(buttons.nth(i)))) await this.press(buttons.nth(i));
  }

  /** Selects every value of every choice, then the initial one. @param {string} selector */
  async chooseAll(selector) {
    for (const select of await this.#page.locator(selector).all()) {
      const before = await select.inputValue();
      const values = await select.evaluate((it) =>
        [.../** @type {HTMLSelectElement} */ (it).options].map(({ value }) => value),
      );
      for (const value of [...values.slice(0, WORDS), before]) {
        await select.selectOption(value);
        await calm(this.#page);
        await this.#listen();
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
    }, PLACES);
    await this.#listen();
    const close = this.#page.locator("mha-origin button.close");
    if (await close.count()) await this.press(close);
  }
}

/** @param {Locator} button */
const isUsable = async (button) => (await button.isVisible()) && (await button.isEnabled());
