import { css, html } from "lit";
import { live } from "lit/directives/live.js";
import { patchAt, patchesAlong } from "../../kit/draw/patches.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { overImageStyles, overlayChoices, overlayChoiceStyles } from "../../kit/elements/over-image.js";
import { Panel } from "../../kit/elements/panel.js";
import { Press } from "../../kit/elements/press.js";
import { segments, segmentStyles } from "../../kit/elements/segments.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { paintedIn, withPainted } from "../../kit/state/painted.js";
import { OVER_IMAGE, largestSaid } from "../../kit/text/over-image.js";
import { shortShare } from "../../kit/text/share.js";
import { say } from "../../kit/text/words.js";
import { largeTitle, patchHeadPicture, patchHeadScene } from "../draw/patch-scenes.js";
import { onPatches, othersOf, shownIn, tokenTowards, waysOf } from "../state/shown.js";
import { nameOfToken } from "../state/names.js";
import { PATCHES } from "../words.js";

/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {import("../state/shown.js").Shown} Shown */

const BUTTONS = 6; // tokens that have a button each; a longer row is a list

/** One head over the image, large: the weights of the patch that asks, or those on it, or its map labelled by patches. */
export class PatchHead extends Panel {
  static styles = [
    Panel.styles,
    headingStyles,
    segmentStyles,
    overImageStyles,
    ...overlayChoiceStyles,
    css`
      .room {
        container-type: inline-size;
      }
      @container (min-width: 600px) {
        .classed {
          display: grid;
          grid-template-columns: minmax(0, 1.55fr) minmax(0, 1fr);
          gap: 20px;
        }
      }
    `,
  ];

  /** The last drawn scene, for hit testing. @type {any} */
  #scene = null;
  #pointer = new Press(this);
  /** Whether the drag at hand paints patches black, or back; null before its first patch. @type {boolean | null} */
  #brush = null;

