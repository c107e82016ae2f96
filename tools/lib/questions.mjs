import { loadCore } from "../../web/core/index.js";
import { predictStyles } from "../../web/learn/elements/predict-styles.js";
import { theme } from "../../web/kit/elements/theme.js";
import { QUESTIONS, askQuestion } from "../../web/learn/state/quiz.js";
import { escaped } from "../../web/kit/text/escaped.js";
import { DEFAULTS, OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { QUESTION, attributesOf, valuesOf } from "./chapter-markup.mjs";
import { aroundIn } from "./course-translations.mjs";
import { figurePicture } from "./figure-picture.mjs";

/**
 * Static markup of a chapter's questions. Readers without JavaScript can read it, and it is as high as the element that replaces it, so that nothing
 * below moves.
 */

/** @param {string} article @param {string} figures @param {string} [lang] tag of the page's language @returns {Promise<string>} */
export async function withQuestions(article, figures, lang = "en") {
  const locale = lang === "en" ? undefined : (await import(`#words/${lang}`)).default;
  const core = await loadCore();
  return article.replace(QUESTION, (whole, attributes) => {
    const [it] = askedOf(core, attributes, figures, [0], { locale });
    if (!it) throw new Error(`${whole}: of what the figure shows this cannot be asked`);
    const link = `<a class="link" href="#${attributesOf(attributes).get("id")}">${aroundIn(lang).question}</a>`;
    return `<mha-predict${attributes}>${card(it)}</mha-predict>${link}`;
  });
}

/**
 * A question of a chapter about its figure, in several variants; null for variants that cannot be asked.
 * @param {import("../../web/core/index.js").Core} core
 * @param {string} attributes  of the element mha-predict
 * @param {string} figures  markup of the chapter's figure
 * @param {readonly number[]} turns
 * @param {import("../../web/kit/text/words.js").Localized} [speaker] language of the question
 */
export function askedOf(core, attributes, figures, turns, speaker) {
  const name = attributesOf(attributes).get("question") ?? "";
  const question = QUESTIONS.get(name);
  if (!question) throw new Error(`there is no question ${name}`);
  const picture = figurePicture(core, figureOf(attributes, figures));
  const all = turns.map((turn) => askQuestion(question, turn, picture, core, speaker));
  picture.dispose();
  return all;
}

/** Settings of the figure that a question is about. @param {string} attributes of the element mha-predict @param {string} figures */
export const figureOf = (attributes, figures) => settingsOf(figureAttributes(attributes, figures));

/** Attributes of the figure that a question is about. @param {string} attributes of the element mha-predict @param {string} figures */
export function figureAttributes(attributes, figures) {
  const id = attributesOf(attributes).get("for");
  const figure = new RegExp(`<mha-[\\w-]+\\s[^>]*\\bid="${id}"[^>]*>`).exec(figures)?.[0];
  if (!figure) throw new Error(`there is no figure ${id}`);
  return attributesOf(figure);
}

/** @param {ReadonlyMap<string, string>} attributes @returns {import("../../web/kit/state/settings.js").Settings} */
function settingsOf(attributes) {
  const settings = Object.entries(valuesOf(attributes)).filter(([name]) => name in DEFAULTS);
  const tokens = attributes.get("tokens") ?? OPENING;
  return { ...DEFAULTS, ...Object.fromEntries(settings), tokens: tokenize(tokens) };
}

/** The card of mha-predict without buttons. @param {import("../../web/learn/state/quiz.js").Put} it */
function card(it) {
  const { kind } = it.question;
  const options = (/** @type {readonly string[]} */ texts) =>
    texts
      .map((text) => `<div class="option"><span class="dot"></span><span class="given">${text}</span></div>`)
      .join("");
  const ways =
    kind === "choice"
      ? options(it.choices.map(({ text }) => `<bdi>${escaped(text)}</bdi>`))
      : kind === "line"
        ? `<div class="code">${options((it.facts.lines ?? []).map((line) => `<code>${escaped(line)}</code>`))}</div>`
        : '<div class="typed"></div>';
  return `<div class="card"><div class="asks" lang="${it.lang}">${escaped(it.asks)}</div><div class="ways">${ways}<div class="press"></div></div></div>`;
}

/** The element's own styles, for the content before the element is defined. */
export const questionStyles = () =>
  `mha-predict { ${[theme, predictStyles]
    .flat(Infinity)
    .map((each) =>
      /** @type {import("lit").CSSResult} */ (each).cssText.replace(/:host(?:\(([^)]*)\))?/g, "&$1"),
    )
    .join("\n")} }`;
