import { html } from "lit";
import { removalScene } from "../draw/removal.js";
import { effectsOf, removalsOf, mutedOf } from "../state/ablation.js";
import { STUDIES } from "../words.js";
import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { headingStyles } from "../../kit/elements/heading.js";

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
