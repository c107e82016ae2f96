import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { VIEWS } from "../../kit/state/look.js";
import { LOOKS } from "../../kit/text/looks.js";
import { shareSaid } from "../../kit/text/share.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { loadFailed } from "../../kit/elements/load-failed.js";
import { viewTabs, viewTabStyles } from "../../kit/elements/look-controls.js";
import { headPicture, headScene, loadDrawings, viewOf } from "../draw/one-head.js";
import { labelOf, mapOf, roleOf, weightsOf } from "../state/page-run.js";
import { isSameHead } from "../state/page-state.js";
import { EVERY_HEAD, MODEL_HEAD } from "../words.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/page-state.js").Head} Head */
/** @typedef {import("../state/page-state.js").State} State */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */

/** The head under the pointer, or else the selected one, large. Slots: `into` beside its name, `why` in the fold of the selected score. */
export class ModelHead extends ModelPanel {
  static properties = { ...ModelPanel.properties, trouble: { state: true } };

  static styles = [
    ModelPanel.styles,
    headingStyles,
    viewTabStyles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px 12px;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
        margin: 4px 0 12px;
      }
      .top h2 {
        margin: 0;
      }
      .tabs {
        width: fit-content;
        margin-top: 8px;
      }
      .said {
        min-height: 40px;
        margin: 6px 0 4px;
      }
      summary {
        width: fit-content;
        margin: 2px 0;
        padding: 2px 0;
        font-size: 13px;
        cursor: pointer;
      }
      .answers {
        font-size: 13px;
      }
      .answers > span + span {
        margin-left: 6px;
        padding-left: 8px;
        border-left: 1px solid var(--_edge);
      }
      @media print {
        details:not([open]) {
          display: none;
        }
      }
    `,
  ];

  /** @type {import("../draw/one-head.js").HeadScene | null} */
  #scene = null;
  /** The height of the selected head's scene, in px: pointing at another head moves nothing below. */
  #height = 0;

  constructor() {
    super();
    /** A view whose drawing could not be loaded. @type {{ view: import("../../kit/state/look.js").View, error: Error } | null} */
    this.trouble = null;
  }

  render() {
    const { run, pointed, selected, query, key } = this.page?.state ?? {};
    if (!run || !selected) return html``;
    const head = pointed ?? selected;
    const name = headName(head.layer, head.head, this);
    const at = { ...head, query, key: key ?? this.page.ranking.keysOf(head)[0].key };
    const { trouble } = this;
    return html`${this.#top(name)}
      ${trouble && loadFailed(trouble.error, this, () => void this.#show(trouble.view))}
      <p class="quiet said" aria-live="polite">
        <span class="unseen">${name}:</span> ${say(EVERY_HEAD, this).kind(run.kinds[head.layer])} ·
        ${this.#role(run, head)}
      </p>
      <div role="tabpanel" aria-label=${this.#view(name)}>
        <mha-figure
          walks
          label=${this.#summary(run, name, at)}
          .draw=${(/** @type {Surface} */ surface) => this.#draw(run, at, surface)}
          @point=${this.#point}
          @walk=${this.#walk}
        ></mha-figure>
      </div>
      ${this.#actions(run, at)} ${this.#why(run)} ${AsTable.of(this.#table(run, head), this.#files(run, at))}`;
  }

  /** The fold with the parts of the selected score. @param {Shown} run */
  #why({ kind, isWhole }) {
    if (kind || !isWhole) return "";
    const { why } = this.page.state;
    return html`<details ?open=${why} @toggle=${this.#toggled}>
      <summary>${say(MODEL_HEAD, this).why}</summary>
      <slot name="why"></slot>
    </details>`;
  }

  /** @param {Event} event */
  #toggled({ target }) {
    this.page.set({ why: /** @type {HTMLDetailsElement} */ (target).open });
  }

  /** What can be done with the head. @param {Shown} run @param {Head & { query: number, key: number }} at */
  #actions(run, at) {
    const words = say(MODEL_HEAD, this);
    const isOff = this.page.state.off.some((each) => isSameHead(each, at));
    return html`<div class="actions">
      <button
        class="button"
        @click=${() => void this.page.turn({ layer: at.layer, head: at.head, ...(at.kind && { kind: at.kind }) })}
      >
        ${isOff ? words.on : words.off}
      </button>
      ${this.#answers()}
    </div>`;
  }

  /** The model's answer with all heads, and its answer without those that are off. */
  #answers() {
    const words = say(MODEL_HEAD, this);
    const { answers } = this.page.ranking;
    if (!answers) return "";
    const { before, now, kept } = answers;
    const renderAnswer = (/** @type {string} */ text, /** @type {number} */ share) =>
      html`<b><bdi>${labelOf(text)}</bdi></b> ${Number.isFinite(share) ? shareSaid(share) : words.unlikely}`;
    const first = html`<span
      ><span class="unseen">${words.withAll}</span> ${renderAnswer(before.text, before.probability)}</span
    >`;
    if (!this.page.state.off.length) return html`<span class="answers">${first}</span>`;
    return html`<span class="answers" aria-live="polite"
      >${first}<span
        ><span class="unseen">${words.withOff}</span> ${renderAnswer(before.text, kept)}${
          now.id === before.id ? "" : html`, ${words.now} ${renderAnswer(now.text, now.probability)}`
        }</span
      ></span
    >`;
  }

  /** Files of the head's picture and weights. @param {Shown} run @param {Head & { query: number, key: number }} at */
  #files(run, at) {
    const picture = (/** @type {State} */ state, /** @type {Surface} */ surface) =>
      headPicture(this.page.core, run, state, at, surface);
    return html`<mha-save-files
      slot="files"
      nested
      part="save"
      file=${fileOf(at)}
      .picture=${picture}
      .numbers=${() => weightsOf(run, [at])}
      .store=${this.store}
    ></mha-save-files>`;
  }

  /** @param {string} name of the head */
  #top(name) {
    const { view } = this.page.state.look;
    return html`<div class="top">
        <h2>${capitalize(name)}</h2>
        <slot name="into"></slot>
      </div>
      ${viewTabs(VIEWS, view, (chosen) => void this.#show(chosen), this)}`;
  }

  /** @param {import("../../kit/state/look.js").View} view */
  async #show(view) {
    this.trouble = null;
    try {
      if (view !== "map") await loadDrawings();
      this.page.look({ view });
    } catch (error) {
      this.trouble = { view, error: /** @type {Error} */ (error) };
    }
  }

  /** @param {string} head its name */
  #view(head) {
    const { view, views } = say(LOOKS, this);
    return view({ head, view: views[this.page.state.look.view] });
  }

  /** @param {Shown} run @param {string} name @param {Head & { query: number, key: number }} at */
  #summary({ words: pieces, keyWords }, name, at) {
    const words = say(MODEL_HEAD, this);
    return viewOf(this.page.state, at) === "map"
      ? words.summary(name, pieces[at.query])
      : words.pair(this.#view(name), { query: pieces[at.query], key: keyWords[at.key] });
  }

  /** What the head does most on this sentence. @param {Shown} run @param {Head} at */
  #role(run, { layer, head }) {
    const { measures, arrived } = run;
    const words = say(MODEL_HEAD, this);
    const { measures: names, withFigure } = say(EVERY_HEAD, this);
    if (layer >= arrived) return words.coming;
    const measured = measures[layer][head];
    const role = roleOf(measured, run);
    const first = words.first(shareSaid(measured.first));
    if (!role) return `${words.noRole}; ${first}`;
    const said = withFigure(names[role], shareSaid(measured[role]));
    if (role === "sink") return `${words.over(said, run.words.length - Number(run.causal))}; ${first}`;
    const queries = measured.queries[role === "afterSame" || role === "sameWord" ? "sameWord" : role];
    return role === "afterSame"
      ? `${said}; ${first}`
      : `${words.over(said, queries)}${role === "first" ? "" : `; ${first}`}`;
  }

