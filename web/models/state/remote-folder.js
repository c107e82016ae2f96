import { show } from "../../core/check.js";
import { HeadscopeError } from "../../core/errors.js";
import { modelRefusal } from "../words-refusals.js";
import { HUB, SCHEME, isHubName } from "./hub.js";
import { KeptRanges } from "./kept-ranges.js";
import { INDEX, WEIGHTS, shardNamesIn } from "./layout.js";
import { readsPictures, readsSources } from "./families.js";
import { openRemoteFile, wholeFile } from "./remote-file.js";
import { RemoteHost } from "./remote-host.js";
import { CONFIG, GENERATION, MOST_CONFIG, PREPROCESSOR, readJSON } from "./sources.js";
import { TOKENIZER, TOKENIZER_CONFIG } from "./tokenizer.js";
import { configAs } from "./unknown-family.js";

/** @import { Source } from "./sources.js" */
/** @import { HostOptions } from "./remote-host.js" */

/**
 * The folder of a checkpoint on a host: any static host, or the hub, where a model has a name.
 *
 * @typedef {object} RemoteOptions
 * @property {string} [revision]  branch, tag or commit on the hub; "main" if left out
 * @property {string} [host]  address of the hub; Hugging Face's if left out
 * @property {string} [token]  of a reader who may read a gated model; sent to this host only
 * @property {(bytes: number) => void} [onBytes]  count of bytes that have arrived since the last call
 * @property {string} [kept]  name of a cache of the browser (Cache API), which keeps what the hub sends for the next visit
 * @property {boolean} [tokenizes]  false leaves the tokenizer on the host
 */

/** Whether a checkpoint is given as the address of a folder on a host, or as a name on the hub. @param {unknown} given @returns {given is string | URL} */
export const isRemote = (given) =>
  (typeof given === "string" || given instanceof URL) && /^(hf:|https?:\/\/)/.test(String(given));

/**
 * The files of a checkpoint on a host, by name. Files of weights are read when their numbers are needed.
 * @param {string | URL} given  "hf:owner/name", or the address of a folder @param {RemoteOptions & Pick<HostOptions, "pauses"> & { signal?: AbortSignal, as?: string }} [options] signal: stops the opening; as: the family that the model is read as
 * @returns {Promise<{ sources: Map<string, Source>, commit: string | null }>} commit of the hub that all files come from
 * @throws {import("../../core/errors.js").HeadscopeError} code "format"
 */
export async function remoteFolder(
  given,
  { revision, host: hub, signal, as, tokenizes = true, kept: cache, ...options } = {},
) {
  const { base, page, atCommit } = placeOf(String(given), revision, hub);
  const host = new RemoteHost(base, { ...options, page });
  // All files come from the commit that config.json came from, even if the branch moves on meanwhile.
  const { config, pinned, commit } = atCommit
    ? await pinnedHost(host, { revision, atCommit, kept: await KeptRanges.open(cache), signal })
    : { config: await wholeFile(host, CONFIG, signal), pinned: host, commit: null };
  // Browsers report each file that is missing as an error, and only the hub's folders have this config as a rule.
  const { config: described } = configAs(await readJSON(config, MOST_CONFIG), as);
  const forText = [
    ...[TOKENIZER, ...(atCommit ? [TOKENIZER_CONFIG] : [])],
    ...(readsSources(described) ? [GENERATION] : []),
  ];
  const read = readsPictures(described) ? [PREPROCESSOR] : forText;
  const small = (tokenizes ? read : []).map((name) => ifThere(wholeFile(pinned, name, signal)));
  const weights = weightsAt(pinned, signal);
  const found = (await Promise.all([...small, weights])).flat();
  const sources = new Map([config, ...found].flatMap((source) => (source ? [[source.name, source]] : [])));
  return { sources, commit };
}

/** A commit, in full. */
const COMMIT = /^[0-9a-f]{40}$/;

/**
 * The config, and the host at the commit that the config came from. If the hub cannot be reached, the commit is that of the last visit.
 * @param {RemoteHost} host
 * @param {{ revision?: string, atCommit: (commit: string) => URL, kept: KeptRanges | null, signal?: AbortSignal }} how
 * @returns {Promise<{ config: Source, pinned: RemoteHost, commit: string | null }>}
 */
async function pinnedHost(host, { revision = "", atCommit, kept, signal }) {
  const pinnedAt = async (/** @type {string} */ commit) => {
    const pinned = host.at(atCommit(commit), kept);
    return { config: await wholeFile(pinned, CONFIG, signal), pinned, commit };
  };
  if (COMMIT.test(revision)) return pinnedAt(revision);
  const branch = host.addressOf(CONFIG);
  try {
    const config = await wholeFile(host, CONFIG, signal);
    const { commit } = host;
    if (!commit || !COMMIT.test(commit)) return { config, pinned: host, commit: null };
    const pinned = host.at(atCommit(commit), kept);
    const bytes = await config.read(0, config.size);
    void kept?.keep(pinned.addressOf(CONFIG), 0, bytes, { tag: "", size: config.size });
    void kept?.keepBranch(branch, commit);
    return { config, pinned, commit };
  } catch (error) {
    const commit = kept?.commitOf(branch);
    if (commit && error instanceof HeadscopeError && error.id === "host_unreachable") return pinnedAt(commit);
    throw error;
  }
}

/**
 * @param {string} given @param {string} revision @param {string} hub
 * @returns {{ base: URL, page: string | null, atCommit?: (commit: string) => URL }} page: of the model on the hub
 */
function placeOf(given, revision = "main", hub = HUB) {
  if (!given.startsWith(SCHEME)) return { base: folderAt(given), page: null };
  const name = given.slice(SCHEME.length);
  if (!isHubName(name)) throw modelRefusal("format", "no_hub_name", { name: show(name) });
  const page = new URL(name, folderAt(hub)).href;
  const atCommit = (/** @type {string} */ commit) =>
    new URL(`${page}/resolve/${encodeURIComponent(commit)}/`);
  return { base: atCommit(revision), page, atCommit };
}

/** The address of a folder, with a slash at the end of its path. @param {string} given */
function folderAt(given) {
  if (!URL.canParse(given)) throw modelRefusal("format", "no_address", { address: show(given) });
  const folder = new URL(given);
  if (!folder.pathname.endsWith("/")) folder.pathname += "/";
  return folder;
}

/** One file of weights, or the index and the files that it lists. @param {RemoteHost} host @param {AbortSignal} [signal] @returns {Promise<Source[]>} */
async function weightsAt(host, signal) {
  const whole = await ifThere(openRemoteFile(host, WEIGHTS, signal));
  if (whole) return [whole];
  const index = await ifThere(wholeFile(host, INDEX, signal));
  if (!index) return [];
  const names = await shardNamesIn(index);
  const shards = await Promise.all(names.map((name) => ifThere(openRemoteFile(host, name, signal))));
  return [index, ...shards.filter((each) => each !== null)];
}

/** Answers of a host to a request for a file that is missing beside config.json; stores without lists of files forbid it. */
const MISSING = ["host_lacks_file", "host_forbids"];

/** Null if the host lacks the file. @template T @param {Promise<T>} source @returns {Promise<T | null>} */
const ifThere = (source) =>
  source.catch((/** @type {unknown} */ error) => {
    if (error instanceof HeadscopeError && MISSING.includes(error.id ?? "")) return null;
    throw error;
  });
