import { css, html } from "lit";
import { textField } from "../../kit/elements/fields.js";
import { chainScene, indexIn, valuesOf } from "./draw.js";
import { tapeScene, tapeWindow } from "../../kit/draw/tape.js";
import { asSteps, exercisesOf, judgeCalls, knownFault, namedSizes, parseChain } from "./state.js";
import { sizesOf } from "../../kit/state/sizes.js";
import { chipOf } from "../../kit/text/faults.js";
import { CHAIN } from "./words.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice } from "../../kit/elements/choice.js";
import { cellSaid, linksStyles, linksTable, shapeSaid, typedAs, verdictSaid } from "./element-links.js";
import { CoreLabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Exercise } from "./state.js" */
/** @import { Core } from "../lab-panel.js" */

/** A field for a chain of shape operations, with the tensor after each call. */
export default class ChainLab extends CoreLabPanel {
  static properties = {
    ...CoreLabPanel.properties,
    ...{ which: { state: true }, typed: { state: true }, at: { state: true } },
    ...{ element: { state: true }, by: { state: true } },
  };

  static styles = [
    CoreLabPanel.styles,
    linksStyles,
    css`
      .turn .typed {
        display: flex;
        flex: 1 1 100%;
        flex-wrap: wrap;
        gap: 6px 10px;
      }
      .typed label {
        flex: 1 1 320px;
        min-width: 0;
      }
      .typed input {
        flex: 1;
        ${textField}
        color: var(--_ink);
      }
      .two > div {
        min-width: 0;
      }
    `,
  ];

  /** @type {ReturnType<typeof chainScene> | null} */
  #scene = null;

  constructor() {
    super();
    /** The exercise, by its start and goal. */
    this.which = "";
    /** Typed text by exercise. @type {Readonly<Record<string, string>>} */
    this.typed = {};
    /** Index of the shown link; null for the last. @type {number | null} */
    this.at = null;
    /** The hovered element. @type {readonly number[] | null} */
    this.element = null;
    /** @type {"head" | "token"} */
    this.by = "token";
  }

