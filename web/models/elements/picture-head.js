import { css, html } from "lit";
import { AsTable } from "../../kit/elements/as-table.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { overImageStyles, overlayChoices, overlayChoiceStyles } from "../../kit/elements/over-image.js";
import { Press } from "../../kit/elements/press.js";
import { segments, segmentStyles } from "../../kit/elements/segments.js";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { OVER_IMAGE, largestSaid, placeName } from "../../kit/text/over-image.js";
import { shortShare } from "../../kit/text/share.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { pictureHeadFile, pictureHeadScene } from "../draw/picture-scenes.js";
import { Drawing } from "../state/page-drawing.js";
import { placeOfToken, weightsOfToken } from "../state/page-run.js";
import { MODEL_PICTURE } from "../words-picture.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {import("../state/page-drawing.js").Colour} Colour */
/** @typedef {import("../state/page-drawing.js").Place} Place */
/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/page-state.js").Head} Head */
/** @typedef {import("../state/page-state.js").State} State */
/** @typedef {"patches" | "pen" | "rub"} Tool */

const TOOLS = /** @type {const} */ (["patches", "pen", "rub"]);
const VIEWS = /** @type {const} */ (["picture", "reverse"]);

/** The head under the pointer, or else the selected one, over the picture, large; the reader draws on it. Its slot is above its menu. */
export class PictureHead extends ModelPanel {
  static properties = {
    ...ModelPanel.properties,
    tool: { state: true },
    colour: { state: true },
    over: { state: true },
  };

  static styles = [
    ModelPanel.styles,
    headingStyles,
    segmentStyles,
    overImageStyles,
    ...overlayChoiceStyles,
    css`
      .draws {
        cursor: crosshair;
      }
      .draws::part(canvas) {
        touch-action: none;
      }
      .row > #draw {
        margin-inline-start: auto;
      }
      .colour {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .colour input {
        width: 36px;
        height: 28px;
        padding: 0;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: none;
      }
      @media print {
        .segments,
        .tools {
          display: none;
        }
      }
    `,
  ];

  /** @type {import("../draw/picture-scenes.js").PictureScene | null} */
  #scene = null;
  /** @type {Drawing | undefined} */
  #drawing;
  #pointer = new Press(this);
  /** Whether the patches of this drag are painted out or shown again; null before its first. @type {boolean | null} */
  #paints = null;

  constructor() {
    super();
    /** What a press on the picture does; null: it selects the patch as the query. @type {Tool | null} */
    this.tool = null;
    /** Colour of the pen on coloured pictures, as #rrggbb. */
    this.colour = "#000000";
    /** The patch under the pointer, as a token. @type {number | null} */
    this.over = null;
  }

  get drawing() {
    return (this.#drawing ??= new Drawing(this.page));
  }

  render() {
    const { run, selected, pointed } = this.page?.state ?? {};
    if (!run?.run.image || !selected) return html``;
    const head = pointed ?? selected;
    const { look } = this.page.state;
    const words = say(OVER_IMAGE, this);
    const name = capitalize(headName(head.layer, head.head, this));
    const at = { head, query: this.#token(run) };
    const label = words.figure({ head: name, view: words.views[look.patchView] });
    return html`<div class="top">
        <h2>${name}</h2>
        ${segments(say(MODEL_PICTURE, this).views, VIEWS, words.views, look.patchView, (view) => this.page.look({ patchView: /** @type {any} */ (view) }))}
      </div>
      <p class="looks said">${this.#said(run, at.query)}</p>
      <mha-figure
        walks
        class=${this.tool ? "draws" : ""}
        label=${this.tool ? `${label} ${say(MODEL_PICTURE, this).keys}` : label}
        .draw=${(/** @type {Surface} */ surface) => this.#draw(run, at, surface)}
        @pointerdown=${this.#press}
        @point=${this.#point}
        @pan=${this.#drag}
        @leave=${() => (this.over = null)}
        @walk=${this.#walk}
      ></mha-figure>
      <p class="most" role="status">${this.#most(run, at)}</p>
      <div class="row">${this.#others(run, at)} ${this.#drawButton()}</div>
      ${this.tool ? this.#tools(this.tool, run) : ""}
      <slot></slot>
      ${this.#table(run, at)}`;
  }

  /** @param {Shown} run @param {{ head: Head, query: number }} at @param {Surface} surface */
  #draw(run, at, surface) {
    return (this.#scene = pictureHeadScene(run, this.page.state, at, surface));
  }

  /** The token whose weights are shown: the patch under the pointer, or else the query. @param {Shown} run */
  #token(run) {
    const { over } = this;
    return over !== null && over < run.words.length ? over : this.page.state.query;
  }

  /** @param {Shown} run @param {number} query */
  #said(run, query) {
    const words = say(OVER_IMAGE, this);
    const isReversed = this.page.state.look.patchView === "reverse";
    const name = html`<b class="asks"><bdi>${this.#nameOf(run, query)}</bdi></b>`;
    const count = run.words.length;
    const even = shortShare(1 / count, Math.max(2, Math.ceil(Math.log10(count))));
    const notices = run.run.pictureNotices.map((each) => messageText(each, this) + stop(this));
    const act = this.tool ? say(MODEL_PICTURE, this).how[this.tool] : words[isReversed ? "askHere" : "ask"];
    return html`${isReversed ? words.looked(name) : words.looks(name, even)}
      <span class="act">${act}</span> ${notices.join(" ")}`;
  }

