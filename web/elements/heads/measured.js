import { css, html } from "lit";
import { NOTHING } from "../../state/selection.js";
import { headIn } from "../../state/head.js";
import { pathOf } from "../../state/state.js";
import { HEADS, MEASURES } from "../../text/heads.js";
import { Panel } from "../base/panel.js";
import { table, tableStyles } from "../base/table.js";
import { AsTable } from "../base/as-table.js";
import { headingStyles } from "../base/heading.js";

/** What the selected head does, in numbers, each with how many queries it is a mean over. */
export class Measured extends Panel {
  static styles = [Panel.styles, headingStyles, tableStyles, css``];

  /** @param {import("../../state/state.js").State} state */
  shows = (state) => {
    const picture = pathOf(state);
    return [picture, picture && headIn(picture, this.store?.selection ?? NOTHING).head];
  };

  render() {
    const { store } = this;
    const picture = store && pathOf(store.state);
    if (!store || !picture) return html``;
    const { heads } = picture.measure();
    const { head } = headIn(picture, store.selection);
    const measures = heads[head];
    const rows = MEASURES.map(({ name, label, unit }) => [
      label,
      measures.queries[name]
        ? html`<span class="figure" data-measure=${name}>${measures[name].toFixed(2)}</span> ${unit}`
        : "no such query",
      measures.queries[name],
    ]);
    return html`<h2>Head ${head}: ${HEADS.measured.replace("What it does, ", "what it does, ")}</h2>
      ${table(["mean of", "figure", "rows counted"], rows)}
      ${AsTable.of({
        name: "measures",
        corner: "head",
        columns: MEASURES.flatMap(({ name }) => [name, `${name} queries`]),
        rows: () =>
          heads.map((each, i) => [i, ...MEASURES.flatMap(({ name }) => [each[name], each.queries[name]])]),
      })}`;
  }
}
