import { css, html } from "lit";
import { removalScene } from "../../draw/removal.js";
import { cutOut, effectsOf, removalsOf, zeroedInstead } from "../../state/ablation.js";
import { mutedOf } from "../../state/look.js";
import { HEADS } from "../../text/heads.js";
import { Panel } from "../base/panel.js";
import { table, tableStyles } from "../base/table.js";
import { AsTable } from "./as-table.js";
import { headingStyles } from "./heading.js";

/** @import { Picture } from "../../state/picture.js" */
/** @import { Look } from "../../state/look.js" */

/** How many heads the layer needs, and what it is without those that are off. */
export class Removal extends Panel {
  static styles = [
    Panel.styles,
    headingStyles,
    tableStyles,
    css`
      h2 ~ h2 {
        margin-top: 16px;
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

  /** @param {import("../../state/state.js").State} state */
  shows = ({ picture, look }) => [picture, look.scales];

  render() {
    const { picture, look } = this.store?.state ?? {};
    if (!picture?.layer || !look) return html``;
    const removals = removalsOf(picture);
    const heads = picture.config.numHeads;
    const now = { off: mutedOf(look, heads).length, moved: effectsOf(picture, look).change.whole };
    return html`<h2>${HEADS.need}</h2>
      <mha-figure
        label=${`How far the output moves as heads go. Least effect first: ${[...removals.leastFirst.data].map((moved) => moved.toFixed(2)).join(", ")}. In head order: ${[...removals.headOrder.data].map((moved) => moved.toFixed(2)).join(", ")}.`}
        .draw=${(/** @type {import("../../draw/marks.js").Surface} */ surface) => removalScene(removals, now, surface)}
      ></mha-figure>
      ${AsTable.of({
        name: "removal",
        corner: "heads left",
        columns: ["least effect first", "in head order"],
        rows: () =>
          [...removals.leastFirst.data].map((moved, gone) => [
            heads - gone,
            moved,
            removals.headOrder.data[gone],
          ]),
      })}
      <h2>${HEADS.cut}</h2>
      ${this.#cut(picture, look, now.off)}`;
  }

  /** @param {Picture} picture @param {Look} look @param {number} off */
  #cut(picture, look, off) {
    const heads = picture.config.numHeads;
    if (!off)
      return html`<p class="muted">
        Mute a head, and here stands the smaller layer that does the same without it.
      </p>`;
    if (off === heads)
      return html`<p class="muted">With every head off there is no layer left: one has to stay.</p>`;
    /** @type {import("../../state/ablation.js").Cut} */
    let cut;
    try {
      cut = cutOut(picture, look);
    } catch (error) {
      return html`<p role="status">${/** @type {Error} */ (error).message}.</p>`;
    }
    const [before, after] = cut.parameters;
    const rows = cut.shapes.map(({ name, before, after }) => [named(name), shape(before), shape(after)]);
    return html`<p>
        Without ${off === 1 ? "head" : "heads"} ${cut.heads.join(", ")} the layer has ${after} parameters
        instead of ${before}, and W_O has lost ${off === 1 ? "that head's" : "those heads'"} rows. Its output
        is that of the muted layer
        <b class="apart">${cut.moved === 0 ? "to the bit" : `to ${cut.moved.toExponential(0)} of the norm`}</b
        >.
      </p>
      ${table(["", "before", "after"], rows)} ${this.#mistake(picture, sharpest(picture, cut.heads))}`;
  }

  /** @param {Picture} picture @param {number} head */
  #mistake(picture, head) {
    const mistake = this.store?.ask((core) => zeroedInstead(core, picture, head));
    if (!mistake) return "";
    const [before, after] = mistake.entropy;
    return html`<p>
      <b>The classic mistake:</b> setting head ${head}'s W_Q and W_K to 0 does not remove it.
      ${
        after - before < EVEN
          ? html`Its attention was even before, at <b class="even">${after.toFixed(2)}</b> nats,`
          : html`Its attention turns even, from <b>${before.toFixed(2)}</b> to
              <b class="even">${after.toFixed(2)}</b> nats,`
      }
      and it still speaks: the output moves by ${mistake.moved.toFixed(2)}, where it should move by
      ${mistake.should.toFixed(2)}, and <b class="still">${mistake.adds.toFixed(2)}</b> of its norm is what
      the head goes on adding.
    </p>`;
  }
}

const EVEN = 0.005; // nats, that two digits do not tell apart

/** Of several heads the one whose attention has most to lose. @param {Picture} picture @param {readonly number[]} heads */
function sharpest(picture, heads) {
  const { heads: measures } = picture.measure();
  return heads.reduce((best, head) => (measures[head].entropy < measures[best].entropy ? head : best));
}

/** @param {readonly number[]} sizes */
const shape = (sizes) => `(${sizes.join(", ")})`;

/** wQ as W_Q. @param {string} name */
const named = (name) => name.replace(/^w/, "W_").replace(/^b/, "b_");
