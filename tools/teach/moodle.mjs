import { contextOf, isPicked, spellings } from "./item.mjs";
import { escaped } from "../../web/kit/text/escaped.js";

/**
 * Questions in Moodle's XML, https://docs.moodle.org/en/Moodle_XML_format: choices and lines of code as multichoice, numbers as numerical,
 * shapes and indices as shortanswer. Wrong answers carry the misconception as feedback.
 *
 * @typedef {import("./item.mjs").Item} Item
 * @typedef {import("./item.mjs").Option} Option
 */

/** @param {readonly import("./item.mjs").Group[]} groups  one category each @returns {string} */
export const moodleXML = (groups) => `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
${groups.map(({ title, items }) => [category(title), ...items.map(question)].join("\n")).join("\n")}
</quiz>
`;

/** @param {string} title */
const category = (title) => `<question type="category">
  <category>${text(`$course$/top/Headscope/${title.replaceAll("/", "//")}`)}</category>
</question>`;

/** @param {string} content */
const text = (content) => `<text>${escaped(content)}</text>`;

/** Text that Moodle reads as HTML. @param {string} name of the element @param {string} content @param {string} [html] markup to append */
const formatted = (name, content, html = "") =>
  `<${name} format="html">${text(`<p>${escaped(content)}</p>${html}`)}</${name}>`;

/** @param {Item} item */
function question(item) {
  const type = isPicked(item) ? "multichoice" : item.kind === "number" ? "numerical" : "shortanswer";
  return `<question type="${type}">
  <name>${text(item.id)}</name>
  ${formatted("questiontext", item.asks, `<p><small>${escaped(contextOf(item))}</small></p>`)}
  ${formatted("generalfeedback", item.why)}
  <defaultgrade>1</defaultgrade>
  <penalty>0.3333333</penalty>
  <hidden>0</hidden>
  <tags><tag>${text(item.about)}</tag><tag>${text(`level ${item.level}`)}</tag></tags>
  ${isPicked(item) ? multipleChoice(item) : typed(item)}
</question>`;
}

/** @param {Item} item */
function multipleChoice({ kind, choices }) {
  const isCode = kind === "line";
  return `<single>true</single>
  <shuffleanswers>${!isCode}</shuffleanswers>
  <answernumbering>${isCode ? "123" : "abc"}</answernumbering>
  ${choices
    .map(({ text: said, right, why }) => {
      const shown = isCode ? `<code>${escaped(said).replaceAll(" ", "&nbsp;")}</code>` : escaped(said);
      return `<answer fraction="${right ? 100 : 0}" format="html">${text(shown)}${formatted("feedback", why)}</answer>`;
    })
    .join("\n  ")}`;
}

/** @param {Item} item */
function typed(item) {
  const isNumber = item.kind === "number";
  const tolerance = isNumber ? `<tolerance>${item.within}</tolerance>` : "";
  const answer = (/** @type {string} */ said, /** @type {boolean} */ right, /** @type {string} */ why) =>
    `<answer fraction="${right ? 100 : 0}" format="moodle_auto_format">${text(said)}${formatted("feedback", why)}${tolerance}</answer>`;
  return [
    ...(isNumber ? [] : ["<usecase>0</usecase>"]),
    ...spellings(item, item.typed).map((said) => answer(said, true, "")),
    ...item.wrong.flatMap(({ typed: said, why }) =>
      spellings(item, said).map((each) => answer(each, false, why)),
    ),
  ].join("\n  ");
}
