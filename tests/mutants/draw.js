/** Mutants of pictures, and of the words of formulas. @type {import("../../tools/lib/mutate.mjs").Mutant[]} */
export const DRAW = [
  {
    file: "web/check/draw/bug-map.js",
    find: "scale.index(value)",
    replace: "scaleOf([values], true, true).index(value)",
    why: "the two maps of a bug have a scale each, so that their colours cannot be compared",
  },
  {
    file: "web/kit/draw/slices.js",
    find: "from: first, count: shownSlices, of: sliceCount }",
    replace: "from: first, count: shownSlices, of: sliceCount, ...{ axis: axes[rest[0]] } }",
    why: "the caption of what is cut names the batch where heads are cut",
  },
  {
    file: "web/kit/draw/slices.js",
    find: "Math.max(12, most)",
    replace: "most",
    why: "a heat map in a narrow room shows fewer rows than the dozen it promises",
  },
  {
    file: "web/kit/draw/slices.js",
    find: "Math.max(table.across * grid.cw, room.least ?? 0) + SLICE_GAP.x",
    replace: "table.across * grid.cw + SLICE_GAP.x",
    why: "slices of few cells stand closer than their titles need",
  },
  {
    file: "web/kit/draw/tape.js",
    find: "at - start < lead && row * 3 <= count ? row : 0",
    replace: "0",
    why: "the element stands at the tape's edge, without room for an arc's name",
  },
  {
    file: "web/kit/draw/tape.js",
    find: '["T", "T_q", "T_k"]',
    replace: '["T", "T_k", "T_q"]',
    why: "scores are named by the key's word, not by that of the query whose row it is",
  },
  {
    file: "web/kit/draw/tape.js",
    find: "base.offset + from + at * per",
    replace: "from + at * per",
    why: "the pointer misses on a tape whose owner begins past its buffer's beginning",
  },
  {
    file: "web/kit/draw/scale.js",
    find: "value > largest && value < Infinity",
    replace: "value > largest",
    why: "one infinity makes all else the same colour",
  },
  {
    file: "web/kit/draw/tensor-labels.js",
    find: "const at = rows.from + row;",
    replace: "const at = row;",
    why: "the rows of a window bear the first words",
  },
  {
    file: "web/walk/draw/track.js",
    find: "stage.findLast(",
    replace: "stage.find(",
    why: "a column's name stands under its first lane, between the tracks",
  },
  {
    file: "web/walk/words.js",
    find: "formulas[column % formulas.length]",
    replace: "formulas[0]",
    why: "the second of a pair that rope turns has the formula of the first",
  },
];
