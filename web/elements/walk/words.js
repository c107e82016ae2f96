import { css, html } from "lit";
import { ownerOf } from "../../state/memory.js";
import { shorten } from "../../draw/tensor-labels.js";
import { faultsAt, saidOf } from "../../text/faults.js";
import { MESSAGES } from "../../text/messages.js";
import { wordsOf } from "../../text/steps.js";
import { attendsMost } from "../../state/habits.js";
import { Panel } from "../base/panel.js";
import { focus } from "../base/follow.js";
import { Opening, openPanel, orTrouble } from "./panels.js";
import { indexNotation } from "./index-notation.js";
import { byAxis, count, prose, sizesOf, strides } from "../base/shape.js";

/** What happens at this step and why: title, shape, two sentences, the facts, the code. */
export class Words extends Panel {
  static styles = [
    Panel.styles,
    css`
      header {
        display: flex;
        align-items: start;
        justify-content: space-between;
        gap: 12px;
      }
      h2 {
        margin: 0;
        font-size: 21px;
        font-weight: 650;
        line-height: 1.25;
        text-wrap: balance;
      }
      .play {
        display: flex;
        gap: 6px;
      }
      .play button {
        width: 30px;
        height: 30px;
        padding: 0;
        border: 1px solid var(--_hairline);
        border-radius: 50%;
        background: var(--_card);
        font-size: 12.5px;
        line-height: 1;
      }
      .play .main {
        background: var(--_ink);
        color: var(--_paper);
      }
      .play [aria-disabled="true"] {
        opacity: 0.4;
        cursor: default;
      }
      .shape {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 0 16px;
        margin: 6px 0 10px;
      }
      p {
        margin: 0 0 12px;
        text-wrap: pretty;
      }
      .term {
        border-bottom: 1px dotted currentColor;
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        margin: 0 0 12px;
        font-size: 13px;
      }
      dt,
      dd {
        margin: 0;
        padding: 4px 0;
        border-bottom: 1px solid var(--_hairline);
      }
      dt {
        padding-right: 16px;
        color: var(--_muted);
      }
      dd {
        text-align: right;
      }
      .index {
        padding: 2px 1px;
        border-radius: 3px;
        cursor: default;
      }
      /* As high as it is with its lines, before they are there. */
      mha-code {
        display: block;
        min-height: 159px;
      }
      .wrong {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
        margin: 8px 0 0;
        color: var(--_muted);
        font-size: 13px;
      }
      .wrong button {
        min-height: 28px;
        padding: 2px 9px;
        border: 1px dashed var(--_T);
        border-radius: 8px;
        background: none;
        color: var(--_T);
        font: 12.5px var(--_mono);
      }
    `,
  ];

  /** The wrong path that was shown. @type {string | undefined} */
  #fault;

  constructor() {
    super();
    for (const panel of ["mha-code", "mha-code-lines"])
      new Opening(this, panel, () => this.store?.state.picture);
    new Opening(this, "mha-fault", () => this.store?.state.comparison);
    // From a wrong path that is left the focus goes back to the chip that led there.
    this.addEventListener("adrift", () => focus(this, `[data-fault=${this.#fault}]`));
  }

  updated() {
    this.#fault = this.store?.state.comparison?.fault;
  }

  render() {
    const state = this.store?.state;
    const step = state?.picture?.step(state.step);
    if (!state?.picture || !step) return html``;
    if (state.comparison) return orTrouble("mha-fault", html`<mha-fault .store=${this.store}></mha-fault>`);
    const { title, why } = wordsOf(step);
    const sizes = sizesOf(state.picture, step.lane);
    return html`
      <header>
        <h2>${title}</h2>
        ${this.#player(state)}
      </header>
      <div class="shape">
        <span class="mono"
          >(${byAxis(step.axes, step.axes, ", ")}) = (${byAxis(step.axes, step.shape, ", ")})</span
        >
        ${indexNotation(step, state.picture.steps, (axis) => this.store?.lightAxis(axis))}
      </div>
      <p>${prose(why, sizes)}</p>
      ${this.#attends(state.picture, step)}
      <dl>${this.#facts(state.picture, step)}</dl>
      ${orTrouble("mha-code", html`<mha-code .store=${this.store}></mha-code>`)}
      ${this.#chips(state.picture, step.id, sizes)}
    `;
  }

