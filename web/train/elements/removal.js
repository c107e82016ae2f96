import { css, html } from "lit";
import { chartScene } from "../../kit/draw/chart.js";
import { namesIn } from "../draw/names.js";
import { AXIS_OF_KIND } from "../draw/learning-curve.js";
import { NOTHING_AWAY, headsOf, isNothing, headKey } from "../state/removal.js";
import { specialists } from "../../kit/state/training-tasks.js";
import { AWAY } from "../words.js";
import { BLANKS } from "../../kit/text/blanks.js";
import { say } from "../../kit/text/words.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { tableStyles } from "../../kit/elements/table.js";
import { pictureMenu } from "./picture-menu.js";
import { QueuedPanel } from "./train-panel.js";
import { shareSaid } from "../../kit/text/share.js";

/** @typedef {import("../state/training.js").Training} Training */
/** @typedef {import("../state/state.js").Counted} Counted */
/** @typedef {import("../state/removal.js").Away} Away */

const MOVED = 0.05; // smallest change of accuracy that is pointed out

/** Accuracy of each kind, before and after parts of the model are removed. */
export class TakingAway extends QueuedPanel {
  static styles = [
    QueuedPanel.styles,
    headingStyles,
    tableStyles,
    css`
      :host {
        font-size: 13px;
      }
      td b {
        color: var(--_T);
      }
      .ways {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        margin: 10px 0;
      }
      .ways button {
        min-height: 28px;
        padding: 0 8px;
        border: 1px dashed var(--_edge);
        border-radius: 8px;
        background: none;
        text-align: left;
      }
      .ways [aria-pressed="true"] {
        border-style: solid;
        background: var(--_token-wash);
      }
      p {
        margin: 8px 0 0;
        color: var(--_muted);
      }
    `,
  ];

