import { html } from "lit";
import { maskScene } from "./draw.js";
import { broadcastScene } from "./draw-broadcast.js";
import { number } from "../../kit/draw/legend.js";
import { shorten } from "../../kit/draw/tensor-labels.js";
import { FIRST_TURN, PATHS, fits, maskAnswer, sizesIn } from "./state.js";
import { MASK } from "./words.js";
import { say, messageText } from "../../kit/text/words.js";
import { chipOf } from "../../kit/text/faults.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice } from "../../kit/elements/choice.js";
import { sizesOf } from "../../kit/state/sizes.js";
import { table } from "../../kit/elements/table.js";
import { LabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { MaskAnswer, MaskTurn } from "./state.js" */
/** @import { Picture } from "../../kit/state/picture.js" */

/** Which keys each query may see. */
export default class MaskLab extends LabPanel {
  static properties = { ...LabPanel.properties, turn: { state: true }, at: { state: true } };

  /** @type {ReturnType<typeof maskScene> | null} */
  #scene = null;
  /** Whether dragging blocks cells or opens them. @type {boolean | null} */
  #paints = null;

  constructor() {
    super();
    /** @type {MaskTurn} */
    this.turn = FIRST_TURN;
    /** The cell reached by keyboard or pointer; null for the selected one. @type {{ query: number, key: number } | null} */
    this.at = null;
  }

  /** Words in the lab's language. */
  get #words() {
    return say(MASK, this);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    const { picture, comparison } = this.store?.state ?? {};
    if (changed.has("store") && comparison && PATHS.includes(comparison.fault))
      this.turn = { ...this.turn, path: comparison.fault };
    if (picture) this.turn = fitted(this.turn, picture);
  }

  render() {
    const { store } = this;
    const picture = store && this.picture;
    if (!picture?.layer) return html``;
    const view = this.#view(picture);
    if (!("answer" in view))
      return html`${this.#turns(picture)}
        <p class="alarm" role="alert">${this.#words.refused(messageText(view.refused, this))}</p>
        ${this.#paths(picture)}`;
    const { answer, tokens, keyTokens } = view;
    return html`${this.#turns(picture)}
      <div class="two">
        <div>
          <mha-figure
            walks
            label=${this.#words.figure(tokens.length, keyTokens.length)}
            .draw=${(/** @type {Surface} */ surface) => (this.#scene = maskScene(view, surface))}
            @point=${this.#point}
            @pan=${this.#drag}
            @walk=${this.#walk}
            @leave=${() => (this.#paints = null)}
          ></mha-figure>
          <p class="how">${this.#words.how}</p>
          ${AsTable.of(this.numbers)}
        </div>
        <div>
          <p role="status">${this.#rowSaid(view)}</p>
          <h3>${this.#words.leak}</h3>
          ${this.#paths(picture)}
          <p class="how">${this.#words.leakHow}</p>
          <p role="status" class=${answer.leaks.length ? "alarm" : ""}>${this.#leakSaid(answer)}</p>
          <h3>${this.#words.cast}</h3>
          ${this.#broadcast(answer, view.colormap)}
        </div>
      </div>`;
  }

  /** @param {Picture} picture */
  #view(picture) {
    const store = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const { settings } = picture;
    const { selection } = store.state;
    const { queries, keys } = sizesIn(picture);
    const answer = this.once([picture, this.turn], () => maskAnswer(picture, this.turn));
    if ("refused" in answer) return answer;
    const keyTokens = settings.keyTokens.length ? settings.keyTokens : settings.tokens;
    const query = Math.min(this.at?.query ?? selection.token ?? 0, queries - 1);
    const head = Math.min(selection.head ?? 0, picture.config.numHeads - 1);
    const words = {
      ...this.#words.picture,
      weights: this.#words.picture.weights(head),
      row: this.#words.picture.row(shorten(settings.tokens[query], 20)),
    };
    return {
      ...{ answer, head, query, words, keyTokens, tokens: settings.tokens },
      painted: this.turn.painted,
      key: Math.min(this.at?.key ?? selection.key ?? 0, keys - 1),
      colormap: settings.colormap,
    };
  }

  /** @param {Picture} picture */
  #turns(picture) {
    const { turn } = this;
    const { keys } = sizesIn(picture);
    const store = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const { numHeads } = picture.config;
    const query = Math.min(this.at?.query ?? store.state.selection.token ?? 0, sizesIn(picture).queries - 1);
    const change = (/** @type {Partial<MaskTurn>} */ by) => (this.turn = { ...turn, ...by });
    return html`<div class="turn">
      <label
        ><input
          type="checkbox"
          .checked=${turn.causal}
          @change=${(/** @type {any} */ { target }) => change({ causal: target.checked })}
        />${this.#words.causal}</label
      >
      <label
        >${this.#words.padding}
        <input
          type="number"
          min="0"
          max=${keys}
          .value=${String(turn.padding)}
          @input=${(/** @type {any} */ { target }) => {
            const given = target.valueAsNumber;
            const isFit = Number.isInteger(given) && given >= 0 && given <= keys;
            target.setCustomValidity(isFit ? "" : this.#words.most(keys));
            if (isFit) change({ padding: given });
            else target.reportValidity();
          }}
      /></label>
      ${choice(this.#words.where, this.#words.where, this.#words.sides, turn.side, (side) => change({ side }))}
      <button @click=${() => change({ painted: rowPainted(turn.painted, query, keys) })}>
        ${this.#words.block(shorten(picture.settings.tokens[query]))}
      </button>
      <button @click=${() => change({ causal: false, padding: 0, painted: new Set() })}>
        ${this.#words.clear}
      </button>
      <label
        >${this.#words.head}
        <select @change=${(/** @type {any} */ { target }) => store.select({ head: Number(target.value) })}>
          ${Array.from({ length: numHeads }, (_, i) => html`<option value=${i} ?selected=${i === Math.min(store.state.selection.head ?? 0, numHeads - 1)}>${i}</option>`)}
        </select></label
      >
    </div>`;
  }

  /** @param {Picture} picture */
  #paths(picture) {
    const sizes = sizesOf(picture);
    return html`<div class="turn">
      <label
        >${this.#words.path}
        <select
          aria-label=${this.#words.paths}
          @change=${(/** @type {any} */ { target }) => (this.turn = { ...this.turn, path: target.value })}
        >
          ${PATHS.map(
            (path) =>
              html`<option value=${path} ?selected=${path === this.turn.path}>
                ${path === "none" ? this.#words.right : chipOf(path, sizes, this)}
              </option>`,
          )}
        </select></label
      >
    </div>`;
  }

  /** @param {MaskAnswer} answer */
  #leakSaid({ leaks, may }) {
    if (!fits(this.turn)) return this.#words.needsMask;
    if (leaks.length) return this.#words.leaks(leaks.join(", "), leaks.length);
    return may.every(Boolean) ? this.#words.all : this.#words.sealed;
  }

  /** @param {MaskAnswer} answer @param {string} colormap */
  #broadcast({ broadcast, heads }, colormap) {
    if (!broadcast.length) return html`<p>${this.#words.unmasked}</p>`;
    const size = (/** @type {readonly number[]} */ shape) => `(${shape.join(", ")})`;
    const named = (/** @type {number} */ batch, /** @type {number} */ head) =>
      this.#words.slice(batch, head, heads.shape[0]);
    return html`<p>${this.#words.castTo(size(heads.shape))}</p>
      ${table(
        this.#words.table,
        broadcast.map(({ name, shape, strides }) => [this.#words.names[name], size(shape), size(strides)]),
      )}
      <mha-figure
        label=${this.#words.heads}
        .draw=${(/** @type {Surface} */ surface) => broadcastScene({ heads, colormap, named }, surface)}
      ></mha-figure>`;
  }

  /** The data to draw. @throws {Error} if the core refuses the mask */
  get #shown() {
    const view = this.#view(/** @type {Picture} */ (this.picture));
    if ("refused" in view) throw new Error(this.#words.refused(messageText(view.refused, this)));
    return view;
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    return maskScene(this.#shown, surface);
  }

  get numbers() {
    const view = this.#shown;
    return {
      name: `mask-lab-head-${view.head}`,
      corner: this.#words.corner,
      columns: [...view.keyTokens, this.#words.picture.moved],
      rows: () => rowsOf(view),
    };
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const hit = hold && this.#scene?.hit(x, y);
    if (!hit) return;
    this.#paints = null;
    this.at = hit;
    if (hit.isMask) this.#paint(hit);
  }

  /** @param {CustomEvent<import("../../kit/elements/figure.js").Pan>} event */
  #drag(event) {
    const { x = 0, y = 0 } = event.detail;
    const hit = this.#scene?.hit(x, y);
    if (!hit?.isMask) return;
    event.preventDefault();
    this.at = hit;
    this.#paints = this.#paint(hit, this.#paints);
  }

  /** @param {CustomEvent<{ dx: number, dy: number, page: number, hold: boolean }>} event */
  #walk({ detail: { dx, dy, hold } }) {
    const picture = this.picture;
    const view = picture && this.#view(picture);
    if (!view || !("answer" in view)) return;
    const { queries, keys } = sizesIn(picture);
    const within = (/** @type {number} */ at, /** @type {number} */ size) =>
      Math.max(0, Math.min(size - 1, at));
    this.at = { query: within(view.query + dy, queries), key: within(view.key + dx, keys) };
    if (hold) this.#paint(this.at);
  }

  /** @param {{ query: number, key: number }} at @param {boolean | null} [blocks] whether to block the cell; defaults to toggling @returns {boolean} */
  #paint({ query, key }, blocks = null) {
    const { keys } = sizesIn(/** @type {Picture} */ (this.picture));
    const painted = new Set(this.turn.painted);
    const cell = query * keys + key;
    const block = blocks ?? !painted.has(cell);
    if (block) painted.add(cell);
    else painted.delete(cell);
    this.turn = { ...this.turn, painted };
    return block;
  }

  /** Says how the mask changes the selected row. @param {Seen} view */
  #rowSaid({ answer, tokens, keyTokens, head, query }) {
    const keys = keyTokens.length;
    const seen = answer.open.subarray(query * keys, (query + 1) * keys).filter((value) => value === 0).length;
    const word = shorten(tokens[query], 20);
    if (seen) return this.#words.sees(word, seen, keys);
    const [, , queries] = answer.weights.large.shape;
    if (this.turn.path === "softmax_axis") return this.#words.blindOverQueries(word);
    return this.#words.blind(word, number(answer.weights.large.data[(head * queries + query) * keys], 2));
  }
}

/**
 * Drops the padding and painted cells that do not fit a sentence of another length.
 * @param {MaskTurn} turn @param {Picture} picture @returns {MaskTurn}
 */
function fitted(turn, picture) {
  const { queries, keys } = sizesIn(picture);
  const last = Math.max(-1, ...turn.painted);
  const isFit = turn.padding <= keys && last < queries * keys;
  return isFit ? turn : { ...turn, padding: Math.min(turn.padding, keys), painted: new Set() };
}

/** Blocks a whole row. @param {ReadonlySet<number>} painted @param {number} query @param {number} keys */
const rowPainted = (painted, query, keys) =>
  new Set([...painted, ...Array.from({ length: keys }, (_, key) => query * keys + key)]);

/** @typedef {{ answer: MaskAnswer, tokens: readonly string[], keyTokens: readonly string[], head: number, query: number, key: number }} Seen */

/** @param {Seen} view */
function rowsOf({ answer, tokens, keyTokens, head }) {
  const keys = keyTokens.length;
  return tokens.map((token, query) => {
    const at = (head * tokens.length + query) * keys;
    return [token, ...answer.weights.zero.data.subarray(at, at + keys), answer.moved[query]];
  });
}
