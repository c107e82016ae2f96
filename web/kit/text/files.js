import { words } from "./words.js";

/** Words of a figure's menu and of its files. */
export const FILES = words("files", {
  more: "Figure options",
  save: "Download",
  kinds: "Download as a file",
  /** @param {string} file */
  file: (file) => `Download ${file}`,
  open: "Open in Headscope",
});

/** Words around a picture's numbers. */
export const TABLE = words("table", {
  show: "Show as table",
  hide: "Hide the table",
  save: "Download CSV",
  /** @param {{ rows: number, ofRows: number, columns: number, ofColumns: number }} shown */
  part: ({ rows, ofRows, columns, ofColumns }) =>
    `Showing ${rows} of ${ofRows} rows and ${columns} of ${ofColumns} columns.`,
  numbers: "Numbers",
});
