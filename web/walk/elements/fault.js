import { css, html } from "lit";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { disorder, mostDifferent, onlyMoves } from "../../kit/state/compare.js";
import { entropyOfAll, habit } from "../../kit/state/habits.js";
import { areShares, sumsOf, measuresIn } from "../../kit/state/sums.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { COMPARED } from "../../kit/text/compared.js";
import { noDifference, faultWordsOf } from "../../kit/text/fault-words.js";
import { HABITS } from "../../kit/text/habits.js";
import { saidOf } from "../../kit/text/faults.js";
import { say, stop, messageText } from "../../kit/text/words.js";
import { focus } from "../../kit/elements/follow.js";
import { nextFrame } from "../../kit/elements/painted.js";
import { Panel } from "../../kit/elements/panel.js";
import { sizesOf } from "../../kit/state/sizes.js";
import { count, prose, term } from "../../kit/elements/shape.js";
import { table, tableStyles } from "../../kit/elements/table.js";
import { Panels } from "../../kit/elements/panels.js";

/** The chart of a wrong path, if it has one. */
const PANELS = new Panels({
  "mha-saturation": () => import("./saturation.js").then((module) => module.SaturationChart),
});

/** The words beside a wrong path: the effect in numbers, and whether training reveals the mistake. */
export class FaultWords extends Panel {
  static styles = [
    Panel.styles,
    tableStyles,
    css`
      h2 {
        scroll-margin: 12px;
        margin: 0 0 8px;
        font: 650 21px/1.25 var(--_sans);
      }
      p {
        margin: 0 0 12px;
        text-wrap: pretty;
      }
      .refused {
        padding: 8px 12px;
        border: 1px solid var(--_T);
        border-radius: 8px;
        background: var(--_card);
        overflow-wrap: anywhere;
      }
      table,
      mha-code {
        margin-bottom: 14px;
      }
      th {
        overflow-wrap: anywhere;
        color: var(--_muted);
      }
      .leave {
        min-height: 28px;
        padding: 2px 9px;
        border: 1px solid var(--_T);
        border-radius: 8px;
        background: none;
        color: var(--_T);
        font-size: 13px;
      }
    `,
  ];

  constructor() {
    super();
    PANELS.openFor(this, "mha-saturation", () => {
      const comparison = this.store?.state.comparison;
      return comparison && faultWordsOf(comparison.fault)?.chart;
    });
  }

  /** Takes the focus, because the button that opened the wrong path has gone. */
  firstUpdated() {
    focus(this, "h2");
  }

  /** Scrolls the heading into view after the pictures above have their heights. */
  async showHeading() {
    await this.updateComplete;
    await nextFrame();
    this.renderRoot.querySelector("h2")?.scrollIntoView({ block: "start" });
  }

  render() {
    const comparison = this.store?.state.comparison;
    const words = comparison && faultWordsOf(comparison.fault, this);
    if (!comparison || !words) return html``;
    const { none, error } = comparison;
    const sizes = sizesOf(comparison.right);
    const seen = new Set();
    // `none` is set if the mistake makes no difference at the current sizes.
    return html`
      <h2 tabindex="-1">${none ? noDifference(this) : words.title(sizes)}</h2>
      ${none ? html`<p class="refused">${saidOf(comparison.fault, none, this)}${stop(this)}</p>` : html`<p>${prose(words.why(sizes), sizes, seen)}</p>`}
      ${error ? html`<p class="refused mono" role="note">${messageText(error, this)}</p>` : ""}
      ${this.#facts(comparison, words.shows[0], seen)} ${this.#most(comparison)}
      ${words.chart && sizes.T > 1 ? PANELS.orTrouble("mha-saturation", html`<mha-saturation .store=${this.store}></mha-saturation>`, this) : ""}
      <p>${none ? words.elsewhere : words.training}</p>
      <mha-code .store=${this.store}></mha-code>
      <button class="leave" @click=${() => this.store?.makeRight()}>${say(COMPARED, this).leave}</button>
    `;
  }

