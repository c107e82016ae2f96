// The animations of headscope render --animate, decoded.
import assert from "node:assert/strict";
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { onPath } from "../../tools/lib/needs.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { headscopeBeside } from "../page/support/command.js";
import { attempt, run } from "../../tools/lib/run.mjs";

const OUT = inRoot("build/consumers/animate");
const GIVEN = ["render", "--tokens", "The cat sat", "--heads", "2", "--d-model", "8", "--step", "context_c"];
const skip = !onPath("ffmpeg")() && "ffmpeg is not installed";

/** Writes a file by the command. @param {readonly string[]} more */
async function written(...more) {
  mkdirSync(OUT, { recursive: true });
  const { status, stderr } = await headscopeBeside([...GIVEN, ...more], {});
  assert.equal(status, 0, stderr);
}

/** Facts of a stream by ffprobe. @param {string} file */
async function probed(file) {
  const asked = ["-count_frames", "-show_entries", "stream=codec_name,width,height,nb_read_frames"];
  const { streams } = JSON.parse(await run("ffprobe", ["-v", "error", ...asked, "-of", "json", file]));
  return streams[0];
}

/** How alike the first frames of two files are, in dB; the second is padded to the height of the first. @param {string} file @param {string} still @param {number} height */
async function likeness(file, still, height) {
  const filter = `[0]trim=end_frame=1,format=rgb24[a];[1]pad=iw:${height}:0:0:0xfbfaf7,format=rgb24[b];[a][b]psnr`;
  const { output } = await attempt("ffmpeg", ["-i", file, "-i", still, "-lavfi", filter, "-f", "null", "-"]);
  const [, said] = /average:(\S+)/.exec(output) ?? [];
  assert.ok(said, output);
  return Number(said.replace("inf", "Infinity"));
}

for (const [ending, codec, count] of /** @type {const} */ ([
  ["gif", "gif", 8], // three steps at rest; the five frames of the motion to concat; no cells move to the output
  ["webm", "vp9", 41], // 8 frames a second: 3 × 12, and 5
]))
  test(
    `.${ending}: the frames of the walk, in less than 2 MB, beginning with the still`,
    { skip },
    async () => {
      const [file, still] = [`walk.${ending}`, "still.svg"].map((name) => path.join(OUT, name));
      await written("--animate", file);
      await written("--width", "800", "--out", still);
      const { codec_name: name, width, height, nb_read_frames: frames } = await probed(file);
      assert.deepEqual([name, width, Number(frames)], [codec, 800, count]);
      assert.ok(statSync(file).size < 2_000_000);
      const db = await likeness(file, still, height);
      assert.ok(db > 30, `${db} dB`);
    },
  );
