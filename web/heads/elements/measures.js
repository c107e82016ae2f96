import { css, html } from "lit";
import { headIn } from "../../kit/state/head.js";
import { pathOf } from "../../kit/state/state.js";
import { STUDIES, MEASURES } from "../words.js";
import { HEADS } from "../words.js";
import { MEASURED } from "../../kit/state/measures.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { table, tableStyles } from "../../kit/elements/table.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { shareSaid } from "../../kit/text/share.js";

/** Measures of the selected head, each with the number of queries in the mean. */
export class HeadMeasures extends Panel {
  static styles = [Panel.styles, headingStyles, tableStyles, css``];

  render() {
    const { store } = this;
    const picture = store && pathOf(store.state);
    if (!store || !picture) return html``;
    const { heads } = picture.measure();
    const { head } = headIn(picture, store.selection);
    const measures = heads[head];
    const words = say(STUDIES, this);
    const labels = say(MEASURES, this);
    const rows = MEASURED.map((name) => [
      labels[name],
      measures.queries[name]
        ? html`<span class="figure" data-measure=${name}
              >${unitOf(name, labels) ? measures[name].toFixed(2) : shareSaid(measures[name])}</span
            >
            ${unitOf(name, labels)}`
        : words.noQuery,
      measures.queries[name],
    ]);
    return html`<h2>
        ${say(HEADS, this).titled({ head: namesOfHeads(picture, this).first(head), what: words.measured })}
      </h2>
      ${table([words.meanOf, words.figure, words.counted], rows)}
      ${AsTable.of({
        name: "measures",
        corner: words.column,
        columns: MEASURED.flatMap((name) => [name, words.queries(name)]),
        rows: () =>
          heads.map((each, i) => [i, ...MEASURED.flatMap((name) => [each[name], each.queries[name]])]),
      })}`;
  }
}

/** @param {(typeof MEASURED)[number]} name @param {typeof MEASURES} labels */
const unitOf = (name, { nats, tokens }) => ({ entropy: nats, distance: tokens })[String(name)] ?? "";
