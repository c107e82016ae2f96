import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { capital, headName } from "../../kit/text/head-names.js";
import { decimals } from "../../kit/draw/legend.js";
import { VIEWS } from "../../kit/state/look.js";
import { LOOKS } from "../../kit/text/looks.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { viewTabs, viewTabStyles } from "../../kit/elements/view-tabs.js";
import { headPicture, headScene, viewOf } from "../draw/head-views.js";
import { additionOf, traceOf } from "../state/page-head.js";
import { weightsOf } from "../state/page-numbers.js";
import { roleOf } from "../state/page-measures.js";
import { mapOf } from "../state/page-run.js";
import { isSame } from "../state/page-state.js";
import { EVERY_HEAD, MODEL_HEAD } from "../words.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/page-state.js").Head} Head */
/** @typedef {import("../state/page-state.js").State} State */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */

const RANKED = 6; // keys

/** The head under the pointer, or else the selected one, large, with the keys of the selected query by weight. */
export class ModelHead extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    headingStyles,
    viewTabStyles,
    barStyles,
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
      .said {
        min-height: 40px;
        margin-bottom: 4px;
      }
      h3 {
        margin: 10px 0 4px;
        font-size: 13px;
        font-weight: 600;
      }
      ol {
        display: grid;
        grid-template-columns: minmax(0, max-content) minmax(60px, 1fr) max-content;
        gap: 2px 10px;
        align-items: center;
        margin: 0;
        padding: 0;
        list-style: none;
        font-size: 13px;
      }
      li {
        display: contents;
      }
      li > :first-child {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      li button {
        min-height: 24px;
        padding: 0;
        border: 0;
        background: none;
        text-align: left;
      }
      li [aria-current="true"] {
        font-weight: 600;
      }
      .adds {
        display: grid;
        grid-template-columns: minmax(60px, 1fr) max-content;
        gap: 2px 10px;
        align-items: center;
        font-size: 13px;
      }
      .adds + p {
        margin-top: 2px;
      }
      /* As high as the longest text: pointing at heads moves nothing. */
      .addition {
        min-height: 112px;
      }
      mha-save-files {
        margin-left: auto;
      }
    `,
  ];

  /** @type {import("../draw/head-views.js").HeadScene | null} */
  #scene = null;
  /** The height of the selected head's scene, in px: pointing at another head moves nothing below. */
  #height = 0;

  render() {
    const { run, pointed, selected, query, key: chosen } = this.page?.state ?? {};
    if (!run || !selected) return html``;
    const words = say(MODEL_HEAD, this);
    const head = pointed ?? selected;
    const name = headName(head.layer, head.head, this);
    const ranked = this.page.rank(head);
    const at = { ...head, query, key: chosen ?? ranked[0].key };
    return html`${this.#top(name)}
      <p class="quiet said" aria-live="polite">
        <span class="unseen">${name}:</span> ${this.#role(run, head)}
      </p>
      <div role="tabpanel" aria-label=${this.#view(name)}>
        <mha-figure
          ?walks=${viewOf(this.page.state, head) === "map"}
          label=${this.#summary(run, name, at)}
          .draw=${(/** @type {Surface} */ surface) => this.#draw(run, at, surface)}
          @point=${this.#point}
          @walk=${this.#walk}
        ></mha-figure>
      </div>
      ${this.#actions(run, at)}
      <h3>${words.ranked(run.words[query])}</h3>
      <ol>
        ${ranked.slice(0, RANKED).map(
          ({ key, weight }) =>
            html`<li>
              <button aria-current=${key === at.key} @click=${() => this.page.meet(query, key)}>
                <bdi>${run.words[key]}</bdi><span class="unseen"> ${key}</span>
              </button>
              <span>${bar(weight, { most: 1, fill: "var(--_H)" })}</span> <span>${weight.toFixed(2)}</span>
            </li>`,
        )}
      </ol>
      <div class="addition">${this.#addition(run, head)}</div>
      ${AsTable.of(this.#table(run, head))}`;
  }

  /** What can be done with the head. @param {Shown} run @param {Head & { query: number, key: number }} at */
  #actions(run, at) {
    const words = say(MODEL_HEAD, this);
    const isOff = this.page.state.off.some((each) => isSame(each, at));
    const picture = (/** @type {State} */ state, /** @type {Surface} */ surface) =>
      headPicture(this.page.core, run, state, at, surface);
    return html`<div class="actions">
      <button class="button" @click=${() => void this.page.turn({ layer: at.layer, head: at.head })}>
        ${isOff ? words.on : words.off}
      </button>
      <mha-save-files
        part="save"
        file=${fileOf(at)}
        .picture=${picture}
        .numbers=${() => weightsOf(run, [at])}
        .store=${this.store}
      ></mha-save-files>
    </div>`;
  }

  /** @param {string} name of the head */
  #top(name) {
    const { view } = this.page.state.look;
    return html`<div class="top">
      <h2>${capital(name)}</h2>
      ${viewTabs(VIEWS, view, (chosen) => this.page.look({ view: chosen }), this)}
    </div>`;
  }

  /** @param {string} head its name */
  #view(head) {
    const { view, views } = say(LOOKS, this);
    return view({ head, view: views[this.page.state.look.view] });
  }

  /** @param {Shown} run @param {string} name @param {Head & { query: number, key: number }} at */
  #summary({ words: pieces }, name, at) {
    const words = say(MODEL_HEAD, this);
    return viewOf(this.page.state, at) === "map"
      ? words.summary(name, pieces[at.query])
      : words.pair(this.#view(name), { query: pieces[at.query], key: pieces[at.key] });
  }

  /** What the head adds to the output of the selected query. @param {Shown} run @param {Head} head */
  #addition({ words: pieces }, head) {
    const words = say(MODEL_HEAD, this);
    const { query, pointed, selected } = this.page.state;
    const title = html`<h3>${words.adds(pieces[query])}</h3>`;
    const trace = traceOf(this.page.state, head);
    if (!trace)
      return html`${title}
        <p class="quiet">${pointed && !isSame(pointed, selected) ? words.unselected : ""}</p>`;
    const { share, moved, ...reach } = additionOf(trace, head.head, query);
    return html`${title}
      <div class="adds">
        <span>${bar(share, { ...reach, fill: "var(--_d)" })}</span>
        <span class="share"><span class="unseen">${words.share}</span> ${decimals(share, 2)}</span>
      </div>
      <p class="quiet">${words.without(moved.toFixed(2))}</p>`;
  }

  /** What the head does most on this sentence. @param {Shown} run @param {Head} at */
  #role({ measures, causal }, { layer, head }) {
    const words = say(MODEL_HEAD, this);
    const { measures: names, withFigure } = say(EVERY_HEAD, this);
    const measured = measures[layer][head];
    const role = roleOf(measured, causal);
    const first = words.first(measured.first.toFixed(2));
    if (!role) return `${words.noRole}; ${first}`;
    const queries = measured.queries[role === "afterSame" || role === "sameWord" ? "sameWord" : role];
    const said = withFigure(names[role], measured[role].toFixed(2));
    return role === "afterSame"
      ? `${said}; ${first}`
      : `${words.over(said, queries)}${role === "first" ? "" : `; ${first}`}`;
  }

  /** @param {Shown} run @param {Head & { query: number, key: number }} at @param {Surface} surface */
  #draw(run, at, surface) {
    const { state } = this.page;
    const scene = (this.#scene = headScene(this.page.core, run, state, at, surface));
    if (isSame(at, state.selected)) this.#height = scene.height;
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
    const within = (/** @type {number} */ place) => Math.max(0, Math.min(run.words.length - 1, place));
    this.page.meet(within(query + dy), within((key ?? this.page.rank(selected)[0].key) + dx));
  }

  /** @param {Shown} run @param {Head} head @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(run, head) {
    const { words, causal } = run;
    const { corner, masked } = say(MODEL_HEAD, this);
    const map = mapOf(run, head);
    const size = words.length;
    const cell = (/** @type {number} */ query, /** @type {number} */ key) =>
      causal && key > query ? masked : map[query * size + key];
    return {
      ...{ name: fileOf(head), corner, columns: words },
      rows: () => words.map((word, query) => [word, ...words.map((_, key) => cell(query, key))]),
    };
  }
}

/** The name of a head's files, without their ending. @param {Head} head */
const fileOf = ({ layer, head }) => `layer-${layer}-head-${head}`;
