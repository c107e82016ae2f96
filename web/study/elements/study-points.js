import { css, html } from "lit";
import { AsTable } from "../../kit/elements/as-table.js";
import { focus } from "../../kit/elements/follow.js";
import { Press } from "../../kit/elements/press.js";
import { saveFile } from "../../kit/elements/save.js";
import { Scheme, schemeProbe } from "../../kit/elements/scheme.js";
import { shortHeadName } from "../../kit/text/head-names.js";
import { FILES } from "../../kit/text/files.js";
import { say } from "../../kit/text/words.js";
import {
  SEVERAL,
  endsOf,
  layerColours,
  headAt,
  headToward,
  headsIn,
  pointsScene,
  withPointer,
} from "../draw/head-points.js";
import { axisValue, deviationOf, evenOf, measureOf, measuresIn, pointsOf } from "../state/axes.js";
import { meansJson, meansOf } from "../state/study-files.js";
import { headsOf, isSamePlace } from "../state/study-types.js";
import { STUDY_POINTS } from "../words.js";
import { StudyPanel, isShare, valueSaid } from "./study-panel.js";

/** @import { PointsScene } from "../draw/head-points.js" */
/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Result } from "../state/study-store.js" */
/** @import { Head } from "../state/study-types.js" */

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

/** Files of a result besides those of its picture. */
const STUDY_FILES = /** @type {const} */ (["study.json", "study.npz"]);
const NAMED = 24; // framed heads that are listed
const STEP = 24; // px that a key widens the frame

/** All heads of a result as points, beside those of a result that was kept. */
export class StudyPoints extends StudyPanel {
  static properties = { ...StudyPanel.properties, brush: { state: true } };