  /** @param {Shown} run @param {Head & { query: number, key: number }} at @param {Surface} surface */
  #draw(run, at, surface) {
    const { state } = this.page;
    const scene = (this.#scene = headScene(this.page.core, run, state, at, surface));
    if (isSameHead(at, state.selected)) this.#height = scene.height;
    return { ...scene, height: Math.max(scene.height, this.#height) };
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const hit = hold && this.#scene?.hit?.(x, y);
    if (!hit) return;
    const { query = this.page.state.query, key } = hit;
    if (key === undefined) this.page.ask(query);
    else this.page.meet(query, key);
  }

  /** @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail: { dx, dy } }) {
    const { run, query, key, selected } = this.page.state;
    if (!run) return;
    const clampIndex = (/** @type {number} */ place, /** @type {readonly string[]} */ words) =>
      Math.max(0, Math.min(words.length - 1, place));
    this.page.meet(
      clampIndex(query + dy, run.words),
      clampIndex((key ?? this.page.ranking.keysOf(selected)[0].key) + dx, run.keyWords),
    );
  }

  /** @param {Shown} run @param {Head} head @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(run, head) {
    const { words, keyWords, causal } = run;
    const { corner, masked } = say(MODEL_HEAD, this);
    const map = mapOf(run, head);
    const size = keyWords.length;
    const cell = (/** @type {number} */ query, /** @type {number} */ key) =>
      causal && key > query ? masked : map[query * size + key];
    return {
      ...{ name: fileOf(head), corner, columns: keyWords },
      rows: () => words.map((word, query) => [word, ...keyWords.map((_, key) => cell(query, key))]),
    };
  }
}

/** The name of a head's files, without their ending. @param {Head} head */
const fileOf = ({ kind, layer, head }) => `${kind ? `${kind}-` : ""}layer-${layer}-head-${head}`;
