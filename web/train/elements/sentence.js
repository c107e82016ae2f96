import { css, html } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { arcsScene } from "../draw/sentence-arcs.js";
import { namesIn } from "../draw/names.js";
import { arcsIn, blankIn, cutAt, edgesIn } from "../state/arcs.js";
import { luckSaid } from "../state/luck.js";
import { withCut } from "../state/removal.js";
import { BLANKED } from "../words.js";
import { BLANKS } from "../../kit/text/blanks.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { say } from "../../kit/text/words.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { segmentStyles, segments } from "../../kit/elements/segments.js";
import { pictureMenu } from "./picture-menu.js";
import { QueuedPanel } from "./train-panel.js";
import "./own-sentence.js";
import { shareSaid } from "../../kit/text/share.js";

/** @typedef {import("../state/training.js").Training} Training */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */

const LIKELY = 3; // words
const CUTTABLE = 0.3; // share of a blank's weight; edges below it cannot be cut

/** The sentence, with the attention of one of its blanks, and the model's answers. */
export class TrainSentence extends QueuedPanel {
  static styles = [
    QueuedPanel.styles,
    headingStyles,
    segmentStyles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px 16px;
      }
      .segments {
        font-size: 13px;
      }
      mha-figure.arc {
        cursor: pointer;
      }
      .said {
        display: grid;
        gap: 2px 14px;
        grid-template-columns: auto minmax(0, 1fr);
        margin-top: 8px;
        font-size: 13px;
      }
      .said > button {
        align-self: start;
        min-width: 24px;
        min-height: 24px;
        padding: 0 6px;
        border: 0;
        border-radius: 6px;
        background: none;
        text-align: left;
        color: var(--_T);
      }
      .said > button[aria-pressed="true"] {
        background: var(--_token-wash);
        color: var(--_ink);
        font-weight: 600;
      }
      .words {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 14px;
        color: var(--_muted);
      }
      .words b {
        color: var(--_ink);
      }
      .edges {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        margin-top: 8px;
        font-size: 13px;
      }
      .edges button,
      .more button {
        min-height: 28px;
        padding: 0 8px;
        border: 1px dashed var(--_edge);
        border-radius: 8px;
        background: none;
      }
      .edges [aria-pressed="true"] {
        text-decoration: line-through;
        color: var(--_T);
      }
    `,
  ];

  /** @type {import("../draw/sentence-arcs.js").ArcsScene | null} */
  #scene = null;

  render() {
    const { training } = this;
    const { prediction } = training?.state ?? {};
    const blank = training && blankIn(training.state);
    if (!training || !prediction || !blank) return html``;
    const arcs = arcsIn(training.state, training.task);
    const words = say(BLANKED, this);
    const kinds = say(BLANKS, this);
    return html`<div class="top">
        <h2>${kinds[blank.kind].asks}</h2>
        ${this.#endings(training)}
      </div>
      <mha-figure
        label=${this.#label(training, arcs)}
        .draw=${(/** @type {Surface} */ surface) => this.#draw(training, arcs, surface)}
        @pointermove=${(/** @type {PointerEvent} */ event) => {
          const hit = this.#hit(event);
          /** @type {Element} */ (event.currentTarget).classList.toggle("arc", hit !== null);
        }}
        @click=${(/** @type {PointerEvent} */ event) => this.#press(training, event)}
      ></mha-figure>
      <div class="said" role="group" aria-label=${words.says}>
        ${prediction.blanks.map((each, i) => this.#said(training, each, i, each === blank))}
      </div>
      ${this.#edges(training, arcs)}
      <mha-own-sentence .store=${this.store}></mha-own-sentence>
      ${pictureMenu(this.#table(training), prediction.tokens.join(" "), (surface) => this.#sceneOf(training, arcs, surface), this)}`;
  }

  /** What the model says at each blank. @param {Training} training @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table({ state: { words: all, prediction } }) {
    const { blanks = [] } = prediction ?? {};
    const words = say(BLANKED, this);
    const kinds = say(BLANKS, this);
    return {
      name: "said",
      corner: words.corner,
      columns: blanks.map(({ position, kind }) => words.column(kinds[kind].short, position)),
      rows: () =>
        all.map((word) => [
          word,
          ...blanks.map(({ words }) => words.find((each) => each.word === word)?.probability ?? 0),
        ]),
    };
  }

  /** A choice of endings, for the sentence that has two. @param {Training} training */
  #endings(training) {
    const { endings, sentence } = training.task;
    const base = sentence.slice(0, -endings[0]?.length || undefined);
    const { sentence: now } = training.state;
    if (!endings.length || !now.startsWith(base)) return "";
    return segments(say(MESSAGES, this).endings, endings, {}, now.slice(base.length), (ending) =>
      training.say(base + ending),
    );
  }

  /** @param {Training} training @param {import("../../core/types.js").Prediction["blanks"][number]} blank @param {number} i @param {boolean} chosen */
  #said(training, { position, kind, words: likely, answer }, i, chosen) {
    const words = say(BLANKED, this);
    const { tokens = [] } = training.state.prediction ?? {};
    const [first, ...others] = likely.slice(0, LIKELY);
    const right =
      answer === null
        ? ""
        : first.word === answer
          ? (luckSaid(training.state, kind, words) ?? words.right)
          : words.wrong(answer);
    return html`<button aria-pressed=${chosen} @click=${() => training.lookAt(i)}>
        ${tokens[position]}${training.state.settings.task === "induction" ? html` <span class="unseen">${words.at(position)}</span>` : ""}
      </button>
      <span class="words">
        <b>${first.word} ${shareSaid(first.probability)}</b>
        ${others.map(({ word, probability }) => html`<span>${word} ${shareSaid(probability)}</span>`)}
        <span>${right}</span>
      </span>`;
  }

  /** @param {Training} training @param {ReturnType<typeof arcsIn>} arcs */
  #edges(training, arcs) {
    const { tokens = [] } = training.state.prediction ?? {};
    const edges = edgesIn(training.state, arcs);
    const blank = blankIn(training.state);
    if (!edges.length || !blank) return "";
    const words = say(BLANKED, this);
    return html`<div class="edges" role="group" aria-label=${words.edges}>
      ${repeat(
        edges.filter(({ weight, isCut }) => isCut || weight >= CUTTABLE),
        ({ cut, to }) => `${cut.layer} ${to}`, // a stable key, so that the pressed button keeps the focus
        ({ cut, to, weight, isCut }) => {
          const what = typeof cut.to === "number" ? null : say(BLANKS, this)[cut.from].edges[cut.to].name;
          const far = isCut ? undefined : shareSaid(weight);
          return html`<button
            aria-pressed=${isCut}
            @click=${() => training.take(withCut(training.state.away, cut))}
          >
            ${words.edge(cut.layer, tokens[blank.position], tokens[to], what, far)}
          </button>`;
        },
      )}
    </div>`;
  }

  /** @param {Training} training @param {ReturnType<typeof arcsIn>} arcs */
  #label(training, arcs) {
    const { prediction } = training.state;
    const blank = blankIn(training.state);
    if (!prediction || !blank) return "";
    const { tokens, attention } = prediction;
    const names = namesIn({ layers: attention.length }, this);
    const words = say(BLANKED, this);
    const most = [...arcs].sort((a, b) => b.weight - a.weight).slice(0, 4);
    const looks = most.map(({ name, to, weight, cut }) =>
      cut ? words.cut(tokens[to]) : words.looks(names.full(name), tokens[to], shareSaid(weight)),
    );
    const said = prediction.blanks.map(({ position, words: [{ word, probability }] }) =>
      words.likeliest(tokens[position], word, shareSaid(probability)),
    );
    const arcsSaid = looks.length ? looks : [words.nowhere];
    return words.summary(tokens.join(" "), tokens[blank.position], arcsSaid, said);
  }

  /** @param {Training} training @param {ReturnType<typeof arcsIn>} arcs @param {Surface} surface */
  #draw(training, arcs, surface) {
    this.#scene = this.#sceneOf(training, arcs, surface);
    return this.#scene;
  }

  /** @param {Training} training @param {ReturnType<typeof arcsIn>} arcs @param {Surface} surface */
  #sceneOf({ state }, arcs, surface) {
    const { tokens, blanks, attention } = /** @type {NonNullable<typeof state.prediction>} */ (
      state.prediction
    );
    const names = namesIn({ layers: attention.length }, surface);
    const { weight } = say(BLANKED, surface);
    const from = blankIn(state)?.position ?? 0;
    const heads = state.config?.numHeads ?? 1;
    return arcsScene(
      {
        tokens,
        from,
        arcs,
        heads,
        blanks: blanks.map(({ position }) => position),
        said: (arc) => weight(shareSaid(arc.weight), names.full(arc.name)),
        shortly: (arc) => weight(shareSaid(arc.weight), names.short(arc.name)),
      },
      surface,
    );
  }

  /** @param {PointerEvent} event */
  #hit({ clientX, clientY }) {
    const box = this.renderRoot.querySelector("mha-figure")?.getBoundingClientRect();
    return box && this.#scene ? this.#scene.hit(clientX - box.x, clientY - box.y) : null;
  }

  /** A press on an arc cuts it; a press on a blank selects it. @param {Training} training @param {PointerEvent} event */
  #press(training, event) {
    const hit = this.#hit(event);
    const blank = blankIn(training.state);
    if (!hit || !blank) return;
    if ("arc" in hit) {
      training.pick(hit.arc.name);
      training.take(withCut(training.state.away, cutAt(blank, hit.arc.layer, hit.arc.to)));
      return;
    }
    const at = training.state.prediction?.blanks.findIndex(({ position }) => position === hit.word) ?? -1;
    if (at >= 0) training.lookAt(at);
  }
}
