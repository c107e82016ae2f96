// A palette with an author's changes.
import assert from "node:assert/strict";
import test from "node:test";
import { FONTS } from "../../web/kit/draw/fonts.js";
import { ownPalette } from "../../web/kit/draw/own-palette.js";
import { DARK, LIGHT, axisColor, fade, unpackColour } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { text } from "../../web/kit/draw/marks.js";

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
