import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { layoutTensor } from "../../web/kit/draw/slices.js";
import { labelMarks } from "../../web/kit/draw/tensor-labels.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { measure, words } from "./support/pictures.js";

test("the rows and columns of a window are named by their own words", () => {
  const room = { width: 300, height: 200, square: true, maxCell: 20 };
  const layout = layoutTensor(["B", "H", "T_q", "T_k"], [1, 1, 300, 300], room, [0, 0, 290, 150]);
  assert.ok(layout.rows.from > 0 && layout.cols.from > 0, "neither begins with the first");
  const picture = { layout, selection: NOTHING, rowLabels: words(300), colLabels: words(300) };
  const marks = labelMarks(/** @type {any} */ (picture), { width: 300, palette: LIGHT, measure });
  const [{ x, y }] = layout.slices;
  const said = marks.flatMap((mark) => (mark.kind === "text" ? [mark] : []));
  const rows = said.filter(({ turn }) => !turn);
  const columns = said.filter(({ turn }) => turn);
  assert.ok(rows.length > 3 && columns.length > 3);
  for (const row of rows)
    assert.equal(row.text, `w${layout.rows.from + Math.floor((row.y - 4 - y) / layout.ch)}`);
  for (const column of columns)
    assert.equal(column.text, `w${layout.cols.from + Math.floor((column.x - 4 - x) / layout.cw)}`);
});