  /** The largest weights in words. @param {Shown} run @param {{ head: Head, query: number }} at */
  #most(run, { head, query }) {
    const isReversed = this.page.state.look.patchView === "reverse";
    const weights = weightsOfToken(run, head, query, isReversed);
    const nameOf = (/** @type {number} */ token) => this.#nameOf(run, token);
    return largestSaid(weights, { token: nameOf(query), nameOf, isReversed }, this);
  }

  /** The tokens that are no patches; they can be queries, too. @param {Shown} run @param {{ head: Head, query: number }} at */
  #others(run, { head, query }) {
    const isReversed = this.page.state.look.patchView === "reverse";
    const weights = weightsOfToken(run, head, query, isReversed);
    const others = run.words.slice(0, run.run.extra);
    if (!others.length) return "";
    return html`<span class="row others" role="group" aria-label=${say(OVER_IMAGE, this).others}>
      ${others.map(
        (word, at) =>
          html`<button aria-pressed=${at === this.page.state.query} @click=${() => this.page.ask(at)}>
            <bdi>${word}</bdi> ${shortShare(weights[at])}
          </button>`,
      )}
    </span>`;
  }

  #drawButton() {
    return html`<button
      class="button"
      id="draw"
      aria-expanded=${Boolean(this.tool)}
      @click=${() => (this.tool = this.tool ? null : "patches")}
    >
      ${say(MODEL_PICTURE, this).draw}
    </button>`;
  }

  /** @param {Tool} tool @param {Shown} run */
  #tools(tool, run) {
    const words = say(MODEL_PICTURE, this);
    const isColoured = run.of.model.info.vision?.channels !== 1;
    return html`<div class="row tools">
      ${segments(words.tools, TOOLS, words.tool, tool, (each) => (this.tool = /** @type {Tool} */ (each)))}
      ${
        tool === "pen" && isColoured
          ? html`<label class="colour"
              >${words.colour}
              <input
                type="color"
                .value=${this.colour}
                @input=${(/** @type {any} */ { target }) => (this.colour = target.value)}
            /></label>`
          : ""
      }
      <button class="button" @click=${() => this.drawing.blank(this.#paper)}>${words.blank}</button>
      <button class="button" @click=${() => this.drawing.undo()}>${words.undo}</button>
    </div>`;
  }

  /** Grey pictures are ink on paper: 0 is paper. @returns {Colour} */
  get #paper() {
    const { channels } = /** @type {any} */ (this.page.opened?.model.info.vision);
    return channels === 1 ? [0, 0, 0] : [255, 255, 255];
  }

  /** What the tool draws with. @returns {Colour} */
  get #ink() {
    if (this.tool === "rub") return this.#paper;
    const { channels } = /** @type {any} */ (this.page.opened?.model.info.vision);
    const [red, green, blue] = (this.colour.match(/[0-9a-f]{2}/gi) ?? []).map((each) => parseInt(each, 16));
    return channels === 1 ? [255, 255, 255] : [red, green, blue];
  }

  /** @param {Shown} run @param {{ head: Head, query: number }} at */
  #table(run, at) {
    const words = say(OVER_IMAGE, this);
    const { look } = this.page.state;
    const weights = () => weightsOfToken(run, at.head, at.query, look.patchView === "reverse");
    const columns = [words.row, words.column, words.weight];
    const rows = () =>
      Array.from(weights(), (weight, token) => {
        const place = placeOfToken(run, token);
        return [this.#nameOf(run, token), place ? place.row + 1 : "", place ? place.column + 1 : "", weight];
      });
    const numbers = () => ({
      columns: [words.token, ...columns],
      count: run.words.length,
      rows: () => rows().values(),
    });
    const name = `layer-${at.head.layer}-head-${at.head.head}-picture`;
    return AsTable.of(
      { name, corner: words.token, columns, rows },
      html`<mha-save-files
          slot="files"
          nested
          part="save"
          file=${name}
          .picture=${(/** @type {State} */ state, /** @type {Surface} */ surface) => pictureHeadFile(run, state, at, surface)}
          .numbers=${numbers}
          .store=${this.store}
        ></mha-save-files
        >${overlayChoices(look, (change) => this.page.look(change), this)}`,
    );
  }

  /** @param {Shown} run @param {number} token */
  #nameOf(run, token) {
    return placeName(placeOfToken(run, token), run.words[token], this);
  }

  #press() {
    this.#pointer.begin();
    this.#paints = null;
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const token = this.#scene?.patchAt(x, y) ?? null;
    this.over = hold || this.tool ? null : token;
    if (token === null || !hold) return;
    if (!this.tool) return this.page.ask(token);
    if (this.tool === "patches") return this.#paint(token);
    const place = /** @type {Place} */ (this.#scene?.placeAt(x, y));
    this.drawing.stroke(place, place, this.#ink);
  }

  /** @param {CustomEvent<import("../../kit/elements/figure.js").Pan>} event */
  #drag(event) {
    const { x = 0, y = 0, dx = 0, dy = 0 } = event.detail;
    if (!this.tool || !this.#pointer.isDown || !this.#scene) return;
    event.preventDefault();
    if (this.tool !== "patches")
      return this.drawing.stroke(this.#scene.placeAt(x - dx, y - dy), this.#scene.placeAt(x, y), this.#ink);
    for (const token of this.#scene.patchesAlong({ x, y, dx, dy }))
      this.#paints = this.#paint(token, this.#paints);
  }

  /** @param {number} token @param {boolean | null} [isOut] defaults to the other of what it is @returns {boolean} */
  #paint(token, isOut = null) {
    const out = isOut ?? !this.page.state.masks.includes(token);
    this.drawing.paintOut(token, out);
    return out;
  }

  /** Walks over the patches; above the first row is the last extra token. @param {CustomEvent<{ dx: number, dy: number, hold?: boolean }>} event */
  #walk({ detail: { dx, dy, hold } }) {
    const { run, query } = this.page.state;
    if (!run) return;
    const { extra } = run.run;
    if (hold && this.tool && query >= extra)
      return void (this.tool === "patches" ? this.#paint(query) : this.drawing.fill(query, this.#ink));
    const to = tokenBeside(run, query, { dx, dy });
    if (to !== query) this.page.ask(to);
  }
}

/** The token that an arrow key leads to: from an extra one to its neighbour, or down into the grid. @param {Shown} shown @param {number} token @param {{ dx: number, dy: number }} by */
function tokenBeside(shown, token, { dx, dy }) {
  const { grid, extra } = shown.run;
  const [rows, columns] = /** @type {NonNullable<typeof grid>} */ (grid);
  const within = (/** @type {number} */ at, /** @type {number} */ count) =>
    Math.max(0, Math.min(count - 1, at));
  const place = placeOfToken(shown, token);
  if (!place) return within(token + dx + (dy > 0 ? extra : 0), extra + 1);
  const row = place.row + dy;
  if (row < 0 && extra) return extra - 1;
  return extra + within(row, rows) * columns + within(place.column + dx, columns);
}
