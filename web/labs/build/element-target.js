import { html } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { targetScene } from "./draw.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import {
  MOST_WORDS,
  STARTS,
  asMap,
  besideWanted,
  firstWanted,
  rowsWanted,
  search,
  wantedTokens,
} from "./state.js";
import { WANTED } from "./words.js";
import { say, stop } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { LabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Found, Progress } from "./state.js" */

const SLICE = 8; // ms of search per frame, so that the page stays responsive
const LITTLE = 0.001; // squared error below which two digits are meaningless

/** Shows the limit of a single head: the reader paints two targets, and one head and two heads are fitted to them. */
export class TargetLab extends LabPanel {
  static properties = {
    ...LabPanel.properties,
    core: { attribute: false },
    cells: { state: true },
    found: { state: true },
    progress: { state: true },
    at: { state: true },
  };

  /** @type {ReturnType<typeof targetScene> | null} */
  #scene = null;
  /** The picture that the running search uses. @type {Picture | null} */
  #of = null;
  /** Whether dragging sets cells or clears them. @type {boolean | null} */
  #paints = null;
  /** @type {ReturnType<typeof search> | null} */
  #search = null;

  constructor() {
    super();
    /** @type {import("../lab-panel.js").Core | null} */
    this.core = null;
    /** Target cells. @type {ReadonlySet<number>} */
    this.cells = new Set();
    /** @type {Found[] | null} */
    this.found = null;
    /** Progress of the running search. @type {Progress | null} */
    this.progress = null;
    /** @type {[number, number]} */
    this.at = [0, 0];
  }

  /** Words in the lab's language. */
  get #words() {
    return say(WANTED, this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
  }

