import { DEFAULTS } from "../../../web/kit/state/settings.js";
import { QUESTIONS, askQuestion } from "../../../web/learn/state/quiz.js";
import { tokenize } from "../../../web/kit/state/tokens.js";
import { pictureOf } from "../../page/support/pictures.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("../../../web/learn/state/quiz.js").Put} Put
 */

/**
 * Opens a chapter, and waits for its figures and questions. @param {{ open: Function }} browser @param
 * {string} name @param {import("playwright-core").BrowserContextOptions & { first?: string }} [options] @param {string} [query]
 * @returns {Promise<{ page: Page, seen: any, close: () => Promise<void> }>}
 */
export async function openChapter(browser, name, options, query = "") {
  const opened = await browser.open(`learn/${name}.html${query}`, { reducedMotion: "reduce", ...options });
  await opened.page.waitForFunction(() => {
    const asked = [...document.querySelectorAll("mha-predict")];
    const told = [...document.querySelectorAll("mha-value")];
    return (
      asked.every((it) => it.shadowRoot?.querySelector("form")) &&
      told.every((it) => it.shadowRoot?.querySelector("[part=value]"))
    );
  });
  return opened;
}

/**
 * The questions of a chapter, as computed by the core in Node for the chapter's figures.
 * @param {Page} page @param {import("../../../web/core/index.js").Core} core
 * @returns {Promise<{ id: string, question: string, it: Put | null }[]>}
 */
export async function askedIn(page, core) {
  const asked = await page.locator("article mha-predict").evaluateAll((all) =>
    all.map((it) => {
      const of = /** @type {any} */ (document.getElementById(it.getAttribute("for") ?? ""));
      return { id: it.id, question: it.getAttribute("question") ?? "", state: of.state };
    }),
  );
  return Promise.all(
    asked.map(async ({ id, question, state }) => {
      const picture = state.weights === "vision" ? await ofVision(core, state) : ofSentence(state);
      const it = askQuestion(/** @type {any} */ (QUESTIONS.get(question)), 0, picture, core);
      return { id, question, it };
    }),
  );
}

/** The picture of a figure with an image. The import reads all images. @param {import("../../../web/core/index.js").Core} core @param {any} state */
async function ofVision(core, state) {
  const { figurePicture } = await import("../../../tools/lib/figure-picture.mjs");
  return figurePicture(core, { ...DEFAULTS, ...state });
}

/** The picture of a figure with a sentence. @param {Record<string, any>} state */
const ofSentence = ({ tokens, heads, causal, kvHeads }) =>
  pictureOf({ tokens: Array.isArray(tokens) ? tokens : tokenize(tokens), heads, causal, kvHeads });

/** Index of the correct choice. @param {Put} it */
export const rightPick = ({ question, choices, facts: { answer } }) =>
  question.kind === "line"
    ? Number(answer)
    : choices.findIndex(({ value }) => JSON.stringify(value) === JSON.stringify(answer));
