import { html } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { rolesScene } from "./draw.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { WAYS, headIn, whyNoScores, rolesAnswer } from "./state.js";
import { ROLES } from "./words.js";
import { say, messageText } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { choice } from "../../kit/elements/choice.js";
import { CoreLabPanel } from "../lab-panel.js";
import { rankedStyles } from "../ranked-list.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { RolesAnswer, Way } from "./state.js" */
/** @import { Core } from "../lab-panel.js" */

/** The roles of queries and keys: asking and being asked. */
export default class RolesLab extends CoreLabPanel {
  static properties = { ...CoreLabPanel.properties, way: { state: true } };

  static styles = [CoreLabPanel.styles, barStyles, rankedStyles];

  /** @type {ReturnType<typeof rolesScene> | null} */
  #scene = null;

  constructor() {
    super();
    /** @type {Way} */
    this.way = WAYS[0];
  }

  /** Words in the lab's language. */
  get #words() {
    return say(ROLES, this);
  }

  /** @param {Core} core @param {Picture} picture */
  renderLab(core, picture) {
    const hinders = whyNoScores(picture, this.way);
    const turn = html`<div class="turn">
      ${choice(this.#words.way, this.#words.way, this.#words.ways, this.way, (way) => (this.way = way))}
    </div>`;
    if (hinders)
      return html`${turn}
        <p role="status">${this.#words.hindrance[hinders]}</p>`;
    const answer = this.#answer(core, picture);
    if ("refused" in answer)
      return html`${turn}
        <p role="status">${this.#words.refused(messageText(answer.refused, this))}</p>`;
    const { head } = this.#at(picture);
    return html`${turn}
      <div class="two">
        <div>
          <mha-figure
            walks
            label=${this.#words.figure(head)}
            .draw=${(/** @type {Surface} */ surface) => this.#drawn(core, picture, surface)}
            @point=${this.#point}
            @walk=${this.#walk}
          ></mha-figure>
          <p class="how" role="status">${this.#cellSaid(answer, picture)}</p>
          ${AsTable.of(this.numbers)}
        </div>
        <div>
          <h3>${this.#words.asymmetry}</h3>
          <ol class="ranked">
            ${Array.from(answer.asymmetry, (value, i) => this.#head(value, i, i === head))}
          </ol>
          <p class="how">${this.#words.zero}</p>
          <p role="status">${this.#words.said[this.way]}</p>
          ${this.way === "own" && picture.settings.weights === "constructed" ? html`<p class="how">${this.#words.even}</p>` : ""}
          <p class="how">${this.#words.softmax}</p>
        </div>
      </div>`;
  }

  /** @param {number} value @param {number} head @param {boolean} chosen */
  #head(value, head, chosen) {
    return html`<li>
      <button aria-current=${chosen} @click=${() => this.store?.select({ head })}>
        ${this.#words.head} ${head}
      </button>
      ${bar(value, { most: 1, fill: "currentColor" })}
      <span class="weight">${formatNumber(value, 2)}</span>
    </li>`;
  }

  /** @param {Core} core @param {Picture} picture */
  #answer(core, picture) {
    return this.once([picture, this.way], () => rolesAnswer(core, picture, this.way));
  }

  /** The selected cell, as far as it exists. @param {Picture} picture */
  #at({ config, settings: { tokens } }) {
    const { head, token, key } = /** @type {import("../../kit/state/store.js").Store} */ (this.store).state
      .selection;
    const last = tokens.length - 1;
    return {
      head: Math.min(head ?? 0, config.numHeads - 1),
      query: Math.min(token ?? 0, last),
      key: Math.min(key ?? 0, last),
    };
  }

  /** @param {Core} core @param {Picture} picture @param {Surface} surface */
  #drawn(core, picture, surface) {
    const answer = this.#answered(core, picture);
    const { tokens } = picture.settings;
    return (this.#scene = rolesScene({ answer, tokens, ...this.#at(picture), words: this.#words }, surface));
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    const { core, picture } = this.subject;
    return this.#drawn(core, picture, surface);
  }

  get numbers() {
    const { core, picture } = this.subject;
    const { head } = this.#at(picture);
    const { tokens } = picture.settings;
    const scores = headIn(this.#answered(core, picture).scores, head);
    return {
      name: `scores-head-${head}-${this.way}`,
      corner: this.#words.corner,
      columns: tokens,
      rows: () =>
        tokens.map((token, i) => [token, ...scores.subarray(i * tokens.length, (i + 1) * tokens.length)]),
    };
  }

  /** The answer. @throws {Error} if the layer has none, or the core refuses. @param {Core} core @param {Picture} picture */
  #answered(core, picture) {
    const hinders = whyNoScores(picture, this.way);
    if (hinders) throw new Error(this.#words.hindrance[hinders]);
    const answer = this.#answer(core, picture);
    if ("refused" in answer) throw new Error(this.#words.refused(messageText(answer.refused, this)));
    return answer;
  }

  /** @param {RolesAnswer} answer @param {Picture} picture */
  #cellSaid({ scores }, picture) {
    const { head, query, key } = this.#at(picture);
    const { tokens } = picture.settings;
    const at = (/** @type {number} */ i, /** @type {number} */ j) =>
      formatNumber(headIn(scores, head)[i * tokens.length + j]);
    return this.#words.cell(
      shortenWord(tokens[query], 20),
      shortenWord(tokens[key], 20),
      at(query, key),
      at(key, query),
    );
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
    const last = picture.settings.tokens.length - 1;
    const moved = (/** @type {number} */ at, /** @type {number} */ by) =>
      Math.max(0, Math.min(last, at + by));
    this.store?.select({ token: moved(query, dy), key: moved(key, dx) });
  }
}
