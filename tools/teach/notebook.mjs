/**
 * Notebooks of exercises, from a Python file in cells: a line "# %% [kind]" begins each. Kinds are markdown, code, exercise, solution and
 * check; "chapter=NAME" behind a markdown cell's kind names the chapter that an exercise belongs to.
 *
 * @typedef {{ kind: string, chapter: string, source: string }} Cell
 */

/** @param {string} text @returns {Cell[]} */
export function cellsIn(text) {
  const [, ...cells] = text.split(/^# %% (?=\[)/m);
  return cells.map((cell) => {
    const [, kind, more, source] = /^\[(\w+)\](.*)\n([^]*)$/.exec(cell) ?? [];
    const chapter = /chapter=(\w+)/.exec(more)?.[1] ?? "";
    const plain = kind === "markdown" ? source.replace(/^# ?/gm, "") : source;
    return { kind, chapter, source: plain.trim() };
  });
}

/** Titles of the exercises by chapter. @param {readonly Cell[]} cells @returns {Map<string, string[]>} */
export function exercisesByChapter(cells) {
  /** @type {Map<string, string[]>} */
  const all = new Map();
  for (const { chapter, source } of cells)
    if (chapter) all.set(chapter, [...(all.get(chapter) ?? []), /^## (.*)$/m.exec(source)?.[1] ?? ""]);
  return all;
}

/** A notebook in nbformat 4.4. @param {readonly Cell[]} cells @param {"exercise" | "solution"} shown @returns {string} */
export function notebookOf(cells, shown) {
  const hidden = shown === "exercise" ? "solution" : "exercise";
  return JSON.stringify(
    {
      cells: cells.filter(({ kind }) => kind !== hidden).map(asCell),
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
