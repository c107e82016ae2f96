import { html } from "lit";
import { AsTable } from "../../kit/elements/as-table.js";
import { count } from "../../kit/elements/shape.js";
import { say } from "../../kit/text/words.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { amountBy } from "../amounts.js";
import { CoreLabPanel } from "../lab-panel.js";
import { cacheScene, memoryScene } from "./draw.js";
import { LENGTHS, cacheAnswer, whyNoCache, memoryOf } from "./state.js";
import { CACHE } from "./words.js";

/** @import { Core } from "../../core/index.js" */
/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */

/** Shows the cost of one more token, with a cache and without. */
export default class CacheLab extends CoreLabPanel {
  static properties = { ...CoreLabPanel.properties, at: { state: true }, length: { state: true } };

  constructor() {
    super();
    /** Index of the new token; null for the last. @type {number | null} */
    this.at = null;
    /** Tokens of the long context. */
    this.length = LENGTHS[3];
  }

  get #words() {
    return say(CACHE, this);
  }

  /** @param {Core} core @param {Picture} picture */
  renderLab(core, picture) {
    const { tokens } = picture.settings;
    const words = this.#words;
    const none = whyNoCache(picture);
    if (none) return html`<p>${words[none]}</p>`;
    const known = this.#known(picture);
    const go = (/** @type {number} */ by) => (this.at = known + by);
    const length = count(this.length, this);
    const memory = memoryOf(core, this.length);
    return html`<div class="turn" role="group" aria-label=${words.steps}>
        <button ?disabled=${known <= 1} @click=${() => go(-1)}>${words.back}</button>
        <button ?disabled=${known >= tokens.length - 1} @click=${() => go(1)}>${words.on}</button>
        <output>${words.now(shortenWord(tokens[known], 20), known)}</output>
      </div>
      <div class="two">
        <div>
          <mha-figure
            label=${words.figure}
            .draw=${(/** @type {Surface} */ surface) => this.pictureOn(surface)}
          ></mha-figure>
          <p role="status">${this.#said(core, picture)}</p>
          <p class="how">${words.lesson}</p>
        </div>
        <div>
          <mha-figure
            label=${words.memory}
            .draw=${(/** @type {Surface} */ surface) => this.#bars(memory, surface, "token", words.perToken)}
          ></mha-figure>
          <div class="turn">
            <label
              >${words.length}
              <input
                type="range"
                min="0"
                max=${LENGTHS.length - 1}
                .value=${String(LENGTHS.indexOf(this.length))}
                aria-valuetext=${words.tokens(length)}
                @input=${(/** @type {any} */ { target }) => (this.length = LENGTHS[target.valueAsNumber])}
              />
              <output>${words.tokens(length)}</output></label
            >
          </div>
          <mha-figure
            label=${words.memory}
            .draw=${(/** @type {Surface} */ surface) => this.#bars(memory, surface, "all", words.inAll(length))}
          ></mha-figure>
          ${AsTable.of(this.numbers)}
          <p class="how">${words.bits}</p>
        </div>
      </div>`;
  }

  /** Number of tokens before the new one. @param {Picture} picture */
  #known({ settings: { tokens } }) {
    return Math.max(1, Math.min(this.at ?? Infinity, tokens.length - 1));
  }

  /** @param {Picture} picture */
  #head({ config: { numHeads } }) {
    return Math.min(this.store?.state.selection.head ?? 0, numHeads - 1);
  }

  /** @param {Core} core @param {Picture} picture */
  #answer(core, picture) {
    const [known, head] = [this.#known(picture), this.#head(picture)];
    return this.once([picture, known, head], () => cacheAnswer(core, picture, known, head));
  }

  /** @param {Core} core @param {Picture} picture */
  #said(core, picture) {
    const { kept, again } = this.#answer(core, picture);
    const amount = amountBy(this);
    return this.#words.said({
      ...{ kept: count(kept.flops, this), again: count(again.flops, this) },
      ...{ keptBytes: amount(kept.bytesRead, "moved"), againBytes: amount(again.bytesRead, "moved") },
    });
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    const { core, picture } = this.subject;
    const none = whyNoCache(picture);
    if (none) throw new Error(this.#words[none]);
    const words = { ...this.#words, queries: this.#words.queries(this.#head(picture)) };
    return cacheScene(
      { answer: this.#answer(core, picture), tokens: picture.settings.tokens, words },
      surface,
    );
  }

  /** @param {ReturnType<typeof memoryOf>} memory @param {Surface} surface @param {"token" | "all"} of @param {string} title */
  #bars(memory, surface, of, title) {
    const words = this.#words;
    const amount = amountBy(this);
    const bars = memory.map(({ kind, name, layers, layer, supposed = false, ...bytes }) => {
      const { numHeads, numKvHeads = numHeads, dK = 0, window, latent } = layer;
      const rank = latent ? `${latent.rank} + ${latent.ropeWidth}` : null;
      return {
        ...{
          name: words.kinds[kind],
          chosen: kind === "grouped",
          value: bytes[of],
          said: amount(bytes[of], "held"),
        },
        detail: words.detail({
          ...{ name, supposed, layers, kvHeads: numKvHeads, dK, rank },
          window: typeof window === "number" ? count(window, this) : null,
        }),
      };
    });
    return memoryScene(title, bars, surface);
  }

  get numbers() {
    const { core } = this.subject;
    const [corner, ...columns] = this.#words.columns;
    return {
      ...{ name: `cache-${this.length}`, corner, columns },
      rows: () =>
        memoryOf(core, this.length).map(({ kind, token, all }) => [this.#words.kinds[kind], token, all]),
    };
  }
}
