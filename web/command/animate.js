import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { renderFrames } from "../render/index.js";
import { COMMAND } from "../render/words.js";
import { ATTEMPTS, MOST_BYTES } from "../walk/draw/walk-frames.js";
import { Misuse } from "./options.js";
import { write } from "./output.js";

/**
 * Writes the walk as an animation, by ffmpeg, which also draws the frames: Node draws no pixels.
 *
 * @typedef {import("../render/index.js").RenderOptions} RenderOptions
 */

const RATE = 8; // frames per second

/** Leaves out frames that equal the one before, and gives all frames one palette. */
const AS_GIF = "mpdecimate=max=0:hi=1:lo=1:frac=0,split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none";
/** Even lengths, which the codec needs. */
const EVEN = "pad=ceil(iw/2)*2:ceil(ih/2)*2";

/** Arguments of ffmpeg, by the ending of the file. @type {Readonly<Record<string, readonly string[]>>} */
const KINDS = {
  gif: ["-vf", AS_GIF, "-fps_mode", "vfr", "-final_delay", "150"],
  webm: ["-vf", EVEN, "-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-pix_fmt", "yuv420p"],
};

/**
 * Writes a file of at most 2 MB: a larger one gets fewer frames, then a smaller width unless one is given.
 * @param {RenderOptions} options @param {string} file
 * @throws {Misuse} for another ending, without ffmpeg, and if the file stays larger
 */
export async function animate(options, file) {
  const [, ending = ""] = /\.(\w+)$/.exec(file.toLowerCase()) ?? [];
  if (!Object.hasOwn(KINDS, ending)) throw new Misuse(COMMAND.animateEnding(file, Object.keys(KINDS)));
  if (spawnSync("ffmpeg", ["-version"]).error) throw new Misuse(COMMAND.noFfmpeg);
  let size = 0;
  for (const { width, between } of attemptsAt(options.width)) {
    const bytes = encoded(await renderFrames({ ...options, width }, between), ending);
    if (bytes.length <= MOST_BYTES) return write(file, bytes);
    size = bytes.length;
  }
  throw new Misuse(COMMAND.animateTooLarge(Math.ceil(size / 1e5) / 10, options.width));
}

/** @param {RenderOptions["width"]} width that is given */
function attemptsAt(width) {
  if (width === undefined) return ATTEMPTS;
  return [...new Set(ATTEMPTS.map(({ between }) => between))].map((between) => ({ width, between }));
}

/** @param {readonly import("../render/index.js").Frame[]} frames @param {string} ending @returns {Uint8Array} */
function encoded(frames, ending) {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-"));
  try {
    let count = 0;
    for (const { svg, lasts } of frames)
      for (const end = count + Math.max(1, Math.round((lasts / 1000) * RATE)); count < end; count++)
        writeFileSync(path.join(folder, `${count}.svg`), svg);
    const file = path.join(folder, `walk.${ending}`);
    const given = ["-v", "error", "-y", "-framerate", String(RATE), "-i", path.join(folder, "%d.svg")];
    const { status, stderr } = spawnSync("ffmpeg", [...given, ...KINDS[ending], file], { encoding: "utf8" });
    if (status !== 0) throw new Misuse(COMMAND.ffmpegFailed(stderr.trim()));
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
