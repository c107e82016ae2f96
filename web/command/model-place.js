import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { HUB, SCHEME } from "../models/state/hub.js";
import { INDEX, WEIGHTS, namesOf, shardsOf } from "../models/state/layout.js";
import { CONFIG } from "../models/state/sources.js";
import { COMMAND } from "../render/words.js";
import { Misuse } from "./options.js";

/**
 * Where a model is that the command names: a folder on the disk, the local cache of the hub's own tools, or the hub.
 *
 * @typedef {object} Place
 * @property {string} files  for openCheckpoint(): a path, or "hf:owner/name"
 * @property {import("../models/state/remote-folder.js").RemoteOptions & { as?: string }} options
 * @property {string | null} asked  the host that will be asked; null for a place on this machine
 * @property {boolean} isName  of the hub, so that --revision chooses the commit
 */

const NAME = /^\w[\w.-]*\/\w[\w.-]*$/;

/**
 * A path wins over a name. The variables of the environment are those of the hub's own tools: HF_HOME, HF_HUB_CACHE, HF_ENDPOINT, HF_TOKEN and
 * HF_HUB_OFFLINE.
 * @param {string} given  a path, "owner/name", "hf:owner/name", or the address of a folder @param {Map<string, string>} found options
 * @param {Readonly<Record<string, string | undefined>>} [env] @returns {Place}
 * @throws {Misuse} if the name is in no cache, and the hub must not be asked
 */
export function placeOf(given, found, env = process.env) {
  const isOffline = found.has("offline") || isSet(env.HF_HUB_OFFLINE);
  if (/^https?:\/\//.test(given)) {
    if (isOffline) throw new Misuse(COMMAND.addressOffline(given));
    return { files: given, options: {}, asked: hostIn(given), isName: false };
  }
  const name = given.startsWith(SCHEME) ? given.slice(SCHEME.length) : given;
  if (name === given && (existsSync(given) || !NAME.test(given)))
    return { files: given, options: {}, asked: null, isName: false };
  const revision = found.get("revision") ?? "main";
  if (!/^\w[\w.+-]*(\/\w[\w.+-]*)*$/.test(revision)) throw new Misuse(COMMAND.noRevision(revision));
  const cached = cachedFolder(name, revision, env);
  if (cached) return { files: cached, options: {}, asked: null, isName: true };
  if (isOffline) throw new Misuse(COMMAND.notCached(name, cacheFolder(env)));
  const host = env.HF_ENDPOINT || HUB;
  const options = { revision, host, token: tokenIn(env) };
  return { files: SCHEME + name, options, asked: hostIn(host), isName: true };
}

/** The option --workers; undefined if it is left out. @param {Map<string, string>} found options @throws {Misuse} */
export function workersIn(found) {
  const workers = found.get("workers");
  if (workers !== undefined && !/^[1-9]\d{0,3}$/.test(workers)) throw new Misuse(COMMAND.noWorkers(workers));
  return workers === undefined ? undefined : Number(workers);
}

/** @param {string} address which may be none; remoteFolder() then says so */
const hostIn = (address) => (URL.canParse(address) ? new URL(address).host : address);

/** @param {string | undefined} value */
const isSet = (value) => Boolean(value) && !/^(0|false|no|off)$/i.test(/** @type {string} */ (value));

/** @param {Readonly<Record<string, string | undefined>>} env */
const home = (env) =>
  env.HF_HOME || path.join(env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "huggingface");

/** @param {Readonly<Record<string, string | undefined>>} env */
const cacheFolder = (env) => env.HF_HUB_CACHE || path.join(home(env), "hub");

/**
 * The snapshot of a model in the cache, models--owner--name/snapshots/commit; null if there is none with weights.
 * @param {string} name @param {string} revision @param {Readonly<Record<string, string | undefined>>} env
 */
function cachedFolder(name, revision, env) {
  const model = path.join(cacheFolder(env), `models--${name.replaceAll("/", "--")}`);
  const snapshot = path.join(model, "snapshots", commitIn(model, revision));
  // Tools that need only the tokenizer leave snapshots without weights, and a download that was stopped leaves a part of them.
  const has = (/** @type {string} */ file) => existsSync(path.join(snapshot, file));
  const shards = namesInIndex(path.join(snapshot, INDEX));
  const isWhole = has(WEIGHTS) || (shards.length > 0 && shards.every(has));
  return has(CONFIG) && isWhole ? snapshot : null;
}

/** Names of the files of weights that an index lists; none if the index is missing or unreadable. @param {string} index its path @returns {string[]} */
function namesInIndex(index) {
  try {
    return namesOf(shardsOf(JSON.parse(readFileSync(index, "utf8"))));
  } catch {
    return [];
  }
}

/** The commit of a branch or tag when it was last downloaded; a commit is its own. @param {string} model @param {string} revision */
function commitIn(model, revision) {
  const file = path.join(model, "refs", revision);
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile();
  return isFile ? readFileSync(file, "utf8").trim() : revision;
}

/** The reader's own token, as the hub's tools store it. @param {Readonly<Record<string, string | undefined>>} env */
function tokenIn(env) {
  const file = env.HF_TOKEN_PATH || path.join(home(env), "token");
  return env.HF_TOKEN || (existsSync(file) ? readFileSync(file, "utf8").trim() : undefined);
}