  render() {
    const { training } = this;
    const { whole, without, away, order, ordering, prediction } = training?.state ?? {};
    if (!training || !whole || !away || !prediction) return html``;
    const kinds = Object.keys(whole.kinds);
    const words = say(AWAY, this);
    return html`<h2>${words.title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">${words.right((without ?? whole).sentences)}</th>
            ${kinds.map((kind) => html`<th scope="col">${say(BLANKS, this)[kind].short}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.#row(words.whole, whole, whole)}
          ${without ? this.#row(words.without(this.#names(training, without.away)), without, whole) : ""}
        </tbody>
      </table>
      <div class="ways" role="group" aria-label=${words.title}>
        ${this.#ways(training).map(
          ({ said, away: next }) =>
            html`<button
              aria-pressed=${isSameAway(next, away)}
              @click=${() => training.take(isSameAway(next, away) ? NOTHING_AWAY : next)}
            >
              ${said}
            </button>`,
        )}
        ${isNothing(away) ? "" : html`<button @click=${() => training.take(NOTHING_AWAY)}>${words.back}</button>`}
        <button
          aria-pressed=${Boolean(order || ordering)}
          aria-disabled=${Boolean(training.state.pace)}
          @click=${() => (order || ordering ? training.unorder() : training.order())}
        >
          ${ordering ? words.removing : words.least}
        </button>
      </div>
      <p role="status">${this.#said(training)}</p>
      ${order ? this.#order(training, order, kinds) : ""}
      ${isNothing(away) && !order ? "" : html`<p>${words.lessons[/** @type {"reference"} */ (training.state.settings.task)]}</p>`}`;
  }

  /** @param {string} name @param {Counted} counted @param {Counted} before */
  #row(name, counted, before) {
    return html`<tr>
      <th scope="row">${name}</th>
      ${Object.entries(counted.kinds).map(([kind, { accuracy }]) => {
        const number = shareSaid(accuracy);
        return html`<td>
          ${Math.abs(accuracy - before.kinds[kind].accuracy) >= MOVED ? html`<b>${number}</b>` : number}
        </td>`;
      })}
    </tr>`;
  }

  /** Suggested removals: each edge that was found, and all heads without a role. @param {Training} training @returns {{ said: string, away: Away }[]} */
  #ways({ state: { whole, config }, task }) {
    const found = specialists(task, whole?.kinds ?? {});
    if (!found.length || !config) return [];
    const words = say(AWAY, this);
    const blanks = say(BLANKS, this);
    const named = found.map(({ layer, head }) => headKey(layer, head));
    const others = headsOf(config).filter((name) => !named.includes(name));
    const cuts = found.flatMap(({ layer, kind, to }) =>
      kind === task.blank && to !== "previous"
        ? [
            {
              said: words.cut(blanks[kind].edges[to].drawn),
              away: { off: [], cuts: [{ layer, from: kind, to }] },
            },
          ]
        : [],
    );
    const kept = [...new Set(named)];
    const keep = { said: words.keep(kept.map(namesIn(config, this).short)), away: { off: others, cuts: [] } };
    return others.length ? [...cuts, keep] : cuts;
  }

  /** @param {Training} training */
  #said(training) {
    const { whole, without } = training.state;
    if (!whole || !without) return "";
    const words = say(AWAY, this);
    const blanks = say(BLANKS, this);
    const moved = Object.entries(without.kinds).filter(
      ([kind, { accuracy }]) => Math.abs(accuracy - whole.kinds[kind].accuracy) >= MOVED,
    );
    const said = moved.map(([kind, { accuracy }]) =>
      words.moved(blanks[kind].label, shareSaid(whole.kinds[kind].accuracy), shareSaid(accuracy)),
    );
    return words.summary(this.#names(training, without.away), said.length ? said : [words.same]);
  }

  /** @param {Training} training @param {NonNullable<Training["state"]["order"]>} order @param {readonly string[]} kinds */
  #order(training, order, kinds) {
    const gone = order.map(({ off }, i) => off.find((name) => !order[i - 1]?.off.includes(name)) ?? "");
    const heads = order.length;
    const { config } = training.state;
    const names = namesIn(/** @type {NonNullable<typeof config>} */ (config), this);
    const words = say(AWAY, this);
    const blanks = say(BLANKS, this);
    const draw = (/** @type {import("../../kit/draw/marks.js").Surface} */ surface) =>
      chartScene(
        {
          xs: order.map((_, i) => heads - i),
          xName: words.axis,
          yName: words.share,
          max: 1,
          series: kinds.map((kind, i) => ({
            name: blanks[kind].short,
            values: order.map(({ right }) => right[kind]),
            stroke: surface.palette.axis[AXIS_OF_KIND[i % AXIS_OF_KIND.length]],
          })),
        },
        surface,
      );
    const numbers = {
      name: "order",
      corner: words.corner,
      columns: [words.gone, ...kinds.map((kind) => blanks[kind].label)],
      rows: () =>
        order.map(({ right }, i) => [
          heads - i,
          gone[i] && names.short(gone[i]),
          ...kinds.map((kind) => right[kind]),
        ]),
    };
    const said = words.curve(order.map(({ right }, i) => words.point(heads - i, this.#rightIn(right))));
    return html`<mha-figure label=${said} .draw=${draw}></mha-figure>
      ${pictureMenu(numbers, words.share, draw, this)}`;
  }

  /** @param {Training} training @param {Away} away */
  #names({ state: { config } }, { off, cuts }) {
    const names = namesIn(/** @type {NonNullable<typeof config>} */ (config), this);
    const words = say(AWAY, this);
    const edges = cuts.map(({ layer, from, to }) =>
      typeof to === "number"
        ? words.edgeTo(from, to, layer)
        : words.edge(say(BLANKS, this)[from].edges[to].said, layer),
    );
    if (!off.length) return edges;
    return [...edges, off.length === 1 ? names.full(off[0]) : words.heads(off.map(names.short))];
  }

  /** @param {import("../state/removal-order.js").Left["right"]} right */
  #rightIn(right) {
    const blanks = say(BLANKS, this);
    return Object.entries(right).map(([kind, share]) => `${blanks[kind].short} ${shareSaid(share)}`);
  }
}

/** @param {Away} a @param {Away} b */
const isSameAway = (a, b) => JSON.stringify(a) === JSON.stringify(b);