  render() {
    const { store } = this;
    if (!store?.state.picture?.patches) return html``;
    const shown = shownIn(store.state);
    const words = say(OVER_IMAGE, this);
    const { patchView } = store.state.look;
    const views = Object.keys(words.views).filter((view) => view !== "reverse" || shown.isSquare);
    const view = views.includes(patchView) ? patchView : "picture";
    const title = largeTitle(store.state, this);
    return html`<div class="top">
        <h2>${title}</h2>
        ${segments(title, views, words.views, view, (way) => store.look({ patchView: /** @type {any} */ (way), ...(way === "map" ? { together: null } : {}) }))}
      </div>
      <p class="looks">${this.#said(shown, view)}</p>
      <div class="room">
        <div class=${shown.picture.own.classes ? "classed" : ""}>
          <mha-figure
            walks
            label=${words.figure({ head: title, view: words.views[/** @type {"map"} */ (view)] })}
            .draw=${(/** @type {Surface} */ surface) => (this.#scene = patchHeadScene(store.state, surface))}
            @point=${this.#point}
            @pan=${this.#drag}
            @pointerdown=${this.#press}
            @leave=${() => store.preview("", null)}
            @walk=${this.#walk}
          ></mha-figure>
          ${shown.picture.own.classes ? html`<mha-patch-classes .store=${store}></mha-patch-classes>` : ""}
        </div>
      </div>
      ${view === "map" ? "" : html`<p class="most" role="status">${this.#most(shown)}</p>`}
      ${this.#others(shown)} ${this.#together(shown, view)}
      ${AsTable.of(
        this.#numbers(shown),
        html`<mha-save
            slot="files"
            nested
            part="save"
            view="head"
            .picture=${patchHeadPicture}
            .store=${store}
          ></mha-save
          >${storedChoices(store, this)}`,
      )}`;
  }

  /** @param {Shown} shown @param {string} view */
  #said({ picture, of, token, isReversed, isSquare, together }, view) {
    const words = say(OVER_IMAGE, this);
    const { mapSaid, caveats, painting } = say(PATCHES, this);
    if (view === "map") return mapSaid;
    const name = html`<b class="asks"><bdi>${this.#nameOf(of.tokens, token)}</bdi></b>`;
    const even = shortShare(1 / of.keys, Math.max(2, Math.ceil(Math.log10(of.keys))));
    const { paints } = /** @type {import("../../kit/state/store.js").Store} */ (this.store).state.look;
    const asks = isReversed ? words.askHere : isSquare ? words.ask : "";
    const ask = paints && picture.own.classes ? painting : asks;
    return html`${isReversed ? words.looked(name) : words.looks(name, even)} ${ask}
    ${together ? caveats[together] : ""}`;
  }

  /** The largest weights in words. @param {Shown} shown */
  #most({ patches, of, token, isReversed, large }) {
    const weights = large();
    const names = isReversed ? of.tokens : of.keyTokens;
    const nameOf = (/** @type {number} */ at) => this.#nameOf(names, at);
    const said = largestSaid(weights, { token: this.#nameOf(of.tokens, token), nameOf, isReversed }, this);
    if (isReversed || patches.count === weights.length) return said;
    const onThem = sum(onPatches(patches, weights));
    const others = sum(weights) - onThem;
    const sums = { patches: shortShare(onThem), others: shortShare(others) };
    return html`${said} ${say(OVER_IMAGE, this).sums(sums)}`;
  }

  /** The tokens that are no patches, which can ask too. @param {Shown} shown */
  #others({ patches, of, token, isSquare, large, isReversed }) {
    const words = say(OVER_IMAGE, this);
    const others = isSquare ? othersOf(patches, of.queries) : of.tokens.map((_, at) => at);
    const weights = large();
    if (!others.length) return "";
    if (!isSquare || others.length > BUTTONS)
      return html`<div class="row">
        <label
          >${isSquare ? words.others : say(PATCHES, this).queries}
          <select
            @change=${(/** @type {Event} */ event) => this.#ask(Number(/** @type {HTMLSelectElement} */ (event.target).value))}
          >
            ${others.includes(token) ? "" : html`<option value=${token} .selected=${live(true)}>…</option>`}
            ${others.map((at) => html`<option value=${at} .selected=${live(at === token)}>${of.tokens[at]}</option>`)}
          </select></label
        >
      </div>`;
    return html`<div class="row" role="group" aria-label=${words.others}>
      ${others.map(
        (at) =>
          html`<button aria-pressed=${at === token} @click=${() => this.#ask(at)}>
            <bdi>${shortenWord((isReversed ? of.tokens : of.keyTokens)[at])}</bdi> ${shortShare(weights[at])}
          </button>`,
      )}
    </div>`;
  }

  /** The choice of all heads together. @param {Shown} shown @param {string} view */
  #together({ picture, isSquare, together }, view) {
    const words = say(PATCHES, this);
    const ways = waysOf(picture, isSquare);
    if (!ways.length || view === "map") return "";
    const choose = (/** @type {string} */ way) =>
      this.store?.look({ together: way === "one" ? null : /** @type {any} */ (way) });
    return html`<div class="row">
      ${segments(words.together, ["one", ...ways], words.ways, together ?? "one", choose)}
    </div>`;
  }

  /** @param {readonly string[]} tokens @param {number} token */
  #nameOf(tokens, token) {
    const { patches } = shownIn(/** @type {import("../../kit/state/store.js").Store} */ (this.store).state);
    return nameOfToken(patches, tokens, token, this);
  }

  /** The weights on show as a table, by row and column. @param {Shown} shown @returns {import("../../kit/elements/as-table.js").Numbers} */
  #numbers({ patches, of, large, isReversed, together }) {
    const words = say(OVER_IMAGE, this);
    const names = isReversed ? of.tokens : of.keyTokens;
    return {
      name: `${together ?? `head-${of.head}`}-image`,
      corner: words.token,
      columns: [words.row, words.column, words.weight],
      rows: () =>
        Array.from(large(), (weight, at) => {
          const place = patches.placeOf(at);
          return [this.#nameOf(names, at), place ? place.row + 1 : "", place ? place.column + 1 : "", weight];
        }),
    };
  }

  /** Lets a token ask. @param {number} token */
  #ask(token) {
    const { store } = this;
    if (!store) return;
    const { of, isSquare } = shownIn(store.state);
    store.hold(of.step.id, [of.item, of.head, token, isSquare ? token : of.key]);
  }

  /** The index of the element under a position, or null. @param {number} x @param {number} y */
  #indexAt(x, y) {
    const { state } = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const { of, patches, isSquare } = shownIn(state);
    const scene = this.#scene;
    if (scene?.cellAt) {
      const at = scene.cellAt(x, y);
      return at && [of.item, of.head, at.query, at.key];
    }
    const patch = scene && patchAt(patches, scene.box, x, y);
    if (patch === null) return null;
    const token = patch + patches.extra;
    return [of.item, of.head, isSquare ? token : of.query, token];
  }

