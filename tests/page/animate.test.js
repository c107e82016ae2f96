// headscope render --animate: its frames, and what it refuses. tests/consumers/animate.test.js decodes its files.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
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
    const { status, stderr } = await headscope(...given, ...more);
    assert.equal(status, 2);
    assert.match(stderr, said);
  }
  const { status, stderr } = await headscopeBeside([...given, "--animate", "walk.gif"], { PATH: "/none" });
  assert.equal(status, 2);
  assert.match(stderr, /needs ffmpeg on the PATH.*apt install ffmpeg.*in a browser/);
});

/** Runs the command with a stand-in for ffmpeg, which writes files of given sizes, one after another. @param {readonly number[]} sizes in bytes @param {string[]} more options */
async function withEncoder(sizes, ...more) {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-animate-"));
  const log = path.join(folder, "log");
  const file = path.join(folder, "walk.gif");
  const encoder = `#!${process.execPath}
const { appendFileSync, lstatSync, readFileSync, readdirSync, writeFileSync } = require("node:fs");
const [, , ...given] = process.argv;
if (given[0] === "-version") process.exit();
const folder = require("node:path").dirname(given[given.indexOf("-i") + 1]);
const frames = readdirSync(folder).filter((name) => /^\\d+\\.svg$/.test(name));
const [, width] = /width="(\\d+)/.exec(readFileSync(folder + "/0.svg", "utf8"));
const areFiles = frames.every((name) => lstatSync(folder + "/" + name).isFile());
appendFileSync(${JSON.stringify(log)}, JSON.stringify({ frames: frames.length, width: Number(width), areFiles }) + "\\n");
const made = readFileSync(${JSON.stringify(log)}, "utf8").split("\\n").length - 2;
writeFileSync(given.at(-1), Buffer.alloc(${JSON.stringify(sizes)}[made]));
`;
  writeFileSync(path.join(folder, "ffmpeg"), encoder, { mode: 0o755 });
  writeFileSync(file, "an earlier animation");
  try {
    const asked = ["--heads", "2", "--d-model", "8", "--step", "context_c", "--animate", file, ...more];
    const given = ["render", "--tokens", "The cat sat", ...asked];
    const { status, stderr } = await headscopeBeside(given, { PATH: folder });
    const attempts = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
    const size = readFileSync(file).length;
    return { status, stderr, size, attempts: attempts.map((line) => JSON.parse(line)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("frames are files, since links need a right on Windows, and a file that is too large gets fewer, then a smaller width", async () => {
  const { status, stderr, size, attempts } = await withEncoder([3e6, 2_100_000, 1000]);
  assert.equal(status, 0, stderr);
  assert.equal(size, 1000);
  const widths = attempts.map(({ width }) => width);
  assert.deepEqual(widths, [800, 800, 480]);
  assert.ok(attempts[0].frames > attempts[1].frames);
  assert.ok(attempts.every(({ areFiles }) => areFiles));
});

test("an animation above 2 MB is refused, and an earlier file stays", async () => {
  const wide = await withEncoder([3.4e6, 2_500_000], "--width", "1600");
  assert.equal(wide.status, 2);
  assert.match(
    wide.stderr,
    /the animation has 2\.5 MB at --width 1600, and posts take at most 2 MB: leave out --width, or give a smaller one\n$/,
  );
  assert.deepEqual(
    wide.attempts.map(({ width }) => width),
    [1600, 1600],
  );
  const long = await withEncoder([3e6, 3e6, 2_010_000]);
  assert.equal(long.status, 2);
  assert.match(
    long.stderr,
    /the animation has 2\.1 MB at the smallest width, and posts take at most 2 MB: give fewer tokens or heads, or a later --step\n$/,
  );
  for (const { size } of [wide, long]) assert.equal(size, "an earlier animation".length);
});
