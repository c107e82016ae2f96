import { css, html } from "lit";
import { buildScene } from "./draw.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import {
  FIRST_DIALS,
  MOST_SHARP,
  PUZZLE,
  builtHead,
  puzzleIn,
  weightWithOneMore,
} from "./state.js";
import { isEmbedded } from "../state-runs.js";
import { BUILD } from "./words.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { define } from "../../kit/elements/define.js";
import { TargetLab } from "./element-target.js";
import { CoreLabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Built, Dials } from "./state.js" */
/** @import { Core } from "../lab-panel.js" */

const FARTHEST = 12; // tokens, largest offset of the dial in either direction

/** Builds a head in closed form: four dials, its columns, its map, and a puzzle; below, the limits of a single head. */
export default class BuildLab extends CoreLabPanel {
  static properties = { ...CoreLabPanel.properties, dials: { state: true } };

  static styles = [
    CoreLabPanel.styles,
    css`
      .turn output {
        min-width: 7ch;
        color: var(--_ink);
      }
      summary {
        min-height: 24px;
        font-size: 13px;
        color: var(--_muted);
        cursor: pointer;
      }
      ol {
        margin: 4px 0 10px;
        padding-left: 20px;
        font-size: 13px;
      }
      mha-lab-wanted {
        margin-top: 22px;
        padding-top: 8px;
        border-top: 1px solid var(--_hairline);
      }
    `,
  ];

  /** @type {ReturnType<typeof buildScene> | null} */
  #scene = null;

  constructor() {
    super();
    /** @type {Dials} */
    this.dials = FIRST_DIALS;
  }

