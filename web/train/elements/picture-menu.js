import { html } from "lit";
import { AsTable } from "../../kit/elements/as-table.js";

/** @typedef {import("../../kit/elements/as-table.js").Numbers} Numbers */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {import("../../kit/draw/marks.js").Scene} Scene */

/**
 * The menu of a picture: its numbers as a table, and both as files.
 * @param {Numbers} numbers @param {string} title of the picture in a file @param {(surface: Surface) => Scene} draw
 * @param {import("./train-panel.js").TrainPanel} panel
 */
export const pictureMenu = (numbers, title, draw, panel) =>
  AsTable.of(
    numbers,
    html`<mha-save-files
      slot="files"
      nested
      file=${numbers.name}
      .picture=${(/** @type {unknown} */ _, /** @type {Surface} */ surface) => ({ scene: draw(surface), title })}
      .numbers=${() => inFile(numbers)}
      .store=${panel.store}
    ></mha-save-files>`,
  );

/** @param {Numbers} numbers @returns {import("../../kit/state/csv.js").Numbers} */
function inFile({ corner, columns, rows }) {
  const all = rows();
  return { columns: [corner, ...columns], count: all.length, rows: () => all };
}
