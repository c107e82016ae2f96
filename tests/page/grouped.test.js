// Whole numbers are written as Intl.NumberFormat writes them, in the page's languages and in others.
import assert from "node:assert/strict";
import test from "node:test";
import { grouped } from "../../web/kit/text/grouped.js";

for (const lang of ["en", "en-US", "fr", "zh", "zh-Hans", "de", "de-CH", "en-IN"])
  test(`numbers are grouped in ${lang}`, () => {
    const format = new Intl.NumberFormat(lang);
    for (const n of [0, 7, 12, 999, 1000, 12_345, 999_999, 1_234_567, 2 ** 40, -5, -999, -1000, -1_234_567])
      assert.equal(grouped(n, lang), format.format(n));
  });