  /** Words in the lab's language. */
  get #words() {
    return say(BUILD, this);
  }

  /** @param {Core} core @param {Picture} picture */
  renderLab(core, picture) {
    if (!isEmbedded(picture)) return html`<p>${this.#words.given}</p>`;
    const built = this.#built(core, picture);
    const { tokens } = picture.settings;
    const keyTokens = keysOf(picture);
    return html`${this.#turns()}
      <div class="two">
        <div>
          <mha-figure
            walks
            label=${this.#words.figure}
            .draw=${(/** @type {Surface} */ surface) => this.#drawn(core, picture, surface)}
            @point=${this.#point}
            @walk=${this.#walk}
          ></mha-figure>
          <p class="how" role="status">${this.#cellSaid(built, picture)}</p>
          ${AsTable.of(this.numbers)}
        </div>
        <div>
          <p class="how">${this.#words.how}</p>
          <h3>${this.#words.puzzle}</h3>
          ${this.#puzzle(core, picture, built)}
        </div>
      </div>
      ${keyTokens === tokens ? html`<mha-lab-wanted .store=${this.store} .core=${core}></mha-lab-wanted>` : ""}`;
  }

  #turns() {
    const { place, offset, word, first, sharpness } = this.dials;
    const change = (/** @type {Partial<Dials>} */ by) => (this.dials = { ...this.dials, ...by });
    const dial = (
      /** @type {string} */ name,
      /** @type {number} */ value,
      /** @type {{ min?: number, max: number, step: number }} */ { min = 0, max, step },
      /** @type {string} */ said,
      /** @type {(value: number) => Partial<Dials>} */ to,
    ) =>
      html`<input
          type="range"
          min=${min}
          max=${max}
          step=${step}
          .value=${String(value)}
          aria-label=${name}
          aria-valuetext=${said}
          @input=${(/** @type {any} */ { target }) => change(to(target.valueAsNumber))}
        /><output>${said}</output>`;
    const share = { max: 1, step: 0.1 };
    return html`<div class="turn">
      <label
        ><input
          type="checkbox"
          .checked=${place}
          @change=${(/** @type {any} */ { target }) => change({ place: target.checked })}
        />${this.#words.place}</label
      >
      <label>
        ${dial(this.#words.offsetName, offset, { min: -FARTHEST, max: FARTHEST, step: 1 }, this.#words.offset(offset), (to) => ({ offset: to, place: true }))}
      </label>
      <label
        >${this.#words.word}
        ${dial(this.#words.word, word, share, formatNumber(word), (to) => ({ word: to }))}</label
      >
      <label
        >${this.#words.first}
        ${dial(this.#words.first, first, share, formatNumber(first), (to) => ({ first: to }))}</label
      >
      <label
        >${this.#words.sharpness}
        ${dial(this.#words.sharpness, sharpness, { max: MOST_SHARP, step: 0.5 }, `${formatNumber(sharpness)} ${this.#words.nats}`, (to) => ({ sharpness: to }))}</label
      >
    </div>`;
  }

  /** @param {Core} core @param {Picture} picture */
  #built(core, picture) {
    return this.once([picture, this.dials], () => builtHead(core, picture, this.dials));
  }

  /** @param {Core} core @param {Picture} picture @param {Built} built */
  #puzzle(core, picture, built) {
    const pair = keysOf(picture) === picture.settings.tokens ? puzzleIn(picture.settings.tokens) : null;
    if (!pair) return html`<p>${this.#words.none}</p>`;
    const { asks, finds, enough } = PUZZLE;
    const weight = built.attention[pair.query * picture.settings.tokens.length + pair.key];
    const isSolved = weight >= enough;
    return html`<p>${this.#words.task(asks, finds)}</p>
      <p role="status">
        ${isSolved ? html`<b>${this.#words.solved(formatNumber(weight))}</b>` : this.#words.now(asks, finds, formatNumber(weight), formatNumber(enough))}
      </p>
      ${
        isSolved
          ? html`<p>
              ${this.#words.counted(this.#words.more, formatNumber(weightWithOneMore(core, picture, built, pair, this.#words.more)))}
            </p>`
          : html`<details>
              <summary>${this.#words.hints}</summary>
              <ol>
                ${this.#words.hint.map((hint) => html`<li>${hint(asks, finds, pair.query, pair.key)}</li>`)}
              </ol>
            </details>`
      }`;
  }

  /** The selected query and key, as far as they exist; defaults to the puzzle's. @param {Picture} picture */
  #at(picture) {
    const { token, key } = /** @type {import("../../kit/state/store.js").Store} */ (this.store).state.selection;
    return {
      query: Math.min(token ?? 0, picture.settings.tokens.length - 1),
      key: Math.min(key ?? 0, keysOf(picture).length - 1),
    };
  }

  /** @param {Core} core @param {Picture} picture @param {Surface} surface */
  #drawn(core, picture, surface) {
    const { tokens, colormap } = picture.settings;
    const keyTokens = keysOf(picture);
    const pair = keyTokens === tokens ? puzzleIn(tokens) : null;
    const view = {
      ...{ built: this.#built(core, picture), tokens, keyTokens, colormap, words: this.#words.picture },
      ...this.#at(picture),
      target: pair && /** @type {[number, number]} */ ([pair.query, pair.key]),
    };
    return (this.#scene = buildScene(view, surface));
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    const { core, picture } = this.#askable;
    return this.#drawn(core, picture, surface);
  }

  get numbers() {
    const { core, picture } = this.#askable;
    const { attention } = this.#built(core, picture);
    const { tokens } = picture.settings;
    const columns = keysOf(picture);
    return {
      name: "built-head",
      corner: this.#words.corner,
      columns,
      rows: () =>
        tokens.map((token, i) => [
          token,
          ...attention.subarray(i * columns.length, (i + 1) * columns.length),
        ]),
    };
  }

  get #askable() {
    const { subject } = this;
    if (!isEmbedded(subject.picture)) throw new Error(this.#words.given);
    return subject;
  }

  /** @param {Built} built @param {Picture} picture */
  #cellSaid({ attention }, picture) {
    const { query, key } = this.#at(picture);
    const keyTokens = keysOf(picture);
    const weight = formatNumber(attention[query * keyTokens.length + key]);
    return this.#words.cell(shortenWord(picture.settings.tokens[query], 20), shortenWord(keyTokens[key], 20), weight);
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const at = hold ? (this.#scene?.hit(x, y) ?? null) : null;
    if (at) this.store?.select({ token: at[0], key: at[1] });
  }

  /** @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail: { dx, dy } }) {
    const picture = this.picture;
    if (!picture) return;
    const { query, key } = this.#at(picture);
    const moved = (/** @type {number} */ at, /** @type {number} */ of) => Math.max(0, Math.min(of - 1, at));
    this.store?.select({
      token: moved(query + dy, picture.settings.tokens.length),
      key: moved(key + dx, keysOf(picture).length),
    });
  }
}

/** @param {Picture} picture */
const keysOf = ({ settings: { tokens, keyTokens } }) => (keyTokens.length ? keyTokens : tokens);

define("mha-lab-wanted", TargetLab);
