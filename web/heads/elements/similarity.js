import { css, html } from "lit";
import { similarityScene } from "../draw/similarity.js";
import { askOnce } from "../../kit/state/cached.js";
import { headIn } from "../../kit/state/head.js";
import { pathOf } from "../../kit/state/state.js";
import { STUDIES } from "../words.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { shareSaid } from "../../kit/text/share.js";

/** @import { Picture } from "../../kit/state/picture.js" */

/** Similarity of heads. */
export class Similarity extends Panel {
  static properties = { ...Panel.properties, other: { state: true } };

  static styles = [
    Panel.styles,
    headingStyles,
    css`
      p {
        min-height: 60px; /* the longest text: hovering moves nothing */
        margin: 4px 0 0;
        font-size: 13px;
        color: var(--_muted);
      }
    `,
  ];

  /** @type {ReturnType<typeof similarityScene> | null} */
  #scene = null;

  constructor() {
    super();
    /** The hovered pair. @type {readonly number[] | null} */
    this.other = null;
  }

  /** @param {import("../../core/types.js").TensorOutput} similarity @param {number} heads @param {import("../../kit/state/picture.js").Picture} picture */
  #most({ data }, heads, picture) {
    let [most, pair] = [-1, [0, 1]];
    for (let a = 0; a < heads; a++)
      for (let b = a + 1; b < heads; b++)
        if (data[a * heads + b] > most) [most, pair] = [data[a * heads + b], [a, b]];
    const words = say(STUDIES, this);
    return words.alikeMost({
      pair: html`<button class="link" @click=${() => this.store?.look({ picked: pair })}>
        ${words.pair(pair.map(namesOfHeads(picture, this).short))}
      </button>`,
      shared: shareSaid(most),
    });
  }

  render() {
    const { store } = this;
    const picture = store && pathOf(store.state);
    if (!store || !picture) return html``;
    const similarity = askOnce(picture, "similarity", picture.similarity);
    const { head, heads } = headIn(picture, store.state.selection);
    if (this.other && Math.max(...this.other) >= heads) this.other = null; // of a layer with more heads
    const [one, another] = this.other ?? [head, head];
    const shared = similarity.data[one * heads + another];
    const words = say(STUDIES, this);
    const { short } = namesOfHeads(picture, this);
    return html`<h2>${words.alike}</h2>
      <mha-figure
        label=${words.alikeLabel(heads)}
        .draw=${(/** @type {import("../../kit/draw/marks.js").Surface} */ surface) =>
          (this.#scene = similarityScene(
            similarity,
            { head: one, other: this.other ? another : null, colormap: picture.settings.colormap },
            surface,
          ))}
        @point=${(/** @type {CustomEvent<{ x: number, y: number, hold: boolean }>} */ { detail }) => {
          const pair = this.#scene?.hit(detail.x, detail.y) ?? null;
          this.other = pair;
          if (pair && detail.hold) store.look({ picked: pair[0] === pair[1] ? [] : [...pair] });
        }}
        @leave=${() => (this.other = null)}
      ></mha-figure>
      <p>
        ${
          this.other
            ? words.alikePair({
                one: short(one),
                other: short(another),
                shared: html`<b>${shareSaid(shared)}</b>`,
              })
            : html`${words.alikeShare} ${heads > 1 ? this.#most(similarity, heads, picture) : ""}`
        }
      </p>
      ${AsTable.of({
        name: "alike",
        corner: words.column,
        columns: Array.from({ length: heads }, (_, i) => i),
        rows: () =>
          Array.from({ length: heads }, (_, i) => [
            i,
            ...similarity.data.subarray(i * heads, (i + 1) * heads),
          ]),
      })}`;
  }
}
