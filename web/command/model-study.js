import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { loadCore } from "../core/index.js";
import { openCheckpoint } from "../models/index.js";
import { readCheckpoint } from "../models/state/checkpoint.js";
import { measureNames } from "../models/state/measured-sentence.js";
import { readSentences } from "../models/state/sentences.js";
import { modelName } from "../models/state/study.js";
import { COMMAND } from "../render/words.js";
import { asJSON, harmless } from "./output.js";
import { workersIn } from "./model-place.js";
import { Misuse, asMisuse } from "./options.js";
import { PartFile, PartOfAnother, commitIn, openStudy, writeStudy } from "./study-disk.js";
import { reportOfStudy } from "./study-report.js";

/** @import { Place } from "./model-place.js" */
/** @import { Surroundings } from "./run.js" */
/** @import { Study } from "../models/index.js" */

/**
 * headscope model --study: measures the heads on all sentences of a file. What is measured is kept beside the output, so that a study that was killed
 * goes on. Only one sentence of a batch is in memory at a time, whatever the size of the file.
 *
 * @typedef {object} Asked
 * @property {string} text  path of the file
 * @property {string} out
 * @property {string | undefined} column
 * @property {"sentences" | "lines"} by
 * @property {boolean} losses  with the loss without each head
 * @property {number} workers
 * @property {number} shard  from 0 on
 * @property {number} shards
 */

const WORKER = "HEADSCOPE_STUDY_WORKER"; // a variable of workers' environment: other programs may fork this command too
const isWorker = process.env[WORKER] === "1" && process.connected;

const KEPT = 2 ** 31; // bytes of weights that stay in memory; larger models read each block again for each sentence

/** @param {Place} place @param {Map<string, string>} found options @param {readonly string[]} given arguments of the command @param {Surroundings} around */
export async function studyModel(place, found, given, around) {
  const { stdout, stderr } = around;
  const asked = askedIn(found);
  try {
    if (asked.workers > 1) await studyInProcesses(place, asked, given, around);
    else await studyHere(place, asked, stderr);
  } catch (error) {
    if (isWorker) leave();
    asMisuse(/** @type {Error} */ (error));
  }
  if (isWorker) return leave(); // a worker: its parent reports
  const report = await reportOfStudy(asked.out).catch(asMisuse);
  stdout.write(found.has("json") ? asJSON(report.facts) : harmless(report.text));
}

/** @param {Map<string, string>} found @returns {Asked} */
function askedIn(found) {
  const text = found.get("study") ?? "";
  const out = found.get("out") ?? "";
  if (!statSync(text, { throwIfNoEntry: false })?.isFile()) throw new Misuse(COMMAND.noStudyText(text));
  if (!out.toLowerCase().endsWith(".npz")) throw new Misuse(COMMAND.studyOut(out));
  const shard = found.get("shard") ?? "1/1";
  const [, part, parts] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number);
  if (!(part >= 1 && part <= parts)) throw new Misuse(COMMAND.noShard(shard));
  return {
    ...{ text, out, column: found.get("column"), by: found.has("lines") ? "lines" : "sentences" },
    losses: found.has("losses"),
    ...{ workers: workersIn(found) ?? 1, shard: part - 1, shards: parts },
  };
}

/**
 * What a study is of: the checkpoint, the beginning of the text, its length, and how it is cut.
 * @param {Place} place @param {Asked} asked @param {string | null} commit of the hub that the model comes from
 */
function identityOf(place, { text, column, by, losses, shard, shards, workers }, commit) {
  const file = openSync(text, "r");
  const start = Buffer.alloc(2 ** 16);
  const length = readSync(file, start, 0, start.length, 0);
  closeSync(file);
  const hash = createHash("sha256").update(start.subarray(0, length)).digest("hex");
  const model = checkpointAt(place, commit);
  const bytes = statSync(text).size;
  return JSON.stringify({ commit, model, hash, bytes, column, by, losses, shard, shards, workers });
}

/** Names of files that decide what a checkpoint computes. */
const CHECKPOINT = /\.safetensors$|config\.json$|^(tokenizer|vocab|merges)/;

/**
 * What tells a checkpoint from others of the same architecture: its place, and its commit or the sizes and times of its files.
 * @param {Place} place @param {string | null} commit
 */
function checkpointAt({ files, options: { host, revision, as } }, commit) {
  if (!statSync(files, { throwIfNoEntry: false })?.isDirectory())
    return { files, host, revision: commit ?? revision, as };
  const names = readdirSync(files).filter((name) => CHECKPOINT.test(name));
  const facts = names.sort().map((name) => {
    const file = statSync(path.join(files, name), { throwIfNoEntry: false });
    return [name, file?.size, file?.mtimeMs];
  });
  return { files: path.resolve(files), as, facts };
}

/** @param {string} out */
const partOf = (out) => `${out}.part`;

