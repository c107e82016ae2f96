import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import {
  DARK,
  LIGHT,
  axisColor,
  axisKind,
  fade,
  legibleOn,
  packColour,
  unpackColour,
} from "../../web/kit/draw/palette.js";
import { looks } from "../../web/kit/elements/theme.js";
import { CodeLines } from "../../web/walk/elements/code-lines.js";
import { contrast } from "./support/contrast.js";
import { FONTS } from "../../web/kit/draw/fonts.js";
import { ownPalette } from "../../web/kit/draw/own-palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { text } from "../../web/kit/draw/marks.js";

const AXES = ["B", "T", "T_q", "T_k", "H", "d_k", "d_v", "d_model"];
const PALETTES = { light: LIGHT, dark: DARK };
const SIDE = { light: 0, dark: 1 };
const page = readFileSync(new URL("../../web/site/site.css", import.meta.url), "utf8");

/** The value of a custom property of the theme. @param {string} name @param {"light" | "dark"} scheme */
function themed(name, scheme) {
  const styles = looks.map(({ cssText }) => cssText).join("");
  const found = new RegExp(`--_${name}:[^;]*light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(styles);
  assert.ok(found, `there is no --_${name}`);
  return found[1 + SIDE[scheme]];
}

/** @param {number} least @param {string} front @param {string} back @param {string} what */
function assertContrast(least, front, back, what) {
  const ratio = contrast(front, back);
  assert.ok(ratio >= least, `${what}: ${front} on ${back} is ${ratio.toFixed(2)}, not ${least}`);
}

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  const palette = PALETTES[scheme];
  const sheets = { paper: palette.paper, card: palette.card };

  test(`${scheme}: text reaches 4.5:1 on paper and card, in ink, muted and every axis's colour`, () => {
    for (const [where, sheet] of Object.entries(sheets)) {
      assertContrast(4.5, palette.ink, sheet, `ink on ${where}`);
      assertContrast(4.5, palette.muted, sheet, `muted on ${where}`);
      for (const axis of AXES) assertContrast(4.5, axisColor(palette, axis), sheet, `${axis} on ${where}`);
    }
  });

  test(`${scheme}: text reaches 4.5:1 on the washes behind a token and a line of code`, () => {
    assertContrast(4.5, palette.ink, themed("token-wash", scheme), "a chosen token");
    assertContrast(4.5, palette.ink, themed("line-wash", scheme), "the line of code");
    const lines = CodeLines.styles.map(String).join("");
    for (const [kind, color] of Object.entries(palette.axis)) {
      const own = new RegExp(`\\.now {[^}]*--_${kind}: [^;]*light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(
        lines,
      );
      const front = own?.[1 + SIDE[scheme]] ?? color;
      assertContrast(4.5, front, themed("line-wash", scheme), `${kind} in the line of code`);
    }
    assertContrast(4.5, palette.paper, palette.ink, "the play button");
  });

  test(`${scheme}: marks that carry meaning reach 3:1`, () => {
    for (const [where, sheet] of Object.entries(sheets)) {
      assertContrast(3, themed("edge", scheme), sheet, `an edge on ${where}`);
      for (let hue = 0; hue < 8; hue++)
        assertContrast(3, palette.swatch(hue), sheet, `head ${hue}'s swatch on ${where}`);
    }
  });

  test(`${scheme}: the strongest cells stand out from the paper by 3:1`, () => {
    assertContrast(3, unpackColour(palette.attention[255]), palette.paper, "a weight of 1");
    for (let hue = 0; hue < 8; hue++)
      assertContrast(3, unpackColour(palette.cells(hue)[255]), palette.paper, `head ${hue}'s largest`);
  });

  test(`${scheme}: ramps move away from the paper at every other step`, () => {
    const away = (/** @type {number} */ color) => contrast(unpackColour(color), palette.paper);
    for (let i = 4; i < 256; i += 4) {
      assert.ok(away(palette.attention[i]) > away(palette.attention[i - 4]), `attention at ${i}`);
      const at = (/** @type {number} */ step) => away(palette.model[step]);
      if (i > 132) assert.ok(at(i) > at(i - 4), `positive at ${i}`);
      if (i < 124) assert.ok(at(i) < at(i - 4), `negative at ${i}`);
    }
  });

  test(`${scheme}: equal negative and positive values differ in colour, and 0 is the palest`, () => {
    for (const ramp of [palette.scores, palette.model, palette.cells(3)]) {
      assert.notEqual(ramp[0], ramp[255]);
      const pale = contrast(unpackColour(ramp[128]), palette.paper);
      assert.ok(
        pale < contrast(unpackColour(ramp[0]), palette.paper) &&
          pale < contrast(unpackColour(ramp[255]), palette.paper),
      );
    }
  });

  test(`${scheme}: a number can be read on any colour a cell can have`, () => {
    const ramps = [
      palette.attention,
      palette.model,
      ...Array.from({ length: 8 }, (_, hue) => palette.cells(hue)),
    ];
    for (const ramp of ramps)
      for (const color of ramp)
        for (const cell of [color, fade(color, palette)])
          assertContrast(4.5, legibleOn(cell), unpackColour(cell), "a number");
  });

  test(`${scheme}: canvas, elements and page agree on their colours`, () => {
    for (const name of /** @type {const} */ (["paper", "card", "ink", "muted", "hairline"]))
      assert.equal(themed(name, scheme), palette[name], name);
    for (const [kind, color] of Object.entries(palette.axis)) assert.equal(themed(kind, scheme), color, kind);
    const sheet = [...page.matchAll(/light-dark\((#\w{6}), (#\w{6})\)/g)].map(
      (found) => found[1 + SIDE[scheme]],
    );
    assert.ok(sheet.length >= 4, "the page's own sheet");
    const known = new Set(
      [palette.paper, palette.card, palette.ink, palette.muted, palette.hairline].map(String),
    );
    for (const color of sheet) assert.ok(known.has(color), `${color} on the page`);
  });
}

test("axes have five kinds; widths that span several heads belong to the model", () => {
  assert.deepEqual(["B", "T", "T_q", "H", "H_kv", "G", "d_k", "d_v", "d_model", "H*d_v"].map(axisKind), [
    "B",
    "T",
    "T",
    "H",
    "H",
    "H",
    "d",
    "d",
    "model",
    "model",
  ]);
});

test("past eight heads the hues repeat", () => {
  assert.equal(LIGHT.swatch(9), LIGHT.swatch(1));
  assert.equal(LIGHT.cells(13), LIGHT.cells(5));
  assert.equal(new Set(Array.from({ length: 8 }, (_, hue) => LIGHT.swatch(hue))).size, 8);
});

test("viridis and cividis have the colours of their published tables", () => {
  const [viridis, cividis] = [LIGHT, DARK].map((palette, i) => palette.colormap(["viridis", "cividis"][i]));
  assert.deepEqual(
    [0, 85, 170, 255].map((i) => unpackColour(viridis[i])),
    ["#440154", "#31688e", "#35b779", "#fde725"],
  );
  const channels = (/** @type {number} */ colour) => [0, 8, 16].map((shift) => (colour >>> shift) & 255);
  for (const [i, colour] of /** @type {const} */ ([
    [14, "#481668"],
    [64, "#3b528b"],
    [128, "#21918c"],
    [192, "#5ec962"],
  ])) {
    const published = channels(packColour(colour));
    const apart = channels(viridis[i]).map((channel, at) => Math.abs(channel - published[at]));
    assert.ok(Math.max(...apart) <= 1, `${unpackColour(viridis[i])} for ${colour}`);
  }
  assert.deepEqual(
    [0, 85, 170, 255].map((i) => unpackColour(cividis[i])),
    ["#00224e", "#575d6d", "#a59c74", "#fee838"],
  );
});

// A palette with an author's changes.

const NOTHING = { tones: {}, axis: {}, heat: [], scale: "", fonts: FONTS };

for (const [theme, base] of Object.entries({ light: LIGHT, dark: DARK })) {
  test(`${theme}: without changes it is the page's palette`, () => {
    const own = ownPalette(base, NOTHING);
    for (const name of /** @type {const} */ (["paper", "card", "ink", "accent", "muted", "hairline", "dark"]))
      assert.equal(own[name], base[name], name);
    assert.deepEqual(own.axis, base.axis);
    assert.equal(own.attention, base.attention);
    assert.equal(own.colormap("viridis"), base.colormap("viridis"));
    assert.equal(own.cells(3), base.cells(3));
  });

  test(`${theme}: a change replaces only its colour`, () => {
    const own = ownPalette(base, { ...NOTHING, tones: { ink: "#123456" }, axis: { d: "#00aa00" } });
    assert.deepEqual([own.ink, own.accent, own.paper], ["#123456", "#123456", base.paper]);
    assert.equal(
      ownPalette(base, { ...NOTHING, tones: { ink: "#123456", accent: "#ff0000" } }).accent,
      "#ff0000",
    );
    assert.deepEqual([axisColor(own, "d_k"), axisColor(own, "T_q")], ["#00aa00", base.axis.T]);
    assert.equal(base.ink, theme === "light" ? "#1d1c1a" : "#ece9e2", "and the page's own stays");
  });

  test(`${theme}: the largest weight has the author's colour, and weight 0 is near the paper`, () => {
    const own = ownPalette(base, { ...NOTHING, heat: ["#c02060"] });
    assert.equal(unpackColour(own.attention[255]), "#c02060");
    const far = (/** @type {number} */ i) =>
      [1, 3, 5].reduce((sum, at) => {
        const byte = (/** @type {string} */ color) => parseInt(color.slice(at, at + 2), 16);
        return sum + Math.abs(byte(unpackColour(own.attention[i])) - byte(own.paper));
      }, 0);
    assert.ok(far(0) < 40, `${far(0)}`);
    for (let i = 8; i < 256; i += 8) assert.ok(far(i) > far(i - 8), `at ${i}`);
    assert.equal(own.colormap("blue"), own.attention);
    assert.equal(
      own.colormap("cividis"),
      base.colormap("cividis"),
      "a scale that is asked for is that scale",
    );
  });
}

test("a list of colours covers weights from 0 to the maximum; a scale can be given by name", () => {
  const { attention } = ownPalette(LIGHT, { ...NOTHING, heat: ["#ffffff", "#00ff00", "#000080"] });
  assert.deepEqual(
    [0, 255].map((i) => unpackColour(attention[i])),
    ["#ffffff", "#000080"],
  );
  assert.ok(parseInt(unpackColour(attention[127]).slice(3, 5), 16) > 250);
  assert.equal(ownPalette(DARK, { ...NOTHING, scale: "viridis" }).attention, DARK.colormap("viridis"));
});

test("faded colours are blended with the author's paper", () => {
  const own = ownPalette(LIGHT, { ...NOTHING, tones: { paper: "#204060" } });
  assert.equal(unpackColour(fade(0xff000000, own, 0)), "#204060");
});

test("text in a file has the author's font families, whatever their names", () => {
  const fonts = { sans: 'Georgia, "A & B", serif', mono: "Fira Code, monospace" };
  const marks = [
    text({ x: 0, y: 0, text: "a", fill: "#000" }),
    text({ x: 0, y: 0, text: "b", fill: "#000", mono: true }),
  ];
  const svg = toSVG({ width: 1, height: 1, marks }, { background: "#fff", title: "", fonts });
  assert.match(svg, /font-family="Georgia, 'A &#38; B', serif">a</);
  assert.match(svg, /font-family="Fira Code, monospace">b</);
});