  /** Words in the lab's language. */
  get #words() {
    return say(CHAIN, this);
  }

  /** The data to draw; null for a layer without exercises. @param {Core} core @param {Picture} picture */
  #view(core, picture) {
    return this.once([picture, this.which, this.typed], () => {
      const exercises = exercisesOf(picture);
      const exercise = exercises.find((each) => idOfChain(each) === this.which) ?? exercises[0];
      if (!exercise) return null;
      const sizes = namedSizes(picture);
      const text = this.typed[idOfChain(exercise)] ?? typedAs(exercise.solution.slice(0, 1));
      const parsed = parseChain(text, sizes);
      const verdict = judgeCalls(core, exercise, parsed.calls);
      return {
        exercises,
        exercise,
        sizes,
        text,
        parsed,
        verdict,
        fault: this.#faultIn(core, picture, exercise, verdict),
      };
    });
  }

  /** @param {Core} core @param {Picture} picture @param {Exercise} exercise @param {import("./state.js").Verdict} verdict */
  #faultIn(core, picture, exercise, { outcome, links }) {
    if (outcome !== "misplaced") return null;
    return (
      this.store?.ask((own) => knownFault(own, core, picture, exercise, links[links.length - 1])) ?? null
    );
  }

  /** The shown link and element. @param {NonNullable<ReturnType<ChainLab["view"]>>} view */
  #place({ verdict: { links } }) {
    const at = Math.min(this.at ?? links.length - 1, links.length - 1);
    const { shape } = links[at];
    const element = shape.map((size, axis) => Math.min(this.element?.[axis] ?? 0, size - 1));
    return { at, link: links[at], element };
  }

  /** The data of the current view, for downloads. */
  view() {
    const { core, picture } = this.subject;
    return this.#view(core, picture);
  }

  /** @param {Core} core @param {Picture} picture */
  renderLab(core, picture) {
    const view = this.#view(core, picture);
    if (!view) return html`<p role="status">${this.#words.none}</p>`;
    const { exercise } = view;
    const { at, link, element } = this.#place(view);
    const fault = view.fault && chipOf(view.fault, sizesOf(picture, exercise.start.lane), this);
    return html`${this.#turns(view)}
      <p class="how">
        ${this.#words.task({ from: exercise.start.id, shape: shapeSaid(exercise.start.shape), to: exercise.goal.id, goal: shapeSaid(exercise.goal.shape) })}
      </p>
      <p class=${view.verdict.outcome} role="status">${verdictSaid(view, fault, this)}</p>
      <div class="two">
        <div>
          <mha-figure
            walks
            label=${this.#words.figure(exercise.start.id)}
            .draw=${(/** @type {Surface} */ surface) => (this.#scene = this.#drawn(picture, view, surface))}
            @point=${this.#point}
            @walk=${(/** @type {CustomEvent} */ { detail }) => this.#walk(link.shape, detail.dx, detail.dy)}
          ></mha-figure>
          ${AsTable.of(this.numbers)}
        </div>
        <div class="calls">${linksTable(view, at, (at) => (this.at = at), this)}</div>
      </div>
      <p class="mono" role="status">${cellSaid(picture, exercise.start, link, element, this)}</p>
      <mha-figure
        label=${this.#words.tape}
        .draw=${(/** @type {Surface} */ surface) => this.#tape(picture, view, surface)}
      ></mha-figure>`;
  }

  /** @param {NonNullable<ReturnType<ChainLab["view"]>>} view */
  #turns({ exercises, exercise, text }) {
    const name = idOfChain(exercise);
    const type = (/** @type {string} */ typed) => {
      this.typed = { ...this.typed, [name]: typed };
      this.at = null;
    };
    return html`<div class="turn">
      ${choice(
        this.#words.exercise,
        this.#words.exercise,
        exercises.map((each) => [idOfChain(each), this.#words.made(each.goal.id, each.start.id)]),
        name,
        (which) => {
          this.which = which;
          this.at = null;
        },
      )}
      ${choice(
        this.#words.colour,
        this.#words.colour,
        /** @type {const} */ ([
          ["token", this.#words.byToken],
          ["head", this.#words.byHead],
        ]),
        this.by,
        (by) => (this.by = by),
      )}
      <div class="typed">
        <label class="mono"
          >${exercise.start.id}
          <input
            class="mono"
            autocapitalize="off"
            autocomplete="off"
            spellcheck="false"
            aria-label=${this.#words.field(exercise.start.id)}
            .value=${text}
            @input=${(/** @type {any} */ { target }) => type(target.value)}
        /></label>
        <button @click=${() => type(typedAs(exercise.solution))}>${this.#words.show}</button>
      </div>
    </div>`;
  }

  /** @param {Picture} picture @param {NonNullable<ReturnType<ChainLab["view"]>>} view @param {Surface} surface */
  #drawn(picture, view, surface) {
    const { exercise, verdict, parsed } = view;
    const { at, link, element } = this.#place(view);
    const { step } = asSteps(picture, exercise, verdict.links, at);
    const isLast = at === verdict.links.length - 1;
    return chainScene(
      {
        ...{ picture, start: exercise.start, link, element, by: this.by, axes: step.axes },
        goal: isLast && verdict.outcome === "misplaced" ? verdict.goal : null,
        name: at ? parsed.calls[at - 1].said : exercise.start.id,
        struck: this.#words.struck,
      },
      surface,
    );
  }

  /** @param {Picture} picture @param {NonNullable<ReturnType<ChainLab["view"]>>} view @param {Surface} surface */
  #tape(picture, view, surface) {
    const { at, element } = this.#place(view);
    const shown = { ...asSteps(picture, view.exercise, view.verdict.links, at), element };
    return tapeScene({ ...shown, by: this.by, near: tapeWindow(shown, surface.width) }, surface);
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const found = hold ? this.#scene?.hit(x, y) : null;
    if (found) this.element = found;
  }

  /** Moves along the last two axes. @param {readonly number[]} shape @param {number} dx @param {number} dy */
  #walk(shape, dx, dy) {
    const by = shape.map((_, axis) => (axis === shape.length - 1 ? dx : axis === shape.length - 2 ? dy : 0));
    this.element = shape.map((size, axis) =>
      Math.max(0, Math.min(size - 1, (this.element?.[axis] ?? 0) + by[axis])),
    );
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    const view = this.view();
    if (!view) throw new Error(this.#words.none);
    return this.#drawn(this.subject.picture, view, surface);
  }

  /** One line per row of the last axis. */
  get numbers() {
    const view = this.view();
    if (!view) throw new Error(this.#words.none);
    const { link } = this.#place(view);
    const wide = link.shape[link.shape.length - 1];
    const values = valuesOf(this.subject.picture, view.exercise.start, link);
    return {
      name: `chain-${idOfChain(view.exercise)}`,
      corner: this.#words.corner,
      columns: Array.from({ length: wide }, (_, i) => i),
      rows: () =>
        Array.from({ length: values.length / wide }, (_, row) => [
          `[${indexIn(link.shape.slice(0, -1), row).join(", ")}]`,
          ...values.subarray(row * wide, (row + 1) * wide),
        ]),
    };
  }
}

/** @param {Exercise} exercise */
const idOfChain = ({ start, goal }) => `${start.id}-${goal.id}`;
