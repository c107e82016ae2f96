/**
 * Notebooks of exercises, from a Python file in cells: a line "# %% [kind] name=value …" begins each. Kinds are markdown, code, exercise, solution,
 * mistake and check. exercises.py explains the names.
 *
 * @typedef {"numpy" | "torch"} Library
 *
 * @typedef {object} Cell
 * @property {string} kind
 * @property {string} source
 * @property {string} chapter  that an exercise belongs to; empty if the cell does not begin one
 * @property {string} library  whose notebooks have the cell; empty for both
 * @property {string} named    the mistake that headscope check names; empty for none
 * @property {string} says     words of the message that refuses a mistake
 */

/** @param {string} text @returns {Cell[]} */
export function cellsIn(text) {
  const [, ...cells] = text.split(/^# %% (?=\[)/m);
  return cells.map((cell) => {
    const [, kind, more, source] = /^\[(\w+)\](.*)\n([^]*)$/.exec(cell) ?? [];
    const given = new Map(
      Array.from(more.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g), ([, name, quoted, plain]) => [
        name,
        quoted ?? plain,
      ]),
    );
    const read = (/** @type {string} */ name) => given.get(name) ?? "";
    const plain = kind === "markdown" ? source.replace(/^# ?/gm, "") : source;
    return {
      ...{ kind, source: plain.trim() },
      ...{ chapter: read("chapter"), library: read("in"), named: read("named"), says: read("says") },
    };
  });
}

/** Titles of the exercises by chapter. @param {readonly Cell[]} cells @returns {Map<string, string[]>} */
export function exercisesByChapter(cells) {
  /** @type {Map<string, string[]>} */
  const all = new Map();
  for (const { chapter, source } of cellsOf(cells, "numpy"))
    if (chapter) all.set(chapter, [...(all.get(chapter) ?? []), /^## (.*)$/m.exec(source)?.[1] ?? ""]);
  return all;
}

/** The cells of a library. @param {readonly Cell[]} cells @param {Library} library */
export const cellsOf = (cells, library) =>
  cells.filter((cell) => cell.library === "" || cell.library === library);

/** A notebook in nbformat 4.4. @param {readonly Cell[]} cells @param {"exercise" | "solution"} shown @param {Library} library @returns {string} */
export function notebookOf(cells, shown, library) {
  const hidden = ["mistake", shown === "exercise" ? "solution" : "exercise"];
  return JSON.stringify(
    {
      cells: cellsOf(cells, library)
        .filter(({ kind }) => !hidden.includes(kind))
        .map(asCell),
      metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } },
      nbformat: 4,
      nbformat_minor: 4,
    },
    null,
    1,
  );
}

/** @param {Cell} cell */
const asCell = ({ kind, source }) =>
  kind === "markdown"
    ? { cell_type: "markdown", metadata: {}, source }
    : { cell_type: "code", execution_count: null, metadata: { tags: [kind] }, outputs: [], source };
