import { html } from "lit";
import { orderScene } from "./draw.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { FIRST_TURN, orderAnswer } from "./state.js";
import { isEmbedded } from "../state-runs.js";
import { ORDER } from "./words.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice } from "../../kit/elements/choice.js";
import { CoreLabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { OrderAnswer, OrderTurn } from "./state.js" */

/** Whether attention depends on the order of the words. */
export default class OrderLab extends CoreLabPanel {
  static properties = { ...CoreLabPanel.properties, turn: { state: true } };

  /** @type {ReturnType<typeof orderScene> | null} */
  #scene = null;

  constructor() {
    super();
    /** @type {OrderTurn} */
    this.turn = FIRST_TURN;
  }

  /** Words in the lab's language. */
  get #words() {
    return say(ORDER, this);
  }

  /** @param {import("../lab-panel.js").Core} core @param {Picture} picture */
  renderLab(core, picture) {
    const { tokens } = picture.settings;
    const hindered = this.#hindrance(picture);
    if (hindered) return html`<p>${hindered}</p>`;
    const { turn } = this;
    const answer = this.#answer(core, picture);
    const token = this.#token(picture);
    return html`<div class="turn">
        ${choice(this.#words.positions, this.#words.positions, this.#words.ways, turn.positions, (positions) => (this.turn = { ...turn, positions }))}
        <button @click=${() => (this.turn = { ...turn, seed: turn.seed + 1 })}>${this.#words.again}</button>
      </div>
      <div class="two">
        <div>
          <mha-figure
            walks
            label=${this.#words.figure(tokens.length)}
            .draw=${(/** @type {Surface} */ surface) => this.#drawn(core, picture, surface)}
            @point=${this.#point}
            @walk=${this.#walk}
          ></mha-figure>
          <p class="how" role="status">${this.#rowSaid(answer, tokens, token)}</p>
          ${AsTable.of(this.numbers)}
        </div>
        <div>
          <p>${this.#words.largest}: <output class="mono large">${formatNumber(answer.largest)}</output></p>
          <p role="status">${this.#said(answer, picture)}</p>
          <p class="how">${this.#words.lesson}</p>
        </div>
      </div>`;
  }

  /** @param {import("../lab-panel.js").Core} core @param {Picture} picture */
  #answer(core, picture) {
    return this.once([picture, this.turn], () => orderAnswer(core, picture, this.turn));
  }

  /** @param {Picture} picture */
  #token({ settings: { tokens } }) {
    return Math.min(this.store?.state.selection.token ?? 0, tokens.length - 1);
  }

  /** @param {import("../lab-panel.js").Core} core @param {Picture} picture @param {Surface} surface */
  #drawn(core, picture, surface) {
    const answer = this.#answer(core, picture);
    const { tokens } = picture.settings;
    return (this.#scene = orderScene(
      { answer, tokens, token: this.#token(picture), words: this.#words },
      surface,
    ));
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    const { core, picture } = this.#askable;
    return this.#drawn(core, picture, surface);
  }

  get numbers() {
    const { core, picture } = this.#askable;
    const { order, apart } = this.#answer(core, picture);
    const { tokens } = picture.settings;
    return {
      name: `order-positions-${this.turn.positions ? "on" : "off"}`,
      corner: this.#words.table,
      columns: this.#words.columns,
      rows: () => tokens.map((word, at) => [word, at, order.indexOf(at), apart[at]]),
    };
  }

  get #askable() {
    const { subject } = this;
    const hindered = this.#hindrance(subject.picture);
    if (hindered) throw new Error(hindered);
    return subject;
  }

  /** @param {OrderAnswer} answer @param {Picture} picture */
  #said({ follows }, { settings }) {
    if (follows) return this.#words.follows;
    return settings.causal && !this.turn.positions ? this.#words.masked : this.#words.stays;
  }

  /** @param {OrderAnswer} answer @param {readonly string[]} tokens @param {number} token */
  #rowSaid({ order, apart }, tokens, token) {
    return this.#words.row(
      shortenWord(tokens[token], 20),
      token,
      order.indexOf(token),
      formatNumber(apart[token]),
    );
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const token = hold ? (this.#scene?.hit(x, y) ?? null) : null;
    if (token !== null) this.store?.select({ token });
  }

  /** @param {CustomEvent<{ dy: number, page: number }>} event */
  #walk({ detail: { dy, page } }) {
    const picture = this.picture;
    if (!picture) return;
    const last = picture.settings.tokens.length - 1;
    const token = Math.max(0, Math.min(last, this.#token(picture) + dy + 10 * page));
    this.store?.select({ token });
  }

  /** Message that says why the words cannot be shuffled, or "". @param {Picture} picture */
  #hindrance(picture) {
    if (!isEmbedded(picture)) return this.#words.given;
    return picture.settings.tokens.length < 2 ? this.#words.one : "";
  }
}
