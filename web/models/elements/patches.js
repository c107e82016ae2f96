import { css, html } from "lit";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice, choiceStyles } from "../../kit/elements/choice.js";
import { focus } from "../../kit/elements/follow.js";
import { headName } from "../../kit/text/head-names.js";
import { shareInThree, shortShare } from "../../kit/text/share.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { labelOf } from "../state/page-run.js";
import { PAIRS, PATCHED, PatchGrid, answersSaid, isSameLength } from "../state/patch-grid.js";
import { WHICH_MODEL } from "../words.js";
import { MODEL_PATCHES } from "../words-writes.js";
import { ModelPanel } from "./model-panel.js";
import { secondSentence, secondSentenceStyles } from "./second-sentence.js";

/** @typedef {import("../state/patch-grid.js").Patching} Patching */

/** Parts of a second sentence, put into the first one by one, in a fold. */
export class ModelPatches extends ModelPanel {
  static properties = { ...ModelPanel.properties, what: { state: true } };

  static styles = [
    ModelPanel.styles,
    choiceStyles,
    secondSentenceStyles,
    css`
      :host {
        margin-top: 20px;
        font-size: 13px;
      }
      summary {
        width: fit-content;
        font-size: 16px;
        font-weight: 600;
        cursor: pointer;
      }
      form,
      .pairs,
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 12px;
        margin: 8px 0;
      }
      .link {
        min-height: 24px;
        text-align: start;
      }
      .choice {
        flex: 0 1 auto;
        flex-wrap: wrap;
        min-width: 0;
      }
      .scroll {
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
      }
      th {
        padding: 2px 8px 2px 0;
        font-weight: 400;
        color: var(--_muted);
        text-align: start;
        white-space: nowrap;
      }
      thead th {
        padding: 2px;
        text-align: center;
      }
      td {
        padding: 2px;
      }
      td button {
        width: 44px;
        height: 30px;
        padding: 0;
        border: 1px solid var(--_hairline);
        border-radius: 4px;
        background: color-mix(in srgb, var(--_H) calc(var(--share, 0) * 60%), var(--_card));
        font-size: 12.5px;
      }
      td .against {
        border-style: dashed;
        background: color-mix(in srgb, var(--_T) calc(var(--share, 0) * 50%), var(--_card));
      }
      td button:hover,
      td [aria-pressed="true"] {
        border-color: var(--_ink);
      }
      [aria-pressed="true"] {
        font-weight: 600;
      }
      @media print {
        details:not([open]),
        form,
        .pairs,
        progress {
          display: none;
        }
      }
    `,
  ];

  /** @type {PatchGrid | null} */
  #grid = null;

  constructor() {
    super();
    /** What is replaced. @type {import("../state/patching.js").Patch["what"]} */
    this.what = "output";
    this.addEventListener("focuslost", () => focus(this, "form .button"));
  }

  get grid() {
    return (this.#grid ??= new PatchGrid(this.page));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#grid?.stop();
  }

  /** Stops the patching of a sentence that is no longer on show. */
  updated() {
    const { run, patching } = this.page?.state ?? {};
    if (patching && patching.of !== run && patching.progress.done < patching.progress.total) this.grid.stop();
  }

  render() {
    const { run, patching, patchProblem } = this.page?.state ?? {};
    if (!run) return html``;
    const words = say(MODEL_PATCHES, this);
    const shown = patching?.of === run ? patching : null;
    return html`<details>
      <summary>${words.title}</summary>
      <p class="quiet">${words.what}</p>
      ${this.#form()}
      <p class="line">
        ${choice(
          words.parts,
          words.parts,
          PATCHED.map((what) => [what, words.ways[what]]),
          this.what,
          (what) => (this.what = what),
        )}
      </p>
      ${patchProblem ? html`<p role="alert">${messageText(patchProblem, this)}${stop(this)}</p>` : ""}
      ${shown ? this.#shown(shown) : ""}
    </details>`;
  }

  #form() {
    const words = say(MODEL_PATCHES, this);
    return html`${secondSentence(this.page.state, {
        ...{ label: words.second, button: words.start },
        act: (sentence) => void this.grid.start(sentence, this.what),
      })}
      <p class="pairs">
        <span class="quiet">${words.pairs}</span>
        ${PAIRS.map(
          ([first, second]) =>
            html`<button class="link" @click=${() => void this.grid.offer([first, second])}>
              ${words.pair(first, changedWord(first, second))}
            </button>`,
        )}
      </p>`;
  }

  /** @param {Patching} patching */
  #shown(patching) {
    const words = say(MODEL_PATCHES, this);
    const { answers, progress, columns, shares } = patching;
    const [first, second] = answersSaid(answers);
    const isSame = answers[0].id === answers[1].id;
    return html`${
        progress.done < progress.total
          ? html`<p class="line">
              ${words.progress(progress.done, progress.total)}
              <progress
                aria-label=${words.progress(progress.done, progress.total)}
                max=${progress.total}
                .value=${progress.done}
              ></progress>
              <button class="button" @click=${() => this.grid.stop()}>${say(WHICH_MODEL, this).stop}</button>
            </p>`
          : ""
      }
      <p class="quiet">
        ${isSame ? words.same(first) : words.grid(first, second)}
        ${isSameLength(patching.of, patching.from) ? "" : words.atAsking}
      </p>
      <div class="scroll">
        <table aria-label=${words.title}>
          <thead>
            <tr>
              <td></td>
              ${columns.map((column) => html`<th scope="col">${column}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${shares.map(
              (row, layer) =>
                html`<tr>
                  <th scope="row">${words.layer(layer)}</th>
                  ${columns.map((_, column) => html`<td>${this.#cell(patching, layer, column, row[column])}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p aria-live="polite">${this.#picked(patching)}</p>
      ${AsTable.of({
        ...{ name: "patches", corner: words.corner, columns },
        rows: () => shares.map((row, layer) => [words.layer(layer), ...row]),
      })}`;
  }

  /** @param {Patching} patching @param {number} layer @param {number} column @param {number | undefined} share */
  #cell({ picked, ...patching }, layer, column, share) {
    const isPicked = picked?.layer === layer && picked.column === column;
    const name = this.#name(patching, layer, column);
    const said = share === undefined ? "" : shareInThree(share).replace("-", "−") || "0";
    return html`<button
      class=${share !== undefined && share < 0 ? "against" : ""}
      .style=${`--share: ${Math.min(1, Math.abs(share ?? 0))}`}
      aria-pressed=${isPicked}
      aria-label=${`${name}: ${said}`}
      @click=${() => void this.grid.pick(layer, column)}
    >
      ${said}
    </button>`;
  }

  /** @param {Pick<Patching, "what" | "columns">} patching @param {number} layer @param {number} column */
  #name({ what, columns }, layer, column) {
    return what === "stream"
      ? say(MODEL_PATCHES, this).stream(layer, columns[column])
      : headName(layer, column, this);
  }

  /** The answer of the first sentence with the pressed part. @param {Patching} patching */
  #picked({ picked, ...patching }) {
    if (!picked) return "";
    const words = say(MODEL_PATCHES, this);
    return html`${words.picked(this.#name(patching, picked.layer, picked.column))}
    ${picked.answers.map(
      ({ text, probability }, i) =>
        html`${i ? ", " : ""}<b><bdi>${labelOf(text)}</bdi></b> ${shortShare(probability)}`,
    )}`;
  }
}

/** The first word of a sentence that differs from another. @param {string} first @param {string} second */
function changedWord(first, second) {
  const words = first.split(" ");
  return second.split(" ").find((word, i) => word !== words[i]) ?? second;
}
