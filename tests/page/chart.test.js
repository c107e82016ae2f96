// The line chart: the names at the ends of lines do not overlap.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chartScene } from "../../web/kit/draw/chart.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { measureText } from "../../web/render/measure.js";

test("names of lines with near ends stand a line apart, each near its end", () => {
  const ends = { this: 0.5, it: 0.52, was: 0.51, far: 0.9 };
  const series = Object.entries(ends).map(([name, end]) => ({ name, values: [1, end], stroke: "black" }));
  const { marks } = chartScene(
    { xs: [0, 1], xName: "x", yName: "y", max: 1, series },
    { width: 400, palette: LIGHT, measure: measureText },
  );
  const found = marks.flatMap((mark) =>
    mark.kind === "text" && mark.text in ends ? [{ name: mark.text, y: mark.y }] : [],
  );
  assert.equal(found.length, 4);
  const sorted = found.toSorted((a, b) => a.y - b.y);
  assert.deepEqual(
    sorted.map(({ name }) => name),
    ["far", "it", "was", "this"],
  );
  for (let i = 1; i < 4; i++) assert.ok(sorted[i].y - sorted[i - 1].y >= 14, JSON.stringify(sorted));
  const lines = marks.filter((mark) => mark.kind === "rect").slice(-1);
  assert.ok(
    lines[0].kind === "rect" && Math.abs(sorted[0].y - lines[0].y) < 10,
    "the lone name is at its end",
  );
});
