import { css, html } from "lit";
import { headingStyles, savedHeadingStyles } from "../../kit/elements/heading.js";
import { overlayChoices, overlayChoiceStyles } from "../../kit/elements/over-image.js";
import { OVER_IMAGE, placeName } from "../../kit/text/over-image.js";
import { say } from "../../kit/text/words.js";
import { headBeside } from "../draw/all-heads.js";
import { pictureSheetFile, pictureSheetScene } from "../draw/picture-scenes.js";
import { placeOfToken, weightsOfToken } from "../state/page-run.js";
import { headsOf } from "../state/page-state.js";
import { MODEL_PICTURE } from "../words-picture.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/page-state.js").State} State */

/** Every head over the picture, small. */
export class PictureHeads extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    headingStyles,
    savedHeadingStyles,
    ...overlayChoiceStyles,
    css`
      mha-figure {
        cursor: pointer;
      }
      .act {
        margin-top: 10px;
      }
    `,
  ];

  /** @type {import("../draw/picture-scenes.js").SheetScene | null} */
  #scene = null;

  render() {
    const { run, query } = this.page?.state ?? {};
    if (!run?.run.image || query === undefined) return html``;
    const words = say(MODEL_PICTURE, this);
    const { look } = this.page.state;
    const token = placeName(placeOfToken(run, query), run.words[query], this);
    const choices = overlayChoices(look, (change) => this.page.look(change), this);
    return html`<div class="top">
        <h2>${words.all}</h2>
        <mha-save-files
          part="save"
          file="heads-picture"
          .picture=${(/** @type {State} */ state, /** @type {Surface} */ surface) => pictureSheetFile(run, state, surface)}
          .numbers=${() => this.#numbers(run)}
          .store=${this.store}
          >${choices}</mha-save-files
        >
      </div>
      <mha-figure
        walks
        label=${words.sheet(token)}
        .draw=${(/** @type {Surface} */ surface) => this.#draw(run, surface)}
        @point=${this.#point}
        @leave=${() => this.page.point(null)}
        @walk=${this.#walk}
      ></mha-figure>
      <p class="quiet act">${words.press}</p>`;
  }

  /** @param {Shown} run @param {Surface} surface */
  #draw(run, surface) {
    return (this.#scene = pictureSheetScene(run, this.page.state, surface));
  }

  /** The weights of every head that are over the picture, a row a token. @param {Shown} run @returns {import("../../kit/state/csv.js").Numbers} */
  #numbers(run) {
    const words = say(OVER_IMAGE, this);
    const { query, look } = this.page.state;
    const count = run.words.length;
    return {
      columns: ["layer", "head", words.token, words.row, words.column, words.weight],
      count: run.layers * run.heads * count,
      rows: () =>
        headsOf(run)
          .flatMap((head) =>
            Array.from(weightsOfToken(run, head, query, look.patchView === "reverse"), (weight, token) => {
              const place = placeOfToken(run, token);
              const name = placeName(place, run.words[token], this);
              return [
                head.layer,
                head.head,
                name,
                place ? place.row + 1 : "",
                place ? place.column + 1 : "",
                weight,
              ];
            }),
          )
          .values(),
    };
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const head = this.#scene?.headAt(x, y) ?? null;
    this.page.point(head);
    if (head && hold) this.page.select(head);
  }

  /** @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail }) {
    const { run, selected } = this.page.state;
    if (run) this.page.select(headBeside({ ...run, order: null }, selected, detail));
  }
}
