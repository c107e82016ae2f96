import { setTimeout as sleep } from "node:timers/promises";
import { requestsOf, waits } from "./in-flight.js";

/** @typedef {import("playwright-core").Page} Page */

/** Waits until the element has a picture, or a message in its place. @param {Page} page @param {string} [selector] */
export async function ready(page, selector = "mha-explainer") {
  await page.waitForFunction(
    (name) => {
      const store = /** @type {any} */ (document.querySelector(name))?.store;
      return store && store.state.status !== "waiting";
    },
    selector,
    { polling: 20 },
  );
  await drawn(page);
}

/** Waits until requested files are loaded and painted. @param {Page} page */
export async function drawn(page) {
  let before;
  do {
    while (waits(page)) await sleep(10);
    before = requestsOf(page);
    await frames(page);
  } while (requestsOf(page) > before); // an arrived file, or an update, may request others
}

/** Takes an open page of a walk to another state, as Back does. @param {Page} page @param {string} address of the page, with the state's query */
export async function showAddress(page, address) {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
  await page.mouse.move(-1, -1);
  await drawn(page);
}

/**
 * Opens one page for one test after another, which takes a third of the time of a page for each. After a test that did not close the page, because it failed, a
 * new one is opened.
 * @template {{ page: Page, seen: any, close: () => Promise<void> }} Opened
 * @param {() => Promise<Opened>} open @param {(opened: Opened, address?: string) => Promise<void>} reset shows the state of an address, without loading the page again
 * @returns {(address?: string) => Promise<Opened>}
 */
export function useOnePage(open, reset) {
  /** @type {Opened | undefined} */
  let opened;
  let isClosed = false;
  return async (address) => {
    if (opened && isClosed) {
      opened.seen.forget();
      await reset(opened, address);
    } else {
      opened = await open();
      if (address) await reset(opened, address);
    }
    isClosed = false;
    return { ...opened, close: async () => void (isClosed = true) };
  };
}

/** Waits until styles that follow the theme or a class have their new values: transitions signal them. @param {Page} page */
export async function restyled(page) {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
  await drawn(page);
}

/** Waits until every figure has been painted; figures out of view are painted when the page is idle. @param {Page} page */
export async function painted(page) {
  await page.waitForFunction(() => {
    /** @param {ParentNode} root @returns {any[]} */
    const figuresIn = (root) =>
      [...root.querySelectorAll("*")].flatMap((each) => [
        ...(each.localName === "mha-figure" ? [each] : []),
        ...(each.shadowRoot ? figuresIn(each.shadowRoot) : []),
      ]);
    return figuresIn(document)
      .filter((figure) => figure.draw && figure.offsetWidth > 0 && figure.checkVisibility())
      .every((figure) => figure.renderRoot.querySelector("canvas")?.hasAttribute("width"));
  });
  await drawn(page);
}

/** Waits for first renders and Lit's updates, then two frames, three times over in one call: each call takes longer than a frame. @param {Page} page */
async function frames(page) {
  await page.evaluate(async () => {
    for (let round = 0; round < 3; round++) {
      const all = [...document.querySelectorAll("*")].filter(({ localName }) => localName.startsWith("mha-"));
      await Promise.all(all.map((each) => /** @type {any} */ (each).updateComplete));
      await new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      );
    }
  });
}

/** @param {Page} page @param {string} id */
export async function goTo(page, id) {
  await page.evaluate((step) => /** @type {any} */ (document.querySelector("mha-explainer")).goTo(step), id);
  await drawn(page);
}

/** The shape of a step's tensor. @param {Page} page @param {string} id @returns {Promise<number[]>} */
export const shapeOf = (page, id) =>
  page.evaluate(
    async (step) =>
      (await /** @type {any} */ (document.querySelector("mha-explainer")).getTensor(step)).shape,
    id,
  );

/** The ids of the steps on the map; the current one has a star. @param {Page} page @returns {Promise<string[]>} */
export const stations = (page) =>
  page
    .locator("mha-track .station")
    .evaluateAll((all) =>
      all.map(
        (one) => `${one.getAttribute("data-id")}${one.getAttribute("aria-current") === "step" ? "*" : ""}`,
      ),
    );

/** The shown step. @param {Page} page @returns {Promise<string>} */
export const stepOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).step);

/** The last announcement for screen readers. @param {Page} page @returns {Promise<string>} */
export const spoken = (page) =>
  page
    .locator("mha-shape-walk")
    .evaluate((walk) => walk.shadowRoot?.querySelector("[role=status]")?.textContent ?? "");

/** Number of colours on the stage; a picture has more than background and text. @param {Page} page @returns {Promise<number>} */
export const colours = (page) =>
  page.locator("mha-stage canvas").evaluate((it) => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (it);
    const copy = new OffscreenCanvas(width, height); // reading the page's canvas would change how the browser stores it
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (copy.getContext("2d"));
    context.drawImage(/** @type {HTMLCanvasElement} */ (it), 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size;
  });
