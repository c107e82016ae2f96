import { isPicked } from "./item.mjs";
import { escaped } from "../../web/kit/text/escaped.js";

/** The instructor's guide: each chapter with its plan, its questions and the mistakes to expect. */

/** @typedef {import("./teach.mjs").Planned} Planned */
/** @typedef {import("./item.mjs").Item} Item */

/** @param {readonly Planned[]} planned */
export const guideBody = (planned) => `<main id="main" class="teach">
      <p class="up"><a href="./">For teachers</a></p>
      <h1>Instructor’s guide</h1>
      <p>
        Students need matrix products and the idea of a derivative; for the chapters about code, NumPy or PyTorch. No chapter
        needs a running Python: all numbers are computed in the page.
      </p>
      <p>
        A chapter works best as <em>predict, observe, explain</em>: read a question aloud, let everybody answer, then look at the
        figure. Each question below stands with its answer and with the wrong answers that students give, and why they give
        them. Answers depend on the figure; these belong to the chapter as it opens.
      </p>
      <p>
        Minutes are an estimate: reading at 130 words a minute, 1 to 3 minutes a question by its level, 2 minutes for each thing
        to do.
      </p>
      <div class="table" tabindex="0">
        <table>
          <thead><tr><th>Chapter</th><th>Minutes</th><th>Questions</th><th>Builds on</th></tr></thead>
          <tbody>
            ${planned.map((chapter, at) => overview(chapter, at)).join("\n            ")}
          </tbody>
        </table>
      </div>
      ${planned.map((chapter, at) => section(planned, chapter, at)).join("\n      ")}
    </main>`;

/** @param {Planned} chapter @param {number} at */
const overview = ({ name, title, minutes, items, takes }, at) =>
  `<tr><th scope="row"><a href="#${name}">${at + 1}. ${title}</a></th><td>${minutes}</td><td>${items.length}</td><td>${
    takes.map(({ from }) => from + 1).join(", ") || "—"
  }</td></tr>`;

/** @param {readonly Planned[]} planned @param {Planned} chapter @param {number} at */
function section(planned, chapter, at) {
  const { name, title, minutes, explains, takes, items, exercises, lesson } = chapter;
  const rows = [
    ["Goals", lesson.goals.map(escaped).join(" ")],
    ["Time", `${minutes} minutes`],
    [
      "Builds on",
      takes
        .map(
          ({ from, terms }) =>
            `<a href="#${planned[from].name}">${planned[from].title}</a>${terms.length ? ` (${terms.join(", ")})` : ""}`,
        )
        .join("; "),
    ],
    ["Explains", explains.join(", ")],
    ["Exercise", exercises.map(escaped).join("; ")],
    [
      "Open",
      `<a href="../learn/${name}.html">the chapter</a> · <a href="../learn/${name}.html?present">present it</a>`,
    ],
  ];
  return `<section>
        <h2 id="${name}">${at + 1}. ${title}</h2>
        <dl>${rows
          .filter(([, said]) => said)
          .map(([term, said]) => `<div><dt>${term}</dt><dd>${said}</dd></div>`)
          .join("")}</dl>
        ${demonstration(chapter)}
        <h3>Talking points</h3>
        <ul>${lesson.talk.map((point) => `<li>${escaped(point)}</li>`).join("")}</ul>
        <h3>Likely misconceptions</h3>
        <ul>${lesson.misconceptions
          .map(({ thinks, answer }) => `<li><b>${escaped(thinks)}</b> ${escaped(answer)}</li>`)
          .join("")}</ul>
        ${items.map(wrongAnswers).join("\n        ")}
      </section>`;
}

/** What to show, step by step. @param {Planned} chapter */
function demonstration({ name, items, lesson }) {
  const total = lesson.show.reduce((sum, { minutes }) => sum + minutes, 0);
  const steps = lesson.show.map(({ minutes, press, ask, say }) => {
    const item = ask && items.find(({ id }) => id === `${name}-${ask}-0`);
    if (ask && !item) throw new Error(`lessons.json asks ${name} for a question “${ask}”, which it lacks`);
    const first = item ? `Ask: “${escaped(item.asks)}” ` : press ? `Press <b>${escaped(press)}</b>. ` : "";
    return `<li>${first}${escaped(say)} <span class="level">${minutes} min</span></li>`;
  });
  return `<h3>Demonstration: ${total} minutes</h3>
        <ol>${steps.join("")}</ol>`;
}

/** @param {Item} item */
function wrongAnswers(item) {
  const wrong = (isPicked(item) ? item.choices : item.wrong).filter(({ right, why }) => !right && why);
  const expect = wrong
    .map(({ text, why }) => `<li><b>${escaped(text.trim())}</b>: ${escaped(why)}</li>`)
    .join("");
  return `<div class="asked">
          <h3>${escaped(item.asks)}</h3>
          <p><span class="level">Level ${item.level} of 4</span> ${answerOf(item)}</p>
          ${expect && `<p class="expect">Mistakes to expect:</p><ul>${expect}</ul>`}
        </div>`;
}

/** The right answer and its reason, which often begins with the answer. @param {Item} item */
export function answerOf(item) {
  const right = item.choices.find((choice) => choice.right)?.text.trim() ?? item.answer;
  const told = item.kind === "line" ? `<code>${escaped(right)}</code> ` : `<b>${escaped(right)}.</b> `;
  return `${item.why.startsWith(right) ? "" : told}${escaped(item.why)}`;
}
