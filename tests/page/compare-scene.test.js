// The picture of a right and a wrong path: the code of both, whole and inside its side.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { compare } from "../../web/kit/state/compare.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { sizesOf } from "../../web/kit/state/sizes.js";
import { chipOf } from "../../web/kit/text/faults.js";
import { faultWordsOf } from "../../web/kit/text/fault-words.js";
import { compareScene } from "../../web/walk/draw/compare.js";
import { measure, words } from "./support/pictures.js";

const core = await loadCore();
const SETTINGS = { ...DEFAULTS, tokens: words(12) };
const LETTER = 7.6; // px, width of a letter of code
const BREAK = 620; // px; from this width on, the sides stand beside each other

for (const fault of /** @type {const} */ (["view_without_transpose", "no_scale", "view_without_contiguous"]))
  for (const width of [300, 358, 619, 620, 648, 900])
    test(`${fault}, ${width} px: the code of both sides is whole and inside its side, and tensors begin at one height`, () => {
      const comparison = compare(core, SETTINGS, fault);
      const told = faultWordsOf(fault);
      assert.ok(told);
      const sizes = sizesOf(comparison.right);
      const code = { right: told.right(sizes), wrong: chipOf(fault, sizes) };
      const scene = compareScene(
        { comparison, shows: told.shows, code, selection: NOTHING },
        { width, palette: LIGHT, measure },
      );
      const plain = (/** @type {string} */ text) => text.replaceAll(" ", "");
      const lines = scene.marks.flatMap((mark) => (mark.kind === "text" && mark.mono ? [mark] : []));
      for (const whole of [code.right, code.wrong])
        assert.ok(
          lines.some((_, from) =>
            lines.some(
              (_, to) =>
                plain(
                  lines
                    .slice(from, to + 1)
                    .map(({ text }) => text)
                    .join(""),
                ) === plain(whole),
            ),
          ),
          `${whole} in ${lines.map(({ text }) => text)}`,
        );
      const starts = lines.filter(({ text }) => plain(code.right + code.wrong).includes(plain(text)));
      for (const { x, text } of starts) {
        const end = width < BREAK || x > width / 2 ? width : (width - 44) / 2;
        assert.ok(
          x + text.length * LETTER <= end + 0.5,
          `${text} ends at ${x + text.length * LETTER} of ${end}`,
        );
      }
      const tops = scene.parts.map(({ y, tensor }) => y + tensor.layout.slices[0].y);
      if (width >= BREAK && scene.parts.length === 2 * told.shows.length)
        assert.equal(tops[0], tops[told.shows.length]);
    });