  /** Whether a press paints patches, which the map has only as labels. */
  get #paints() {
    const { state } = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    return state.look.paints && Boolean(state.picture?.own.classes) && !this.#scene?.cellAt;
  }

  /** Paints the patch under a position black. @param {number} x @param {number} y */
  #paintAt(x, y) {
    const { patches } = shownIn(/** @type {import("../../kit/state/store.js").Store} */ (this.store).state);
    const patch = patchAt(patches, this.#scene.box, x, y);
    if (patch !== null) this.#paint(patch + patches.extra);
  }

  /** @param {number} token */
  #paint(token) {
    const store = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const { painted } = store.state.settings;
    this.#brush ??= !paintedIn(painted).includes(token);
    const now = withPainted(painted, token, this.#brush);
    if (now !== painted) store.configure({ painted: now });
  }

  #press() {
    this.#pointer.begin();
    this.#brush = null;
  }

  /** Does to all patches of a drag what it does to its first. @param {CustomEvent<{ x: number, y: number, dx: number, dy: number }>} event */
  #drag(event) {
    if (!this.#paints || !this.#pointer.isDown) return;
    event.preventDefault(); // tells that the drag had an effect
    const { patches } = shownIn(/** @type {import("../../kit/state/store.js").Store} */ (this.store).state);
    for (const patch of patchesAlong(patches, this.#scene.box, event.detail))
      this.#paint(patch + patches.extra);
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const { store } = this;
    if (!store?.state.picture?.patches) return;
    if (this.#paints) return hold && this.#paintAt(x, y);
    const { step } = shownIn(store.state).of;
    const index = this.#indexAt(x, y);
    if (!index) store.preview("", null);
    else if (hold) store.hold(step.id, index);
    else store.preview(step.id, this.#scene.cellAt ? null : index); // the map's window follows the selection, not the pointer
  }

  /** @param {CustomEvent<{ dx: number, dy: number, page: number, hold: boolean }>} event */
  #walk({ detail }) {
    const { store } = this;
    if (!store?.state.picture?.patches) return;
    const { of, patches, isSquare, token } = shownIn(store.state);
    if (detail.hold && this.#paints && patches.placeOf(token)) {
      this.#brush = null;
      return this.#paint(token);
    }
    const within = (/** @type {number} */ at, /** @type {number} */ size) =>
      Math.min(size - 1, Math.max(0, at));
    const head = within(of.head + detail.page, of.heads);
    const [query, key] = this.#scene?.cellAt
      ? [within(of.query + detail.dy, of.queries), within(of.key + detail.dx, of.keys)]
      : isSquare
        ? Array(2).fill(tokenTowards(patches, of.query, detail))
        : [within(of.query + detail.dx + detail.dy, of.queries), of.key];
    store.selectElement(of.step.id, [of.item, head, query, key]);
  }
}

/** @param {ArrayLike<number>} weights */
const sum = (weights) => Array.from(weights).reduce((all, weight) => all + weight, 0);

/**
 * The choices of colours over an image, for a menu.
 * @param {import("../../kit/state/store.js").Store} store @param {import("../../kit/text/words.js").Localized} speaker
 */
export function storedChoices(store, speaker) {
  const { look, settings } = store.state;
  return overlayChoices(
    { ...look, colormap: settings.colormap },
    ({ colormap, ...change }) => (colormap ? store.configure({ colormap }) : store.look(change)),
    speaker,
  );
}
