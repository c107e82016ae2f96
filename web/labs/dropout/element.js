import { html } from "lit";
import { dropoutScene } from "./draw.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { ROLLS, meanWith, rollOf } from "./state.js";
import { DROPOUT } from "./words.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { LabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */

const SLICE = 8; // ms of averaging per frame, so that the page stays responsive

/** The effect of dropout on attention weights. */
export default class DropoutLab extends LabPanel {
  static properties = {
    ...LabPanel.properties,
    p: { state: true },
    seed: { state: true },
    mean: { state: true },
  };

  /** Number of the last press of the button, which stops the loops of earlier presses. */
  #turn = 0;

  constructor() {
    super();
    this.p = 0.3;
    /** Seed of the shown mask. */
    this.seed = 1;
    /**
     * The mean over the masks from seed 1 on, and the picture and p that it belongs to.
     * @type {{ of: Picture, p: number, mean: import("./state.js").Mean } | null}
     */
    this.mean = null;
  }

  /** Words in the lab's language. */
  get #words() {
    return say(DROPOUT, this);
  }

  /** The data to draw; null before there is a picture. */
  view() {
    const { store, p, seed } = this;
    const picture = store && this.picture;
    if (!store || !picture?.layer) return null;
    const roll = this.once([picture, p, seed], () => store.ask((core) => rollOf(core, picture, p, seed)));
    if (!roll) return null;
    const { settings } = picture;
    const [, heads, queries, keys] = roll.weights.shape;
    const { selection } = store.state;
    const head = Math.min(selection.head ?? 0, heads - 1);
    const cells = queries * keys;
    const ofHead = (/** @type {Float32Array} */ data) => data.subarray(head * cells, (head + 1) * cells);
    const isOf = this.mean?.of === picture && this.mean.p === p;
    const mean = isOf && this.mean ? this.mean.mean : null;
    const keyTokens = settings.keyTokens.length ? settings.keyTokens : settings.tokens;
    return {
      ...{ roll, head, keyTokens, rolls: mean?.rolls ?? 0, tokens: settings.tokens },
      weights: ofHead(roll.weights.data),
      dropped: ofHead(roll.dropped.data),
      mean: mean && ofHead(mean.data),
      sums: roll.sums.data.subarray(head * queries, (head + 1) * queries),
      query: Math.min(selection.token ?? 0, queries - 1),
      key: Math.min(selection.key ?? 0, keys - 1),
      colormap: settings.colormap,
      words: {
        ...this.#words.picture,
        dropped: this.#words.picture.dropped(seed),
        mean: this.#words.picture.mean(mean?.rolls ?? 0),
      },
    };
  }

  render() {
    const view = this.view();
    if (!view) return html``;
    const { roll, sums, rolls } = view;
    const sorted = Float32Array.from(sums).sort();
    return html`${this.#turns(view)}
      <mha-figure
        label=${this.#words.figure}
        .draw=${(/** @type {Surface} */ surface) => dropoutScene(view, surface)}
      ></mha-figure>
      <p class="how">${this.#words.how}</p>
      <div class="two">
        <div>
          <p role="status">
            ${
              this.p > 0
                ? this.#words.said({
                    gone: roll.gone,
                    of: roll.of,
                    p: formatNumber(this.p),
                    factor: formatNumber(1 / (1 - this.p)),
                  })
                : this.#words.off
            }
            ${this.p > 0 ? this.#words.sums(formatNumber(sorted[0], 2), formatNumber(sorted[sorted.length - 1], 2)) : ""}
          </p>
          ${AsTable.of(this.numbers)}
        </div>
        <div>
          <p>${this.#words.returned}</p>
          ${rolls > 0 ? html`<p role="status">${this.#words.averaged(rolls)}</p>` : ""}
        </div>
      </div>`;
  }

  /** @param {NonNullable<ReturnType<DropoutLab["view"]>>} view */
  #turns({ roll, head }) {
    const [, heads] = roll.weights.shape;
    return html`<div class="turn">
      <label
        >${this.#words.p}
        <input
          type="range"
          min="0"
          max="0.9"
          step="0.05"
          .value=${String(this.p)}
          @input=${(/** @type {any} */ { target }) => (this.p = Number(target.value))}
        /><b>${formatNumber(this.p)}</b></label
      >
      <button @click=${() => this.seed++}>${this.#words.roll}</button>
      <button @click=${this.#average}>${this.#words.average(ROLLS)}</button>
      <label
        >${this.#words.head}
        <select
          @change=${(/** @type {any} */ { target }) => this.store?.select({ head: Number(target.value) })}
        >
          ${Array.from({ length: heads }, (_, i) => html`<option value=${i} ?selected=${i === head}>${i}</option>`)}
        </select></label
      >
    </div>`;
  }

  /** Adds masks to the mean, some in each frame, until the picture or p changes, or the reader averages again. */
  async #average() {
    const { store, p } = this;
    const picture = store && this.picture;
    if (!store || !picture) return;
    const turn = ++this.#turn;
    /** @type {import("./state.js").Mean | null} */
    let mean = null;
    for (let seed = 1; seed <= ROLLS;) {
      const until = performance.now() + SLICE;
      do {
        const next = seed++;
        mean = store.ask((core) => meanWith(core, mean, rollOf(core, picture, p, next)));
      } while (seed <= ROLLS && performance.now() < until);
      if (!mean || turn !== this.#turn) return;
      if (!this.isConnected || this.p !== p || this.picture !== picture) return;
      this.mean = { of: picture, p, mean };
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    return dropoutScene(/** @type {NonNullable<ReturnType<DropoutLab["view"]>>} */ (this.view()), surface);
  }

  get numbers() {
    const { head, keyTokens, tokens, dropped, sums } =
      /** @type {NonNullable<ReturnType<DropoutLab["view"]>>} */ (this.view());
    const keys = keyTokens.length;
    return {
      name: `dropout-lab-head-${head}`,
      corner: this.#words.corner,
      columns: [...keyTokens, this.#words.picture.sums],
      rows: () =>
        tokens.map((token, query) => [
          token,
          ...dropped.subarray(query * keys, (query + 1) * keys),
          sums[query],
        ]),
    };
  }
}
