import { html } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { choice } from "../../kit/elements/choice.js";
import { sizesOf } from "../../kit/state/sizes.js";
import { chipOf } from "../../kit/text/faults.js";
import { broadcastScene, maskScene } from "./draw.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { FIRST_TURN, PATHS, maskAnswer, sizesIn, canCompute } from "./state.js";
import { MASK } from "./words.js";
import { say, messageText } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { table } from "../../kit/elements/table.js";
import { LabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Localized } from "../../kit/text/words.js" */
/** @import { MaskAnswer, MaskTurn } from "./state.js" */

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
    const leaks = leakSaid(answer, this.turn, this);
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
          <p role="status">${rowSaid(view, this.turn, this)}</p>
          <h3>${this.#words.leak}</h3>
          ${this.#paths(picture)}
          <p class="how">${this.#words.leakHow}</p>
          <p role="status" class=${answer.leaks.length ? "alarm" : ""}>${leaks}</p>
          <h3>${this.#words.cast}</h3>
          ${this.#broadcast(answer, view.colormap)}
        </div>
      </div>`;
  }

  /** @param {Picture} picture */
  #view(picture) {
    const { settings } = picture;
    const { selection } = /** @type {import("../../kit/state/store.js").Store} */ (this.store).state;
    const answer = this.once([picture, this.turn], () => maskAnswer(picture, this.turn));
    if ("refused" in answer) return answer;
    const keyTokens = settings.keyTokens.length ? settings.keyTokens : settings.tokens;
    const [query, head] = [this.#query(picture), this.#head(picture)];
    const words = {
      ...this.#words.picture,
      weights: this.#words.picture.weights(head),
      row: this.#words.picture.row(shortenWord(settings.tokens[query], 20)),
    };
    return {
      ...{ answer, head, query, words, keyTokens, tokens: settings.tokens },
      painted: this.turn.painted,
      key: Math.min(this.at?.key ?? selection.key ?? 0, sizesIn(picture).keys - 1),
      colormap: settings.colormap,
    };
  }

  /** The selected row of the mask. @param {Picture} picture */
  #query(picture) {
    const { selection } = /** @type {import("../../kit/state/store.js").Store} */ (this.store).state;
    return Math.min(this.at?.query ?? selection.token ?? 0, sizesIn(picture).queries - 1);
  }

  /** @param {Picture} picture */
  #head(picture) {
    const { selection } = /** @type {import("../../kit/state/store.js").Store} */ (this.store).state;
    return Math.min(selection.head ?? 0, picture.config.numHeads - 1);
  }

  /** @param {Picture} picture */
  #turns(picture) {
    const { turn } = this;
    const change = (/** @type {Partial<MaskTurn>} */ by) => (this.turn = { ...turn, ...by });
    const show = (/** @type {number} */ head) => this.store?.select({ head });
    const at = { query: this.#query(picture), head: this.#head(picture) };
    return maskControls(turn, picture, at, { change, show }, this);
  }

  /** @param {Picture} picture */
  #paths(picture) {
    return pathControl(this.turn, picture, (path) => (this.turn = { ...this.turn, path }), this);
  }

  /** @param {MaskAnswer} answer @param {string} colormap */
  #broadcast({ broadcast, heads }, colormap) {
    if (!broadcast.length) return html`<p>${this.#words.unmasked}</p>`;
    const size = (/** @type {readonly number[]} */ shape) => `(${shape.join(", ")})`;
    const nameSlice = (/** @type {number} */ batch, /** @type {number} */ head) =>
      this.#words.slice(batch, head, heads.shape[0]);
    return html`<p>${this.#words.castTo(size(heads.shape))}</p>
      ${table(
        this.#words.table,
        broadcast.map(({ name, shape, strides }) => [this.#words.names[name], size(shape), size(strides)]),
      )}
      <mha-figure
        label=${this.#words.heads}
        .draw=${(/** @type {Surface} */ surface) => broadcastScene({ heads, colormap, nameSlice }, surface)}
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
    const clampIndex = (/** @type {number} */ at, /** @type {number} */ size) =>
      Math.max(0, Math.min(size - 1, at));
    this.at = { query: clampIndex(view.query + dy, queries), key: clampIndex(view.key + dx, keys) };
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

/** @param {Seen} view */
function rowsOf({ answer, tokens, keyTokens, head }) {
  const keys = keyTokens.length;
  return tokens.map((token, query) => {
    const at = (head * tokens.length + query) * keys;
    return [token, ...answer.weights.zero.data.subarray(at, at + keys), answer.moved[query]];
  });
}

/** @typedef {{ answer: MaskAnswer, tokens: readonly string[], keyTokens: readonly string[], head: number, query: number, key: number }} Seen */

/** Says how the mask changes the selected row. @param {Seen} view @param {MaskTurn} turn @param {Localized} speaker */
function rowSaid({ answer, tokens, keyTokens, head, query }, turn, speaker) {
  const words = say(MASK, speaker);
  const keys = keyTokens.length;
  const seen = answer.open.subarray(query * keys, (query + 1) * keys).filter((value) => value === 0).length;
  const word = shortenWord(tokens[query], 20);
  if (seen) return words.sees(word, seen, keys);
  const [, , queries] = answer.weights.large.shape;
  if (turn.path === "softmax_axis") return words.blindOverQueries(word);
  return words.blind(word, formatNumber(answer.weights.large.data[(head * queries + query) * keys], 2));
}

/** Says whether the last word leaks into rows that may not see it. @param {MaskAnswer} answer @param {MaskTurn} turn @param {Localized} speaker */
function leakSaid({ leaks, may }, turn, speaker) {
  const words = say(MASK, speaker);
  if (!canCompute(turn)) return words.needsMask;
  if (leaks.length) return words.leaks(leaks.join(", "), leaks.length);
  return may.every(Boolean) ? words.all : words.sealed;
}

/**
 * The controls of the mask, and of the head on show.
 *
 * @param {MaskTurn} turn @param {Picture} picture @param {{ query: number, head: number }} at
 * @param {{ change: (by: Partial<MaskTurn>) => void, show: (head: number) => void }} to @param {Localized} speaker
 */
function maskControls(turn, picture, { query, head }, { change, show }, speaker) {
  const words = say(MASK, speaker);
  const { keys } = sizesIn(picture);
  const heads = Array.from({ length: picture.config.numHeads }, (_, i) => i);
  return html`<div class="turn">
    <label
      ><input
        type="checkbox"
        .checked=${turn.causal}
        @change=${(/** @type {any} */ { target }) => change({ causal: target.checked })}
      />${words.causal}</label
    >
    <label>${words.padding} ${paddingField(turn, keys, words.most(keys), change)}</label>
    ${choice(words.where, words.where, words.sides, turn.side, (side) => change({ side }))}
    <button @click=${() => change({ painted: rowPainted(turn.painted, query, keys) })}>
      ${words.block(shortenWord(picture.settings.tokens[query]))}
    </button>
    <button @click=${() => change({ causal: false, padding: 0, painted: new Set() })}>${words.clear}</button>
    <label
      >${words.head}
      <select @change=${(/** @type {any} */ { target }) => show(Number(target.value))}>
        ${heads.map((i) => html`<option value=${i} ?selected=${i === head}>${i}</option>`)}
      </select></label
    >
  </div>`;
}

/** @param {MaskTurn} turn @param {number} keys @param {string} most the message for other numbers @param {(by: Partial<MaskTurn>) => void} change */
const paddingField = (turn, keys, most, change) =>
  html`<input
    type="number"
    min="0"
    max=${keys}
    .value=${String(turn.padding)}
    @input=${(/** @type {any} */ { target }) => {
      const given = target.valueAsNumber;
      const isFit = Number.isInteger(given) && given >= 0 && given <= keys;
      target.setCustomValidity(isFit ? "" : most);
      if (isFit) change({ padding: given });
      else target.reportValidity();
    }}
  />`;

/** Blocks a whole row. @param {ReadonlySet<number>} painted @param {number} query @param {number} keys */
const rowPainted = (painted, query, keys) =>
  new Set([...painted, ...Array.from({ length: keys }, (_, key) => query * keys + key)]);

/**
 * The choice between the right path and the wrong ones.
 * @param {MaskTurn} turn @param {Picture} picture @param {(path: MaskTurn["path"]) => void} take @param {Localized} speaker
 */
function pathControl(turn, picture, take, speaker) {
  const words = say(MASK, speaker);
  const sizes = sizesOf(picture);
  return html`<div class="turn">
    <label
      >${words.path}
      <select aria-label=${words.paths} @change=${(/** @type {any} */ { target }) => take(target.value)}>
        ${PATHS.map(
          (path) =>
            html`<option value=${path} ?selected=${path === turn.path}>
              ${path === "none" ? words.right : chipOf(path, sizes, speaker)}
            </option>`,
        )}
      </select></label
    >
  </div>`;
}