/** @param {Place} place @param {Asked} asked @param {Surroundings["stderr"]} stderr */
async function studyHere(place, asked, stderr) {
  const { files, options } = place;
  const { text, out, column, by, losses, shard, shards } = asked;
  const model = await openCheckpoint(files, { ...options, keep: KEPT, workers: 1 });
  try {
    const { info } = model;
    const about = {
      ...{ model: modelName(info), layers: info.layers, heads: info.heads, commit: model.commit },
      measures: measureNames(await loadCore(), { losses }),
    };
    const part = openPart(place, asked, about, stderr);
    const sentences = readSentences(createReadStream(text), text, { column, by });
    const into = /** @type {Study} */ (/** @type {unknown} */ (part)); // keeps its rows on the disk
    const takes = (/** @type {number} */ number) => number % shards === shard;
    for await (const { count, perSecond } of model.study(sentences, { losses, into, takes }))
      tell({ count, perSecond }, stderr);
    endLine(stderr);
    const { source } = part;
    writeStudy(out, [source]);
    source.close();
    rmSync(partOf(out), { force: true }); // there is none without a sentence
  } finally {
    model.dispose();
  }
}

/** @param {Place} place @param {Asked} asked @param {import("../models/state/study.js").About} about @param {Surroundings["stderr"]} stderr */
function openPart(place, asked, about, stderr) {
  const file = partOf(asked.out);
  try {
    const part = new PartFile(file, about, identityOf(place, asked, about.commit ?? null));
    if (part.count && !isWorker) stderr.write(COMMAND.studyGoesOn(part.count, file));
    return part;
  } catch (error) {
    if (!(error instanceof PartOfAnother)) throw error;
    throw partRefused(place, file, error.commit, about.commit ?? null);
  }
}

/**
 * The part of another study is not gone on with.
 * @param {Place} place @param {string} file @param {string | null} commit of the part @param {string | null} now of the model
 */
function partRefused({ isName }, file, commit, now) {
  if (!commit || !now || commit === now) return new Misuse(COMMAND.partOfAnother(file));
  return new Misuse((isName ? COMMAND.partOfCommit : COMMAND.partOfFolder)(file, commit, now));
}

/** Each worker is a process that takes a part of the sentences, of the same commit as the others. @param {Place} place @param {Asked} asked @param {readonly string[]} given @param {Surroundings} around */
async function studyInProcesses(place, asked, given, around) {
  const { stderr } = around;
  const { out, workers, shard, shards } = asked;
  const { commit } = await readCheckpoint(place.files, { ...place.options, tokenizes: false });
  const identity = `${identityOf(place, asked, commit)}\n`;
  const file = partOf(out);
  const names = Array.from({ length: workers }, (_, i) => `${out}.${i + 1}-of-${workers}.npz`);
  const hasBegun = () => names.some((name) => existsSync(name) || existsSync(partOf(name)));
  if (existsSync(file) && hasBegun()) {
    const found = readFileSync(file);
    if (found.toString() !== identity) throw partRefused(place, file, commitIn(found), commit);
  } else {
    for (const name of names) rmSync(name, { force: true }); // of a study whose part was deleted: it may be another
    writeFileSync(file, identity);
  }
  const counts = new Map();
  const failed = new AbortController();
  const working = names.map(async (name, i) => {
    if (existsSync(name)) return; // done before this study was stopped
    const part = `${shard + i * shards + 1}/${shards * workers}`;
    const own = ["--out", name, "--workers", "1", "--shard", part];
    if (commit) own.push("--revision", commit);
    const told = (/** @type {Told} */ each) => {
      counts.set(name, each);
      const sum = (/** @type {"count" | "perSecond"} */ what) =>
        [...counts.values()].reduce((all, one) => all + one[what], 0);
      tell({ count: sum("count"), perSecond: sum("perSecond") }, stderr);
    };
    await worker([...given, ...own], around, told, failed.signal);
  });
  try {
    await Promise.all(working);
  } catch (error) {
    failed.abort();
    await Promise.allSettled(working);
    if (!hasBegun()) rmSync(file); // a study that is refused leaves no part
    throw error;
  }
  endLine(stderr);
  const sources = names.map(openStudy);
  writeStudy(out, sources);
  for (const source of sources) source.close();
  for (const name of [...names, file]) rmSync(name);
}

/** @typedef {{ count: number, perSecond: number }} Told */

/**
 * Runs this command again.
 * @param {readonly string[]} args @param {Surroundings} around @param {(told: Told) => void} told @param {AbortSignal} failed kills the process @returns {Promise<void>}
 */
function worker(args, { script, env }, told, failed) {
  const child = fork(script, ["model", ...args], {
    ...{ stdio: ["ignore", "ignore", "pipe", "ipc"], env: { ...env, [WORKER]: "1" } },
  });
  failed.addEventListener("abort", () => child.kill());
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text) => (said += text));
  child.on("message", (message) => told(/** @type {Told} */ (message)));
  return new Promise((resolve, reject) => {
    child.on("close", (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new Misuse(said.trim().replace(/^headscope: /, "") || COMMAND.workerEnded(signal ?? String(code))),
        );
    });
  });
}

const stop = () => process.exit(1);
if (isWorker) process.on("disconnect", stop); // the parent of a worker has ended

/** Ends the connection to the parent, which would keep this process alive. */
function leave() {
  process.off("disconnect", stop);
  process.disconnect();
}

/** Tells the parent, or a terminal, how far the study is. @param {Told} told @param {Surroundings["stderr"]} stderr */
function tell({ count, perSecond }, stderr) {
  if (isWorker) process.send?.({ count, perSecond });
  if (stderr.isTTY) stderr.write(`\r\x1b[K${COMMAND.studyProgress(count, perSecond)}`);
}

/** @param {Surroundings["stderr"]} stderr */
const endLine = (stderr) => void (stderr.isTTY && stderr.write("\r\x1b[K"));