  willUpdate() {
    const picture = this.picture;
    if (!picture || picture === this.#of) return;
    this.#of = picture;
    this.#want(firstWanted(wantedTokens(picture)));
    const [first = 0] = this.cells;
    const count = wantedTokens(picture).length;
    this.at = [Math.floor(first / count), first % count];
  }

  render() {
    const picture = this.picture;
    if (!this.core || !picture?.layer) return html``;
    const tokens = wantedTokens(picture);
    const [query, key] = this.at;
    return html`<h3>${this.#words.heading}</h3>
      <p>
        ${this.#words.about}
        ${tokens.length < picture.settings.tokens.length ? this.#words.cut(MOST_WORDS) : ""}
      </p>
      ${this.#turns(tokens)}
      <div class="two">
        <div>
          <mha-figure
            walks
            label=${this.#words.figure(tokens.length)}
            .draw=${(/** @type {Surface} */ surface) => this.#drawn(picture, surface)}
            @point=${this.#point}
            @pan=${this.#drag}
            @walk=${this.#walk}
            @leave=${() => (this.#paints = null)}
          ></mha-figure>
          <p class="how" role="status">
            ${this.#words.cell(shortenWord(tokens[query], 20), shortenWord(tokens[key], 20), this.cells.has(query * tokens.length + key))}${stop(this)}
            ${this.#words.paint}
          </p>
          ${this.found ? AsTable.of(this.numbers) : ""}
        </div>
        <div>${this.#said(tokens)}</div>
      </div>`;
  }

  /** @param {readonly string[]} tokens */
  #turns(tokens) {
    const first = firstWanted(tokens);
    const beside = besideWanted(tokens);
    const isOfIt = first.size !== beside.size;
    return html`<div class="turn">
      ${isOfIt ? html`<button @click=${() => this.#want(first)}>${this.#words.both}</button>` : ""}
      <button @click=${() => this.#want(beside)}>${this.#words.beside}</button>
      <button @click=${() => this.#want(new Set())}>${this.#words.clear}</button>
      ${
        this.progress
          ? html`<button class="find" @click=${() => this.#stop()}>${this.#words.stop}</button>`
          : html`<button class="find" ?disabled=${!this.cells.size} @click=${() => this.#find()}>
              ${this.#words.find}
            </button>`
      }
    </div>`;
  }

  /** @param {readonly string[]} tokens */
  #said(tokens) {
    const { progress, found } = this;
    if (!this.cells.size) return html`<p role="status">${this.#words.nothing}</p>`;
    if (progress)
      return html`<p role="status">
        ${this.#words.progress(progress.heads, progress.start, STARTS, progress.step)}
      </p>`;
    if (!found) return html`<p role="status"></p>`;
    const [one, two] = found.map(({ loss }) => (loss < LITTLE ? this.#words.little : formatNumber(loss, 2)));
    const { most } = rowsWanted(this.cells, tokens.length);
    const counts = [...Array(tokens.length).keys()].map((row) => this.#inRow(row, tokens.length));
    return html`<p role="status">${this.#words.losses(one, two)}</p>
      <p>${this.#words.budget}</p>
      ${counts.includes(0) ? html`<p class="how">${this.#words.others}</p>` : ""}
      ${most > 1 ? html`<p>${this.#words.apart}</p>` : ""}
      ${counts.includes(1) ? html`<p>${this.#words.surplus}</p>` : ""}`;
  }

  /** @param {number} row @param {number} tokens */
  #inRow(row, tokens) {
    return [...this.cells].filter((cell) => Math.floor(cell / tokens) === row).length;
  }

  get numbers() {
    const picture = this.picture;
    const tokens = picture ? wantedTokens(picture) : [];
    const count = tokens.length;
    return {
      name: "wanted-and-found",
      corner: this.#words.corner,
      columns: tokens,
      rows: () =>
        this.#maps().flatMap(({ title, map }) =>
          tokens.map((token, i) => [`${title}: ${token}`, ...map.subarray(i * count, (i + 1) * count)]),
        ),
    };
  }

  #maps() {
    if (!this.found) return [];
    const [one, two] = this.found;
    return [
      { title: this.#words.one, map: one.together },
      { title: this.#words.two, map: two.together },
      ...two.maps.map((map, head) => ({ title: this.#words.each(head), map })),
    ];
  }

  /** @param {Picture} picture @param {Surface} surface */
  #drawn(picture, surface) {
    const tokens = wantedTokens(picture);
    const [query, key] = this.at;
    const view = {
      ...{ tokens, query, key, title: this.#words.wanted, maps: this.#maps() },
      wanted: this.once([this.cells, tokens.length], () => asMap(this.cells, tokens.length)),
      colormap: picture.settings.colormap,
    };
    return (this.#scene = targetScene(view, surface));
  }

  /** A new target discards the results of the old one. @param {ReadonlySet<number>} cells */
  #want(cells) {
    this.#stop();
    this.cells = cells;
    this.found = null;
  }

  #stop() {
    this.#search?.return([]);
    this.#search = this.progress = null;
  }

  #find() {
    const picture = this.picture;
    if (!this.core || !picture) return;
    const going = (this.#search = search(this.core, picture, this.cells));
    const goOn = () => {
      if (going !== this.#search) return;
      const until = performance.now() + SLICE;
      let next = going.next();
      while (!next.done && performance.now() < until) next = going.next();
      if (!next.done) {
        this.progress = next.value;
        setTimeout(goOn); // yields to other work
        return;
      }
      this.#search = this.progress = null;
      this.found = next.value;
    };
    goOn();
  }

  /** @param {[number, number]} at @param {boolean} isWanted */
  #paint(at, isWanted) {
    const tokens = this.#of ? wantedTokens(this.#of).length : 0;
    const cells = new Set(this.cells);
    const cell = at[0] * tokens + at[1];
    if (isWanted) cells.add(cell);
    else cells.delete(cell);
    this.at = at;
    if (cells.size !== this.cells.size) this.#want(cells);
  }

  /** @param {[number, number]} at */
  #turn(at) {
    const tokens = this.#of ? wantedTokens(this.#of).length : 0;
    this.#paint(at, !this.cells.has(at[0] * tokens + at[1]));
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    this.#paints = null;
    const at = hold ? (this.#scene?.hit(x, y) ?? null) : null;
    if (at) this.#turn(at);
  }

  /** The first cell decides whether dragging sets or clears. @param {CustomEvent<{ x: number, y: number, dx: number, dy: number }>} event */
  #drag(event) {
    const { x, y, dx, dy } = event.detail;
    const from = this.#paints === null ? (this.#scene?.hit(x - dx, y - dy) ?? null) : null;
    const at = this.#scene?.hit(x, y) ?? null;
    if (this.#paints === null && !from) return;
    event.preventDefault();
    if (from) {
      const tokens = this.#of ? wantedTokens(this.#of).length : 0;
      this.#paints = !this.cells.has(from[0] * tokens + from[1]);
      this.#paint(from, this.#paints);
    }
    if (at && this.#paints !== null) this.#paint(at, this.#paints);
  }

  /** @param {CustomEvent<{ dx: number, dy: number, hold: boolean }>} event */
  #walk({ detail: { dx, dy, hold } }) {
    if (!this.#of) return;
    const last = wantedTokens(this.#of).length - 1;
    const [query, key] = this.at;
    if (hold) return this.#turn(this.at);
    this.at = [Math.max(0, Math.min(last, query + dy)), Math.max(0, Math.min(last, key + dx))];
  }
}
