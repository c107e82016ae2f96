import { css, html } from "lit";
import { AXIS_OF_KIND, learningScene, namedLearningScene } from "../draw/learning-curve.js";
import { SOLVED, solvedAt } from "../../kit/state/training-tasks.js";
import { LEARNING } from "../words.js";
import { BLANKS } from "../../kit/text/blanks.js";
import { say } from "../../kit/text/words.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { pictureMenu } from "./picture-menu.js";
import { QueuedPanel } from "./train-panel.js";
import { shareSaid } from "../../kit/text/share.js";

/** @typedef {import("../state/training.js").Training} Training */

/** The loss and the accuracy of each kind, with a scrubber over the checkpoints. */
export class LearningPanel extends QueuedPanel {
  static styles = [
    QueuedPanel.styles,
    headingStyles,
    css`
      .picture {
        position: relative;
      }
      input {
        position: absolute;
        margin: 0;
        background: none;
        appearance: none;
        cursor: ew-resize;
      }
      input::-webkit-slider-thumb {
        width: 12px;
        height: 200px;
        opacity: 0;
        appearance: none;
      }
      input::-moz-range-thumb {
        width: 12px;
        height: 200px;
        opacity: 0;
      }
      ul {
        margin: 4px 0 0;
        padding: 0;
        list-style: none;
        font-size: 13px;
      }
      li {
        display: flex;
        gap: 8px;
        padding: 5px 0;
        border-bottom: 1px solid var(--_hairline);
      }
      li i {
        flex: none;
        align-self: center;
        width: 9px;
        height: 9px;
        border-radius: 50%;
        background: currentColor;
      }
      li span {
        flex: 1;
      }
      li small {
        min-width: 92px;
        font-size: 13px;
        text-align: right;
        color: var(--_muted);
      }
      p {
        margin: 8px 0 0;
        font-size: 13px;
        color: var(--_muted);
      }
    `,
  ];

  render() {
    const { training } = this;
    const { moments, whole, at } = training?.state ?? {};
    if (!training || !moments?.length || !whole || at === undefined) return html``;
    const kinds = Object.keys(moments[0].kinds);
    const { steps } = training.task;
    const words = say(LEARNING, this);
    return html`<h2>${words.title}</h2>
      <div class="picture">
        <mha-figure
          label=${this.#said(training)}
          .draw=${(/** @type {import("../../kit/draw/marks.js").Surface} */ surface) => this.#draw(training, surface)}
        ></mha-figure>
        <input
          type="range"
          min="0"
          max=${steps}
          step="1"
          .value=${String(at)}
          aria-label=${words.scrub}
          aria-valuetext=${words.step(at, steps)}
          @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(training, event)}
          @input=${(/** @type {Event} */ { target }) => this.#scrub(training, /** @type {HTMLInputElement} */ (target))}
        />
      </div>
      <ul aria-label=${words.byKind}>
        ${kinds.map((kind, i) => this.#kind(training, kind, i))}
      </ul>
      <p>${words.tested[training.state.settings.task](whole.sentences)}</p>
      ${pictureMenu(this.#table(training), words.title, (surface) => this.#picture(training, surface), this)}
      <p class="unseen" role="status">
        ${whole.step === at && !training.state.pace ? this.#said(training) : ""}
      </p>`;
  }

  /** @param {Training} training @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(training) {
    const { moments, losses } = training.state;
    const kinds = Object.keys(moments[0].kinds);
    const words = say(LEARNING, this);
    return {
      name: "learning",
      corner: words.corner,
      columns: [...kinds.map((kind) => words.column(this.#label(kind))), this.#loss(training)],
      rows: () =>
        moments.map((moment) => [
          moment.step,
          ...kinds.map((kind) => moment.kinds[kind].accuracy),
          moment.step ? losses[moment.step - 1] : "",
        ]),
    };
  }

  /** @param {Training} training @param {string} kind @param {number} i */
  #kind(training, kind, i) {
    const { moments, whole } = training.state;
    const solved = solvedAt(moments, kind);
    const words = say(LEARNING, this);
    return html`<li data-kind=${kind}>
      <i class=${AXIS_OF_KIND[i % AXIS_OF_KIND.length]}></i><span>${this.#label(kind)}</span
      ><b>${whole && shareSaid(whole.kinds[kind].accuracy)}</b>
      <small>${solved === null ? "" : words.solved(solved)}</small>
    </li>`;
  }

  /** @param {Training} training */
  #said({ state: { moments, at, whole }, task }) {
    const words = say(LEARNING, this);
    const right = Object.entries(whole?.kinds ?? {}).map(([kind, { accuracy }]) =>
      words.rightly(this.#label(kind), shareSaid(accuracy), solvedAt(moments, kind)),
    );
    return words.summary(at, task.steps, right);
  }

  /** @param {Training} training @returns {import("../draw/learning-curve.js").Learning} */
  #learning(training) {
    const {
      state: { losses, moments, at, answers },
      task,
    } = training;
    const kinds = Object.keys(moments[0].kinds);
    return {
      ...{ steps: task.steps, at, losses, most: Math.log(answers), enough: SOLVED },
      moments: moments.map(({ step, kinds: all }) => ({
        step,
        right: kinds.map((kind) => all[kind].accuracy),
      })),
      solved: kinds.map((kind) => solvedAt(moments, kind)),
      ...{ right: say(LEARNING, this).right, loss: this.#loss(training) },
    };
  }

  /** Draws the curves, and puts the scrubber over them. @param {Training} training @param {import("../../kit/draw/marks.js").Surface} surface */
  #draw(training, surface) {
    const scene = learningScene(this.#learning(training), surface);
    const input = /** @type {HTMLElement} */ (this.renderRoot.querySelector("input"));
    const { left, right, top, bottom } = scene.box;
    const place = { left: left - 6, top: top - 6, width: right - left + 12, height: bottom - top + 12 };
    for (const [name, length] of Object.entries(place)) input.style.setProperty(name, `${length}px`);
    return scene;
  }

  /** The curves for a file. @param {Training} training @param {import("../../kit/draw/marks.js").Surface} surface */
  #picture(training, surface) {
    const names = Object.keys(training.state.moments[0].kinds).map((kind) => this.#label(kind));
    return namedLearningScene(this.#learning(training), names, surface);
  }

  /** Label of a kind of answers. @param {string} kind */
  #label(kind) {
    return say(BLANKS, this)[kind]?.label ?? say(LEARNING, this).translated[kind];
  }

  /** @param {Training} training */
  #loss({ task }) {
    const { loss, lossOfWords } = say(LEARNING, this);
    return task.blank === null ? lossOfWords : loss;
  }

  /** Scrubs over trained steps only; dragging further does not train. @param {Training} training @param {HTMLInputElement} input */
  #scrub(training, input) {
    training.show(Math.min(Number(input.value), training.state.step));
    input.value = String(training.state.at);
  }

  /** Moves from checkpoint to checkpoint. @param {Training} training @param {KeyboardEvent} event */
  #key(training, event) {
    const { moments, at, step } = training.state;
    const steps = [...new Set([...moments.map((moment) => moment.step), step])];
    const before = steps.filter((each) => each < at).at(-1) ?? 0;
    const after = steps.find((each) => each > at) ?? step;
    /** @type {Record<string, number>} */
    const to = {
      ArrowLeft: before,
      ArrowDown: before,
      ArrowRight: after,
      ArrowUp: after,
      Home: 0,
      End: step,
    };
    if (!(event.key in to)) return;
    training.show(to[event.key]);
    event.preventDefault();
    event.stopPropagation();
  }
}
