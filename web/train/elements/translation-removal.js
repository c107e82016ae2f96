import { css, html } from "lit";
import { namesOf } from "../draw/translation-names.js";
import { NOTHING_AWAY, isNothing } from "../state/removal.js";
import { lostOf, setsOf, worstHit } from "../state/translation-heads.js";
import { AWAY } from "../words.js";
import { TRANSLATION } from "../words-translation.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { tableStyles } from "../../kit/elements/table.js";
import { shareSaid } from "../../kit/text/share.js";
import { QueuedPanel } from "./train-panel.js";

/** @typedef {import("../state/training.js").Training} Training */
/** @typedef {import("../state/state.js").Counted} Counted */
/** @typedef {import("../../core/types.js").TranslatorEvaluation} TranslatorEvaluation */

const MOVED = 0.05; // smallest loss that is pointed out

/** How often French words are right, and in their right form, without sets of heads. A press on a row switches its heads off. */
export class TranslationRemoval extends QueuedPanel {
  static styles = [
    QueuedPanel.styles,
    headingStyles,
    tableStyles,
    css`
      :host {
        font-size: 13px;
      }
      h2 {
        margin-top: 14px;
      }
      .both {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr));
        gap: 0 32px;
      }
      td b {
        color: var(--_T);
      }
      th button {
        min-height: 24px;
        padding: 0;
        border: 0;
        background: none;
        text-align: left;
        text-decoration: underline dotted;
        text-underline-offset: 3px;
      }
      th button[aria-pressed="true"] {
        font-weight: 600;
        background: var(--_token-wash);
      }
      th button:hover {
        text-decoration-style: solid;
      }
      p {
        margin: 8px 0 0;
        color: var(--_muted);
      }
      .back {
        min-height: 28px;
        margin-top: 8px;
        padding: 0 8px;
        border: 1px dashed var(--_edge);
        border-radius: 8px;
        background: none;
      }
    `,
  ];

  render() {
    const { training } = this;
    const { whole, away, without } = training?.state ?? {};
    if (!training || !whole?.evaluation || !away) return html``;
    const words = say(TRANSLATION, this);
    const { kinds, evaluation } = whole;
    const sets = this.#sets(training);
    const isOwn = !isNothing(away) && !sets.some(({ off }) => isSame(off, away.off));
    return html`<h2>${say(AWAY, this).title}</h2>
      <div class="both">
        <table>
          <thead>
            <tr>
              <th scope="col">${words.right(whole.sentences)}</th>
              <th scope="col">${words.meaning}</th>
              <th scope="col">${words.form}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">${words.hit(words.whole, words.allWords)}</th>
              <td>${shareSaid(kinds.word.accuracy)}</td>
              <td>${shareSaid(kinds.form.accuracy)}</td>
            </tr>
            ${sets.map(({ off, counted }) => this.#row(training, off, counted, evaluation))}
            ${isOwn ? this.#row(training, away.off, without?.away === away ? without : null, evaluation) : ""}
          </tbody>
        </table>
        <div>
          <p>${words.lesson}</p>
          <p role="status">${this.#said(training, evaluation)}</p>
          ${
            isNothing(away)
              ? ""
              : html`<button class="back" @click=${() => training.take(NOTHING_AWAY)}>${words.back}</button>`
          }
        </div>
      </div>
      ${AsTable.of(this.#table(training, evaluation))}`;
  }

  /** The sets of heads that the table names; not counted during training. @param {Training} training @returns {{ off: readonly string[], counted: Counted | null }[]} */
  #sets({ state: { removals, whole, config } }) {
    const sizes = /** @type {import("../state/translation-heads.js").Sizes} */ (config);
    const sets = setsOf(/** @type {TranslatorEvaluation} */ (whole?.evaluation), sizes);
    const rows = removals?.step === whole?.step ? (removals?.rows ?? []) : [];
    return sets.map((off) => ({ off, counted: rows.find(({ away }) => isSame(away.off, off)) ?? null }));
  }

  /** @param {Training} training @param {readonly string[]} off @param {Counted | null} counted @param {TranslatorEvaluation} whole */
  #row(training, off, counted, whole) {
    const { state } = training;
    const words = say(TRANSLATION, this);
    const heads = namesOf(state, this).set(off);
    const isOff = isSame(state.away.off, off);
    const hit = counted?.evaluation && worstHit(counted.evaluation, whole);
    const before = hit && whole.parts[/** @type {"noun"} */ (hit.part)];
    const share = (/** @type {"meaning" | "form"} */ what) => {
      if (!hit || !before) return "…";
      const said = formSaid(hit[what]);
      return lostOf(hit, before)[what] >= MOVED ? html`<b>${said}</b>` : said;
    };
    return html`<tr>
      <th scope="row">
        <button aria-pressed=${isOff} @click=${() => training.take(isOff ? NOTHING_AWAY : { off, cuts: [] })}>
          ${hit ? words.hit(heads, words.parts[hit.part]) : heads}
        </button>
      </th>
      <td>${share("meaning")}</td>
      <td>${share("form")}</td>
    </tr>`;
  }

  /** The parts of speech that are less often right. @param {Training} training @param {TranslatorEvaluation} whole */
  #said(training, whole) {
    const { away, without } = training.state;
    if (isNothing(away) || without?.away !== away || !without.evaluation) return "";
    const words = say(TRANSLATION, this);
    const lost = Object.entries(without.evaluation.parts).filter(([part, each]) => {
      const { meaning, form } = lostOf(each, whole.parts[/** @type {"noun"} */ (part)]);
      return Math.max(meaning, form) >= MOVED;
    });
    const said = lost.map(([part, { meaning, form }]) =>
      words.left(words.parts[part], shareSaid(meaning), formSaid(form)),
    );
    return say(AWAY, this).summary(
      [namesOf(training.state, this).set(away.off)],
      said.length ? said : [words.same],
    );
  }

  /** @param {Training} training @param {TranslatorEvaluation} whole @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(training, whole) {
    const words = say(TRANSLATION, this);
    const { away, without } = training.state;
    const sets = this.#sets(training).flatMap(({ off, counted }) => (counted ? [{ off, counted }] : []));
    const own = without && without.away === away && !sets.some(({ off }) => isSame(off, away.off));
    const counts = [
      { name: words.whole, evaluation: whole },
      ...[...sets, ...(own ? [{ off: away.off, counted: without }] : [])].map(({ off, counted }) => ({
        name: words.without(namesOf(training.state, this).set(off)),
        evaluation: /** @type {TranslatorEvaluation} */ (counted.evaluation),
      })),
    ];
    return {
      name: "removal",
      corner: words.part,
      columns: counts.flatMap(({ name }) => [`${name}: ${words.meaning}`, `${name}: ${words.form}`]),
      rows: () =>
        Object.keys(whole.parts).map((part) => [
          words.parts[part],
          ...counts.flatMap(({ evaluation: { parts } }) => {
            const { meaning, form } = parts[/** @type {"noun"} */ (part)];
            return [meaning, form];
          }),
        ]),
    };
  }
}

/** A share; a dash if there is none, because no word has the right meaning. @param {number} share */
const formSaid = (share) => (Number.isNaN(share) ? "–" : shareSaid(share));

/** @param {readonly string[]} a @param {readonly string[]} b */
const isSame = (a, b) => [...a].sort().join() === [...b].sort().join();
