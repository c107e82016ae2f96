import { html } from "lit";
import { removalScene } from "../../draw/removal.js";
import { effectsOf, removalsOf } from "../../state/ablation.js";
import { mutedOf } from "../../state/look.js";
import { HEADS } from "../../text/heads.js";
import { Panel } from "../base/panel.js";
import { AsTable } from "../base/as-table.js";
import { headingStyles } from "../base/heading.js";

/** How many heads the layer needs: how far its output moves as they go. */
export class Removal extends Panel {
  static styles = [Panel.styles, headingStyles];

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
      })}`;
  }
}
