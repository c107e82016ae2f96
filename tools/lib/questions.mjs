import { loadCore } from "../../web/core/index.js";
import { asWritten } from "../../web/kit/state/attribute-values.js";
import { predictStyles } from "../../web/learn/elements/predict-styles.js";
import { theme } from "../../web/kit/elements/theme.js";
import { QUESTIONS, put } from "../../web/learn/state/quiz.js";
import { compute } from "../../web/kit/state/picture.js";
import { DEFAULTS, OPENING } from "../../web/kit/state/settings.js";
import { ROWS } from "../../web/kit/state/shown.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { attributesOf } from "./stills.mjs";

/**
 * Static markup of a chapter's questions. Readers without JavaScript can read it, and it is as high as the element that replaces it, so that nothing
 * below moves.
 */

const QUESTION = /<mha-predict\b([^>]*)><\/mha-predict>/g;

/** @param {string} article @param {string} figures @returns {Promise<string>} */
export async function withQuestions(article, figures) {
  const core = await loadCore();
  return article.replace(QUESTION, (whole, attributes) => {
    const asked = attributesOf(attributes);
    const question = QUESTIONS.get(asked.get("question") ?? "");
    const figure = new RegExp(`<mha-[\\w-]+\\s[^>]*\\bid="${asked.get("for")}"[^>]*>`).exec(figures)?.[0];
    if (!question || !figure) throw new Error(`${whole}: there is no such question, or no such figure`);
    const picture = compute(core, settingsOf(attributesOf(figure)));
    const it = put(question, 0, picture, core);
    picture.dispose();
    if (!it) throw new Error(`${whole}: of what the figure shows this cannot be asked`);
    const link = `<a class="link" href="#${asked.get("id")}">link to this question</a>`;
    return `<mha-predict${attributes}>${card(it)}</mha-predict>${link}`;
  });
}

/** @param {ReadonlyMap<string, string>} attributes @returns {import("../../web/kit/state/settings.js").Settings} */
function settingsOf(attributes) {
  const rows = ROWS.filter(({ attribute, name }) => attributes.has(attribute) && name in DEFAULTS);
  const given = rows.map((row) => [
    row.name,
    asWritten(row, /** @type {string} */ (attributes.get(row.attribute))),
  ]);
  const tokens = attributes.get("tokens") ?? OPENING;
  return { ...DEFAULTS, ...Object.fromEntries(given), tokens: tokenize(tokens) };
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
  return `<div class="card"><div class="asks">${escaped(it.asks)}</div><div class="ways">${ways}<div class="press"></div></div></div>`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The element's own styles, for the content before the element is defined. */
export const questionStyles = () =>
  `mha-predict { ${[theme, predictStyles]
    .flat(Infinity)
    .map((each) =>
      /** @type {import("lit").CSSResult} */ (each).cssText.replace(/:host(?:\(([^)]*)\))?/g, "&$1"),
    )
    .join("\n")} }`;