  static styles = [
    StudyPanel.styles,
    schemeProbe,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 2px 14px;
      }
      .two {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr));
        gap: 12px 28px;
      }
      .up {
        display: block;
        margin: 8px 0 0 38px;
      }
      .across {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 0 20px;
        padding-left: 46px;
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 14px;
        font-size: 13px;
        color: var(--_muted);
      }
      .many {
        flex-wrap: nowrap;
      }
      .many .dot {
        width: 5px;
        margin: 0;
      }
      .across select {
        margin-left: auto;
      }
      .dot {
        display: inline-block;
        width: 10px;
        height: 10px;
        margin-right: 5px;
      }
      .framed {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 12px;
        font-size: 13px;
      }
      mha-figure {
        cursor: crosshair;
      }
      h4 {
        margin: 4px 0 0;
        font-size: 13px;
        font-weight: 600;
      }
    `,
  ];

  #scheme = new Scheme(this);
  /** Scenes by what they are drawn from: a pointer that moves draws nothing anew. @type {WeakMap<Result, { key: readonly unknown[], scene: PointsScene }>} */
  #drawn = new WeakMap();
  /** Where the frame began. @type {{ x: number, y: number } | null} */
  #from = null;
  #pointer = new Press(this);

  constructor() {
    super();
    /** The frame that the reader draws. @type {Box | null} */
    this.brush = null;
    this.addEventListener("focuslost", () => focus(this, "select"));
  }

  render() {
    const { result, kept, x, y } = this.page?.state ?? {};
    if (!result || x === undefined || y === undefined) return html``;
    const words = say(STUDY_POINTS, this);
    const count = result.study.layers * result.study.heads;
    const shown = kept ? [kept, result] : [result];
    return html`<div class="top">
        <h3>${words.title(count)}</h3>
        <p class="quiet">${words.about}</p>
      </div>
      <div class="up">${this.#axis("y", words.up, result)}</div>
      <div class="two">${shown.map((each) => this.#figure(each, shown))}</div>
      <div class="across">${this.#legend(result)} ${this.#axis("x", words.across, result)}</div>
      <mha-study-readout .store=${this.store}></mha-study-readout> ${this.#framed()}
      ${AsTable.of(
        this.#table(result),
        html`<mha-save-files
            slot="files"
            nested
            part="save"
            file="heads-on-many-sentences"
            .picture=${(/** @type {unknown} */ _, /** @type {Surface} */ surface) => this.#picture(result, surface)}
            .numbers=${() => meansOf(result.study, result.sums)}
            .store=${this.store}
          ></mha-save-files>
          <span>${STUDY_FILES.map((file) => this.#file(result, file))}</span>`,
      )}`;
  }

  /** @param {"x" | "y"} which @param {string} label @param {Result} result */
  #axis(which, label, result) {
    const chosen = this.page.state[which];
    const measures = measuresIn(result);
    const option = (/** @type {string} */ axis) =>
      html`<option value=${axis} .selected=${axis === chosen}>${this.axisSaid(axis)}</option>`;
    const isThere = measures.includes(measureOf(chosen));
    return html`<select
      aria-label=${label}
      @change=${(/** @type {Event} */ event) => this.page.set({ [which]: /** @type {HTMLSelectElement} */ (event.target).value })}
    >
      ${isThere ? "" : option(chosen)} ${measures.map(option)}
      <optgroup label=${say(STUDY_POINTS, this).varies}>
        ${measures.map((each) => option(deviationOf(each)))}
      </optgroup>
    </select>`;
  }

  /** The colours of layers; of many, the first and the last with those between. @param {Result} result */
  #legend({ study }) {
    const { layer } = say(STUDY_POINTS, this);
    const colours = layerColours(this.#scheme.palette, study.layers);
    const dot = (/** @type {string} */ fill) =>
      html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r="4.5" fill=${fill}></circle>
      </svg>`;
    if (study.layers <= SEVERAL)
      return html`<span class="legend"
        >${colours.map((fill, i) => html`<span>${dot(fill)}${layer(i)}</span>`)}</span
      >`;
    return html`<span class="legend many"
      >${layer(0)} <span>${colours.map(dot)}</span> ${layer(study.layers - 1)}</span
    >`;
  }

  /** @param {Result} result @param {readonly Result[]} shown */
  #figure(result, shown) {
    const { x, y } = this.page.state;
    const words = say(STUDY_POINTS, this);
    const points = this.#points(result);
    return html`<div>
      ${shown.length > 1 ? html`<h4>${result.title}</h4>` : ""}
      <mha-figure
        walks
        label=${words.summary({ x: this.axisSaid(x), y: this.axisSaid(y), count: points.length })}
        .draw=${(/** @type {Surface} */ surface) => this.#draw(result, shown, surface)}
        @point=${(/** @type {CustomEvent} */ event) => this.#point(result, event)}
        @leave=${() => this.page.point(null)}
        @walk=${(/** @type {CustomEvent} */ event) => this.#walk(result, event)}
        @pan=${(/** @type {CustomEvent} */ event) => this.#frame(result, event)}
        @pointerdown=${this.#press}
        @pointerup=${() => (this.brush = null)}
        @keydown=${this.#key}
      ></mha-figure>
    </div>`;
  }

  /** The points of the axes on show. @param {Result} result */
  #points(result) {
    const { x, y } = this.page.state;
    return pointsOf(result, x, y, (named) => this.nameSaid(named));
  }

  /** @param {Result} result @param {readonly Result[]} shown  all results on show, whose axes are the same @param {Surface} surface */
  #draw(result, shown, surface) {
    const { selected, brushed, x, y, pointed } = this.page.state;
    const key = [surface.width, surface.palette, selected, brushed, x, y, this.locale, ...shown];
    const known = this.#drawn.get(result);
    const isSameKey = known?.key.length === key.length && known.key.every((each, i) => each === key[i]);
    const scene = known && isSameKey ? known.scene : this.#scene(result, shown, surface, null);
    this.#drawn.set(result, { key, scene });
    return withPointer(scene, { pointed, brush: this.brush }, surface);
  }

  /** @param {Result} result @param {readonly Result[]} shown @param {Surface} surface @param {{ x: string, y: string } | null} titles */
  #scene(result, shown, surface, titles) {
    const { selected, brushed } = this.page.state;
    const ends = shown.map((each) => endsOf(this.#points(each)));
    return pointsScene(
      {
        points: this.#points(result),
        layers: result.study.layers,
        ends: { x: this.#ends("x", ends), y: this.#ends("y", ends) },
        ...{ brushed, selected, titles },
        even: this.#even(result),
        layerName: say(STUDY_POINTS, this).layer,
      },
      surface,
    );
  }

  /** @param {Result} result @returns {import("../draw/head-points.js").Points["even"]} */
  #even(result) {
    const { x, y } = this.page.state;
    const even = { x: evenOf(result, x), y: evenOf(result, y) };
    return {
      ...even,
      said: (axis) => say(STUDY_POINTS, this).even(valueSaid(this.page.state[axis], even[axis])),
    };
  }

  /** Where an axis ends; no share is above 1. @param {"x" | "y"} which @param {readonly ReturnType<typeof endsOf>[]} ends */
  #ends(which, ends) {
    const least = Math.min(...ends.map((each) => each[which].least));
    const most = Math.max(...ends.map((each) => each[which].most));
    return { least, most: isShare(this.page.state[which]) ? Math.min(1, most) : most };
  }

  /** The points for a file, with the titles of their axes. @param {Result} result @param {Surface} surface */
  #picture(result, surface) {
    const { x, y } = this.page.state;
    const titles = { x: this.axisSaid(x), y: this.axisSaid(y) };
    return {
      scene: this.#scene(result, [result], surface, titles),
      title: say(STUDY_POINTS, this).picture(result.title),
    };
  }

  #framed() {
    const { brushed } = this.page.state;
    if (!brushed.length) return "";
    const words = say(STUDY_POINTS, this);
    return html`<p class="framed" role="status">
      ${words.framed(brushed.length)} ${brushed.slice(0, NAMED).map((head) => this.headLink(head))}
      ${brushed.length > NAMED ? "…" : ""}
      <button class="link act" @click=${this.#release}>${words.release}</button>
    </p>`;
  }

  #release = () => {
    this.brush = null;
    this.page.set({ brushed: [] });
  };

  /** @param {Result} result @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point(result, { detail: { x, y, hold } }) {
    const scene = this.#drawn.get(result)?.scene;
    const head = scene ? headAt(scene, x, y) : null;
    if (hold && head) this.page.select(head);
    else if (hold && this.page.state.brushed.length) this.#release();
    this.page.point(head);
  }

  /** @param {Result} result @param {CustomEvent<{ dx: number, dy: number, page: number }>} event */
  #walk(result, { detail: { dx, dy, page } }) {
    const scene = this.#drawn.get(result)?.scene;
    const { selected } = this.page.state;
    if (!scene) return;
    if (page) {
      const all = scene.at.map(({ head }) => head);
      const at = all.findIndex((head) => isSamePlace(head, selected)) + page;
      if (all[at]) this.page.select(all[at]);
    } else if (dx || dy) this.page.select(headToward(scene, selected, { dx, dy }));
  }

  #press = () => {
    this.#from = null;
    this.#pointer.begin();
  };

  /** Frames points by a drag, or by keys: around the selected head, wider to the right and narrower to the left. @param {Result} result @param {CustomEvent<{ x?: number, y?: number, dx: number, dy: number }>} event */
  #frame(result, event) {
    const scene = this.#drawn.get(result)?.scene;
    if (!scene) return;
    const { x, y, dx, dy } = event.detail;
    if (x !== undefined && !this.#pointer.isDown) return; // a wheel
    event.preventDefault();
    if (x === undefined || y === undefined) this.brush = this.#widened(scene, dx < 0 ? STEP : -STEP);
    else {
      this.#from ??= { x: x - dx, y: y - dy };
      const { x: left, y: top } = this.#from;
      this.brush = { x: Math.min(left, x), y: Math.min(top, y), w: Math.abs(x - left), h: Math.abs(y - top) };
    }
    this.page.set({ brushed: this.brush ? headsIn(scene, this.brush) : [] });
  }

  /** @param {PointsScene} scene @param {number} by px to each side @returns {Box | null} null for a frame that closes */
  #widened(scene, by) {
    const at = scene.at.find(({ head }) => isSamePlace(head, this.page.state.selected));
    const { x, y, w, h } = this.brush ?? { x: at?.x ?? 0, y: at?.y ?? 0, w: 0, h: 0 };
    return w + 2 * by <= 0 ? null : { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by };
  }

  /** Escape lets go of framed heads. @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.key === "Escape" && this.page.state.brushed.length) this.#release();
  };

  /** @param {Result} result @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(result) {
    const words = say(STUDY_POINTS, this);
    const { x, y } = this.page.state;
    return {
      name: "heads-on-many-sentences",
      corner: words.corner,
      columns: [x, y].flatMap((axis) => [this.axisSaid(axis), words.half]),
      rows: () =>
        headsOf(result.study).map((head) => [
          shortHeadName(head.layer, head.head),
          ...[x, y].flatMap((axis) => {
            const { value, half } = axisValue(result, head, axis);
            return [value, half];
          }),
        ]),
    };
  }

  /** @param {Result} result @param {typeof STUDY_FILES[number]} file */
  #file(result, file) {
    return html`<button
      class="link"
      aria-label=${say(FILES, this).file(file)}
      @click=${() => saveFile([contentOf(result, file)], file)}
    >
      ${file}
    </button>`;
  }
}

/** @param {Result} result @param {typeof STUDY_FILES[number]} file @returns {BlobPart} */
const contentOf = ({ study, sums, names }, file) =>
  file === "study.json" ? meansJson(study, sums, names) : /** @type {BlobPart} */ (study.toNpz());
