import { html, css } from "lit";
import { table, tableStyles } from "../../kit/elements/table.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { removalScene } from "../draw/removal.js";
import { effectsOf, removalsOf, mutedOf, cutOut, zeroedInstead } from "../state/ablation.js";
import { STUDIES } from "../words.js";
import { SCENES } from "../../kit/text/scenes.js";
import { say, stop, messageText } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { headingStyles } from "../../kit/elements/heading.js";

/** @import { Look } from "../../kit/state/look.js" */
/** @import { Picture } from "../../kit/state/picture.js" */

/** How many heads the layer needs: how far its output moves as they are removed. */
export class Removal extends Panel {
  static styles = [Panel.styles, headingStyles];

  render() {
    const { picture, look } = this.store?.state ?? {};
    if (!picture?.layer || !look) return html``;
    const removals = removalsOf(picture);
    const heads = picture.config.numHeads;
    const now = { off: mutedOf(look, heads).length, moved: effectsOf(picture, look).change.whole };
    const words = say(STUDIES, this);
    const { left, leastFirst, inOrder } = say(SCENES, this);
    const listed = (/** @type {import("../../core/types.js").TensorOutput} */ { data }) =>
      Array.from(data, (moved) => moved.toFixed(2)).join(", ");
    return html`<h2>${words.need}</h2>
      <mha-figure
        label=${words.needs({ least: listed(removals.leastFirst), order: listed(removals.headOrder) })}
        .draw=${(/** @type {import("../../kit/draw/marks.js").Surface} */ surface) => removalScene(removals, now, surface)}
      ></mha-figure>
      ${AsTable.of({
        name: "removal",
        corner: left,
        columns: [leastFirst, inOrder],
        rows: () =>
          [...removals.leastFirst.data].map((moved, gone) => [
            heads - gone,
            moved,
            removals.headOrder.data[gone],
          ]),
      })}`;
  }
}

/** The layer without the heads that are off, and the common mistake instead of it. */
export class Cut extends Panel {
  static styles = [
    Panel.styles,
    headingStyles,
    tableStyles,
    css`
      :host {
        margin-top: 18px;
      }
      p {
        margin: 6px 0;
        font-size: 13px;
        text-wrap: pretty;
      }
      .muted {
        color: var(--_muted);
      }
      td,
      th {
        font-family: var(--_mono);
      }
    `,
  ];

  render() {
    const { picture, look } = this.store?.state ?? {};
    if (!picture?.layer || !look) return html``;
    const off = mutedOf(look, picture.config.numHeads).length;
    return html`<h2>${say(STUDIES, this).cut}</h2>
      ${this.#cut(picture, look, off)}`;
  }

  /** @param {Picture} picture @param {Look} look @param {number} off */
  #cut(picture, look, off) {
    const heads = picture.config.numHeads;
    const words = say(STUDIES, this);
    if (!off) return html`<p class="muted">${words.noneOff}</p>`;
    if (off === heads) return html`<p class="muted">${words.allOff}</p>`;
    /** @type {import("../state/ablation.js").Cut | null | undefined} */
    let cut;
    try {
      cut = this.store?.ask((core) => cutOut(core, picture, look));
      if (!cut) return "";
    } catch (error) {
      return html`<p role="status">${messageText(/** @type {Error} */ (error), this)}${stop(this)}</p>`;
    }
    const [before, after] = cut.parameters;
    const rows = cut.shapes.map(({ name, before, after }) => [
      withSubscript(name),
      shape(before),
      shape(after),
    ]);
    return html`<p>
        ${words.cutOut({
          ...{ heads: cut.heads.map(namesOfHeads(picture, this).short), before, after },
          apart: html`<b class="apart"
            >${cut.moved === 0 ? words.same : words.nearly(cut.moved.toExponential(0))}</b
          >`,
        })}
      </p>
      ${table(["", words.before, words.after], rows)} ${this.#mistake(picture, sharpest(picture, cut.heads))}`;
  }

  /** @param {Picture} picture @param {number} head */
  #mistake(picture, head) {
    const mistake = zeroedInstead(picture, head);
    const [before, after] = mistake.entropy;
    const words = say(STUDIES, this);
    return html`<p>
      <b>${words.mistake}</b>
      ${words.mistaken({
        ...{
          head: namesOfHeads(picture, this).full(head),
          before: before.toFixed(2),
          even: after - before < EVEN,
        },
        after: html`<b class="even">${after.toFixed(2)}</b>`,
        still: html`<b class="still">${mistake.adds.toFixed(2)}</b>`,
      })}
    </p>`;
  }
}

const EVEN = 0.005; // nats, invisible at two digits

/** Of several heads the one with the sharpest attention. @param {Picture} picture @param {readonly number[]} heads */
function sharpest(picture, heads) {
  const { heads: measures } = picture.measure();
  return heads.reduce((best, head) => (measures[head].entropy < measures[best].entropy ? head : best));
}

/** @param {readonly number[]} sizes */
const shape = (sizes) => `(${sizes.join(", ")})`;

/** wQ as W_Q. @param {string} name */
const withSubscript = (name) => name.replace(/^w/, "W_").replace(/^b/, "b_");
