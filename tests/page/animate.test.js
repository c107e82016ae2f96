// headscope render --animate: its frames, and what it refuses. tests/consumers/animate.test.js decodes its files.
import assert from "node:assert/strict";
import test from "node:test";
import { renderFrames, renderSVG } from "../../web/render/index.js";
import { headscope, headscopeBeside } from "./support/command.js";

const SMALL = { tokens: "The cat sat", heads: 2, dModel: 8 };

/** The marks of a picture, without its size and title. @param {string} svg */
const marksOf = (svg) => svg.split("\n").slice(3);

test("the first frame is the picture of the step, and each later step rests once, with its picture", async () => {
  const frames = await renderFrames({ ...SMALL, step: "weights", width: 800 }, 3);
  const rests = frames.filter(({ lasts }) => lasts === 1500);
  assert.equal(frames[0], rests[0]);
  const steps = ["weights", "context", "context_t", "context_c", "concat", "output"];
  assert.equal(rests.length, steps.length);
  for (const [i, step] of steps.entries())
    assert.deepEqual(marksOf(rests[i].svg), marksOf(await renderSVG({ ...SMALL, step, width: 800 })), step);
  assert.ok(frames.length > rests.length, "cells move between steps");
  const sizes = new Set(frames.map(({ svg }) => /viewBox="[^"]*"/.exec(svg)?.[0]));
  assert.equal(sizes.size, 1, "all frames have one size");
});

test("without frames between, the animation has one frame for each step; at the last step, one", async () => {
  assert.equal((await renderFrames({ ...SMALL, step: "weights" }, 0)).length, 6);
  assert.equal((await renderFrames({ ...SMALL, step: "output" })).length, 1);
});

test("only the walk through a layer, without a wrong path, is animated", async () => {
  for (const options of /** @type {const} */ ([{ view: "heads" }, { step: "scaled", wrong: "no_scale" }]))
    await assert.rejects(
      renderFrames({ ...SMALL, ...options }),
      /an animation shows the walk through a layer/,
    );
});

test("the command refuses other files, two files, and a PATH without ffmpeg, and says what works", async () => {
  const given = ["render", "--tokens", "The cat sat"];
  for (const [more, said] of /** @type {[string[], RegExp][]} */ ([
    [["--animate", "walk.mp4"], /--animate "walk\.mp4" is no animation: end it in \.gif or \.webm/],
    [["--animate", "walk.gif", "--out", "a.svg"], /leave out --out and --json/],
    [["--out", "walk.gif"], /write --animate "walk\.gif"/],
  ])) {
    const { status, stderr } = headscope(...given, ...more);
    assert.equal(status, 2);
    assert.match(stderr, said);
  }
  const { status, stderr } = await headscopeBeside([...given, "--animate", "walk.gif"], { PATH: "/none" });
  assert.equal(status, 2);
  assert.match(stderr, /needs ffmpeg on the PATH.*apt install ffmpeg.*in a browser/);
});
