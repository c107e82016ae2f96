// CSV as in RFC 4180, for numbers and for any words that a reader types.
import assert from "node:assert/strict";
import test from "node:test";
import { csvLine } from "../../web/kit/state/csv.js";
import { renderCSV } from "../../web/render/index.js";

test("numbers have full precision, and text with commas, quotes or line breaks is quoted", () => {
  const row = [-0.1, 1e-9, -Infinity, NaN, "-1.5", "-1e-9", "a", 'say "x"', "a,b", "a\nb"];
  assert.equal(csvLine(row), '-0.1,1e-9,-Infinity,NaN,-1.5,-1e-9,a,"say ""x""","a,b","a\nb"\r\n');
});

test("text that a spreadsheet would run as a formula is escaped", () => {
  assert.equal(
    csvLine(["=1+1", "+1", "-x", "@SUM(A1)", "\t=1", '=HYPERLINK("x","y")', "-"]),
    `'=1+1,'+1,'-x,'@SUM(A1),'\t=1,"'=HYPERLINK(""x"",""y"")",'-\r\n`,
  );
});

test("a sentence of formulas is written as text", async () => {
  const csv = await renderCSV({
    tokens: ["=cmd|' /C calc'!A0", "@x", "cat"],
    dModel: 8,
    heads: 2,
    view: "head",
    head: 0,
  });
  for (const cell of csv.split(/[,\r\n]+/)) assert.doesNotMatch(cell, /^"?[=@+]/, cell);
  assert.match(csv, /'=cmd/);
});