  /** The ways this step is got wrong. @param {import("../../state/picture.js").Picture} picture @param {string} id @param {Record<string, number>} sizes */
  #chips(picture, id, sizes) {
    const offered = faultsAt(id).filter(([, { needs }]) => !needs || picture.step(needs));
    if (!offered.length) return "";
    const refusal = this.store?.state.refusal;
    return html`<p class="wrong">
      Try it wrong:
      ${offered.map(
        ([fault, { chip }]) =>
          html`<button data-fault=${fault} @click=${() => this.#tryWrong(fault)}>${chip(sizes)}</button>`,
      )}
      <span role="status">${refusal ? saidOf(refusal.fault, refusal.message) : ""}</span>
    </p>`;
  }

  /** What shows it is loaded first, so that the focus goes from here to there. @param {import("../../core/types.js").Fault} fault */
  #tryWrong(fault) {
    this.store?.tryWrong(fault, Promise.all([openPanel("mha-fault"), openPanel("mha-compare")]));
  }

  /** @param {import("../../state/store.js").State} state */
  #player({ picture, step, playing }) {
    const stages = picture?.stages ?? [];
    const at = stages.findIndex((stage) => stage.some(({ id }) => id === step));
    return html`<div class="play" role="group" aria-label="Stepping">
      <button aria-label="Previous step" aria-disabled=${at <= 0} @click=${() => this.store?.move(-1)}>
        ◀
      </button>
      <button
        class="main"
        aria-label=${playing ? "Pause" : "Play"}
        @click=${() => this.store?.play(!playing)}
      >
        ${playing ? "❚❚" : "▶"}
      </button>
      <button
        aria-label="Next step"
        aria-disabled=${at === stages.length - 1}
        @click=${() => this.store?.move(1)}
      >
        ▶
      </button>
    </div>`;
  }

  /** @param {import("../../state/picture.js").Picture} picture @param {import("../../core/types.js").Step} step */
  #facts(picture, step) {
    const owner = ownerOf(step, picture.steps);
    const storage = step.storage === "view" ? `view of ${owner.id}` : "copy";
    const bytes = step.bytesRead + step.bytesWritten;
    const elements = step.shape.reduce((a, b) => a * b, 1);
    return [
      ["strides", html`<span class="mono">${strides(step)}</span> · offset ${count(step.offset)}`],
      ["storage", `${storage} · ${step.contiguous ? "contiguous" : "not contiguous"}`],
      ["cost", `${count(elements)} elements · ${count(step.flops)} FLOPs · ${count(bytes)} bytes`],
    ].map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    );
  }

  /** @param {import("../../state/picture.js").Picture} picture @param {import("../../core/types.js").Step} step */
  #attends(picture, step) {
    if (picture.settings.weights !== "constructed") return html`<p>${MESSAGES.random}</p>`;
    if (step.op !== "softmax") return "";
    const [warning, ...more] = picture.warnings;
    if (warning) return html`<p>${warning}${more.length ? ` (and ${more.length} more)` : ""}.</p>`;
    const most = attendsMost(picture, step, this.store?.selection.token ?? null);
    if (!most) return "";
    const [token, first, second] = [most.token, most.first.key, most.second.key].map((word) =>
      shorten(word, 40),
    );
    return html`<p>
      <i>${token}</i> attends most to <b>${first}</b> in head ${most.first.head}
      (${most.first.weight.toFixed(2)}), to <b>${second}</b> in head ${most.second.head}
      (${most.second.weight.toFixed(2)}).
    </p>`;
  }
}
