// The titles of a map's axes: in the free corner of the large maps, or nowhere.
import assert from "node:assert/strict";
import test from "node:test";
import { headScene as headOfLayer } from "../../web/heads/draw/head-view.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { scaleOf } from "../../web/kit/draw/scale.js";
import { LOOK } from "../../web/kit/state/look.js";
import { NOTHING, NOWHERE } from "../../web/kit/state/selection.js";
import { localeOf, localeThere } from "../../web/kit/text/locales.js";
import "../../web/elements/languages.js";
import { oneHeadScene } from "../../web/models/draw/one-head.js";
import { measure, pictureOf } from "./support/pictures.js";

/** The large map of a head in Heads and in Models. @type {Record<string, (words: string[], surface: any) => any>} */
const MAPS = {
  heads: (tokens, surface) => {
    const picture = pictureOf({ tokens });
    const selection = { ...NOTHING, head: 0, token: 1, key: 0 };
    const state = { picture, comparison: null, hover: null, selection, panned: NOWHERE, look: LOOK };
    const scene = headOfLayer(/** @type {any} */ (state), surface, "map");
    picture.dispose();
    return scene;
  },
  models: (words, surface) => {
    const weights = new Float32Array(words.length ** 2).fill(1 / words.length);
    const map = { weights, words, causal: false, query: 1, key: null, colormap: "blue" };
    return oneHeadScene({ ...map, scale: scaleOf([weights], true) }, surface);
  },
};

const SENTENCE = ["the", "animal", "did", "not", "cross", "because", "it", "was", "exhausted"];
const TITLES = {
  en: ["who looks ↑", "at whom →"],
  fr: ["qui voit ↑", "voit qui →"],
  zh: ["谁在看 ↑", "看谁 →"],
};

for (const [where, mapOf] of Object.entries(MAPS))
  for (const [lang, titles] of Object.entries(TITLES))
    for (const width of [420, 340])
      test(`${where}, ${lang}, ${width} px: both titles are in the corner, and touch no word and no cell`, async () => {
        await localeThere(lang);
        const { marks, height } = mapOf(SENTENCE, { width, palette: LIGHT, measure, locale: localeOf(lang) });
        const cells = marks.find((/** @type {any} */ mark) => mark.kind === "cells");
        const bottom = cells.y + cells.rows * cells.ch;
        const texts = marks.filter((/** @type {any} */ mark) => mark.kind === "text");
        const named = texts.filter((/** @type {any} */ { text }) => titles.includes(text));
        assert.deepEqual(
          named.map((/** @type {any} */ { text }) => text),
          titles,
        );
        const words = texts.filter((/** @type {any} */ { turn }) => turn === -90);
        assert.equal(words.length, SENTENCE.length);
        const left = Math.min(...words.map((/** @type {any} */ { x }) => x)) - 10; // a word stands left of its baseline
        for (const { x, y, text, size } of named) {
          const from = x - measure(text, size);
          assert.ok(from >= 0 && x <= left, `${text}: ${from} to ${x}, of ${left}`);
          assert.ok(y - 10 > bottom && y < height, `${text} at ${y}, below ${bottom}`);
        }
      });

for (const [where, mapOf] of Object.entries(MAPS))
  test(`${where}: a corner that is too narrow has no titles`, () => {
    const { marks } = mapOf(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"], {
      ...{ width: 340, palette: LIGHT, measure },
    });
    const said = marks.map((/** @type {any} */ mark) => mark.text);
    for (const title of TITLES.en) assert.ok(!said.includes(title), title);
  });