  /** A link to the head and token with the largest difference, unless they are selected. @param {import("../../kit/state/compare.js").Comparison} comparison */
  #most(comparison) {
    const most = mostDifferent(comparison);
    const { store } = this;
    const words = most && (comparison.right.items?.[most.batch ?? 0] ?? comparison.right.settings.tokens);
    if (!most || !words || !store || most.head === null || most.token === null) return "";
    const { head, token, batch = null } = store.state.selection;
    if (head === most.head && token === most.token && (batch ?? 0) === (most.batch ?? 0)) return "";
    const place = html`<button class="link" @click=${() => store.select(most)}>
      <bdi>${shortenWord(words[most.token], 20)}</bdi>
    </button>`;
    return html`<p class="most">
      ${say(COMPARED, this).most(place, namesOfHeads(comparison.right, this).full(most.head))}
    </p>`;
  }

  /** @param {import("../../kit/state/compare.js").Comparison} comparison @param {string} id @param {Set<string>} seen see prose() */
  #facts(comparison, id, seen) {
    const { heads } = comparison.right.settings;
    const words = say(COMPARED, this);
    const head = Math.min(this.store?.selection.head ?? 0, heads - 1);
    const rows = [
      ...captionOfDisorder(comparison, id, head, this),
      ...attended(comparison, head, this.store?.selection.token ?? 0, seen, this),
      [words.raised, words.none, comparison.error ? words.yes : words.none],
    ];
    return table(["", words.rightOne, words.wrongOne], rows);
  }
}

/**
 * Says where elements end up, for steps that only move them.
 * @param {import("../../kit/state/compare.js").Comparison} comparison
 * @param {string} id
 * @param {number} head
 * @param {import("../../kit/text/words.js").Localized} speaker
 */
function captionOfDisorder(comparison, id, head, speaker) {
  const words = say(COMPARED, speaker);
  const name = namesOfHeads(comparison.right, speaker).full(head);
  const step = comparison.wrong.step(id);
  if (!step || step.error || !onlyMoves(comparison, step)) return [];
  const right = disorder(
    { ...comparison, wrong: comparison.right },
    /** @type {any} */ (comparison.right.step(id)),
    head,
  );
  const wrong = disorder(comparison, step, head);
  return [
    [words.misplaced, "0", words.part({ n: count(wrong.wrong, speaker), of: count(wrong.total, speaker) })],
    ...(right.tokens ? [[words.sees(name), count(right.tokens), count(wrong.tokens)]] : []),
  ];
}

/**
 * Says which key the selected head attends to on each path.
 * @param {import("../../kit/state/compare.js").Comparison} comparison
 * @param {number} head
 * @param {number} token
 * @param {Set<string>} seen see prose()
 * @param {import("../../kit/text/words.js").Localized} speaker
 */
function attended({ right, wrong, error }, head, token, seen, speaker) {
  if (error) return [];
  const words = say(COMPARED, speaker);
  const name = namesOfHeads(right, speaker).full(head);
  const span = (/** @type {readonly number[] | Float32Array} */ numbers) => spanOf(numbers, words);
  const sums = [right, wrong].map((picture) => sumsOf(picture, head));
  const first = (right.item ?? 0) * right.settings.tokens.length; // first row of its sentence
  const all = [right, wrong].map((picture) => measuresIn(picture).rowSum.data);
  if (![right, wrong].every(areShares))
    return [
      [
        words.row(shortenWord(right.settings.tokens[token])),
        ...sums.map(({ rows }) => span([rows[first + token]])),
      ],
      [words.rows(name), ...sums.map(({ rows }) => span(rows))],
      [words.columns, ...sums.map(({ columns }) => span(columns))],
      [words.allRows, ...all.map(span)],
    ];
  const most = entropyOfAll(right);
  const measures = [right, wrong].map((picture) => measuresIn(picture).heads[head]);
  const entropy = measures.map(({ entropy }, side) =>
    sums[side].rows.some(Boolean) ? entropy.toFixed(2) : words.none,
  );
  return [
    [words.attends(name), ...measures.map((each) => habit(each, most, say(HABITS, speaker)))],
    [words.entropy(term("entropy", words.entropyWord, seen), term("nat", words.nats, seen)), ...entropy],
  ];
}

/** The smallest and the largest sum as text, such as “0.05 to 2.31”; one number if both read the same. @param {readonly number[] | Float32Array} sums @param {typeof COMPARED} words */
function spanOf(sums, words) {
  const sorted = Float32Array.from(sums).sort();
  const [least, most] = [sorted[0], sorted[sorted.length - 1]].map((sum) => sum.toFixed(2));
  return least === most ? least : words.span(least, most);
}
