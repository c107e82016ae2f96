import { modelRefusal } from "../words-refusals.js";
import { SCHEME } from "./hub.js";
import { sumFileSizes, filesInFolder, stampOf } from "./page-files.js";
import { keptCache } from "./page-kept.js";
import { NONE } from "./page-state.js";

/** @import { Model } from "./loaded-model.js" */
/** @import { By, ModelsPage } from "./page.js" */

const KEPT = 2 ** 30; // bytes of files; the weights of larger models are read again for each run

/**
 * Loads openCheckpoint() of models/open-checkpoint.js, when it is first needed.
 * @typedef {() => Promise<{ openCheckpoint: (files: Record<string, Blob> | string | URL, options?: import("./remote-folder.js").RemoteOptions & { keep?: boolean | number, as?: string, signal?: AbortSignal }) => Promise<Model> }>} LoadModels
 *
 * @typedef {Pick<import("./page-state.js").Opened, "model" | "bytes" | "stamp" | "examples">} Made a model that was opened
 * @typedef {{ as?: string, signal: AbortSignal }} How as: the family that the model is read as, in place of its own
 */

/** The models that are open: opens folders, and closes models. */
export class Openings {
  #page;
  #loadModels;
  /** Stops the opening in progress. */
  #stop = new AbortController();

  /** @param {ModelsPage} page @param {LoadModels} loadModels */
  constructor(page, loadModels) {
    this.#page = page;
    this.#loadModels = loadModels;
  }

  /**
   * Opens a folder of an author's host in place of the last such folder. A folder that is open is shown.
   * @param {string} given its address @param {By} [by] "reader" for one that the reader chose of those that the author offers
   */
  async openAt(given, by = "author") {
    if (by === "reader") this.#page.set({ wanted: null });
    const address = given.replace(/\/+$/, "");
    const known = this.#page.state.models.findIndex((each) => each.address === address);
    if (known >= 0) return this.#showKnown(known, by);
    const about = { name: address.split("/").pop() ?? address, address, by };
    await this.#open(about, async (how) => {
      const [files] = await Promise.all([this.filesAt(address, how), this.#loadModels()]);
      return files instanceof URL ? this.#ofHost(files, how) : this.#ofFiles(files, how);
    });
  }

  /** The files of a folder of an author's host; its address for large files. @param {string} address @param {How} how @returns {Promise<Record<string, Blob> | URL>} */
  async filesAt(address, { signal, as }) {
    const { filesAt } = await import("./layout.js");
    return filesAt(address, signal, as);
  }

  /** Opens files that a reader gives. @param {import("./page-files.js").Given | import("./page-files.js").Dropped} given */
  open({ name, files }) {
    return this.#open({ name }, (how) => this.#ofFiles(files, how, name));
  }

  /** Opens a folder that the reader picked, in this visit or an earlier one. @param {FileSystemDirectoryHandle} folder */
  openFolder(folder) {
    return this.#open({ name: folder.name }, (how) => this.#ofFiles(filesInFolder(folder), how, folder.name));
  }

  /**
   * Opens a model of the hub. Nothing is asked of the hub before this call.
   * @param {string} name  "owner/name" @param {string} [token]  of a reader who may read a gated model; used by this model only
   */
  async openNamed(name, token) {
    const known = this.#page.state.models.findIndex((each) => each.named === name);
    if (known >= 0) return this.#showKnown(known, "reader");
    const { hub: host } = this.#page.state;
    if (!host) return; // the author allows none
    this.#page.set({ wanted: name });
    await this.#open({ name: name.split("/").pop() ?? name, named: name }, (how) =>
      this.#ofHost(`${SCHEME}${name}`, { host, token, ...how, kept: keptCache() }),
    );
  }

  /** Opens a model on a host, whose files are read when they are needed. @param {string | URL} given @param {import("./remote-folder.js").RemoteOptions & How} options @returns {Promise<Made>} */
  async #ofHost(given, options) {
    const { openCheckpoint } = await this.#loadModels();
    const onBytes = (/** @type {number} */ bytes) => this.#page.bytes.add(bytes);
    const model = await openCheckpoint(given, { ...options, keep: KEPT, onBytes });
    return { model, bytes: model.bytes, stamp: null };
  }

  /**
   * Opens files. Null if the model of the same files is open already and is shown.
   * @param {Promise<Record<string, Blob>> | Record<string, Blob>} given @param {How} how
   * @param {string} [folder] of the reader's files, which are compared with those of open models
   * @returns {Promise<Made | null>}
   */
  async #ofFiles(given, { as, signal }, folder) {
    const [{ openCheckpoint }, files] = await Promise.all([this.#loadModels(), readable(given)]);
    signal.throwIfAborted();
    const stamp = folder === undefined ? null : await stampOf(folder, files);
    const known = this.#page.state.models.findIndex((each) => stamp !== null && each.stamp === stamp);
    if (known >= 0) {
      await this.#showKnown(known, "reader");
      return null;
    }
    const bytes = sumFileSizes(files);
    const model = await openCheckpoint(files, { as, signal, keep: bytes <= KEPT });
    const { vision } = model.info;
    const examples = vision && (await (await import("./page-picture.js")).examplesOf(files, vision));
    return { model, bytes, stamp, examples };
  }

  /**
   * @param {{ name: string, address?: string | null, named?: string | null, by?: By }} about  name: "" for the family's; address: of a folder on
   *   an author's host; named: the name on the hub @param {(how: How) => Promise<Made | null>} make
   * @param {string} [as] the family that the model is read as, in place of its own
   */
  async #open(about, make, as) {
    const { name, address = null, named = null, by = "reader" } = about;
    this.#page.stop();
    this.#page.bytes.reset();
    const { signal } = (this.#stop = new AbortController());
    this.#page.set({ reading: { name }, refused: null, trial: null, missing: null });
    const { choices } = this.#page;
    try {
      const made = await make({ as, signal });
      if (!made) return;
      if (signal.aborted) return made.model.dispose();
      if (address === null) this.#page.set({ wanted: null });
      const opened = {
        ...{ name: name || made.model.info.family, address, named },
        ...{ isKept: made.bytes <= KEPT, ...made },
      };
      await this.#add(opened, { isShown: choices === this.#page.choices, by });
    } catch (error) {
      const refused = /** @type {import("./page-state.js").Said} */ (error);
      const family = familyToTry(refused);
      const trial = family === null ? null : { family, open: () => this.#open(about, make, family) };
      if (!signal.aborted) this.#page.set({ reading: null, refused, trial, missing: address });
      await this.#page.runAgain();
    }
  }

  /** Adds a model to the list. A model of the author's replaces the last one. @param {import("./page-state.js").Opened} opened @param {{ isShown: boolean, by: By }} how */
  async #add(opened, { isShown, by }) {
    const { models, at } = this.#page.state;
    const replaced = opened.address === null ? undefined : models.find(({ address }) => address !== null);
    const kept = [...models.filter((each) => each !== replaced), opened];
    const shown = kept.indexOf(models[at]);
    const isNext = isShown || shown < 0;
    this.#page.set({ reading: null, ...(!isNext && { models: kept, at: shown }) }, { by: "author" });
    const showing = isNext && this.#page.show(kept.length - 1, by, kept);
    replaced?.model.dispose();
    await showing;
  }

  /** Shows a model that is open already, instead of opening its folder again. @param {number} at @param {By} by */
  async #showKnown(at, by) {
    this.#page.stop();
    this.#page.set({ refused: null, missing: null });
    await (at === this.#page.state.at ? this.#page.runAgain() : this.#page.show(at, by));
  }

  /** Closes a model and frees its memory. If it is on show, the model before it is shown. @param {number} at */
  async close(at) {
    const { models, at: shown } = this.#page.state;
    const closed = models[at];
    if (!closed) return;
    const others = models.filter((each) => each !== closed);
    if (at === shown) this.#page.stopRuns();
    this.#page.set({
      models: others,
      ...(at === shown ? NONE : { at: others.indexOf(models[shown]) }),
    });
    closed.model.dispose();
    if (at === shown && others.length) await this.#page.show(Math.max(0, at - 1));
  }

  /** Stops the opening in progress. */
  stop() {
    this.#stop.abort();
    this.#page.set({ reading: null });
  }

  /** Closes all models. */
  rest() {
    for (const { model } of this.#page.state.models) model.dispose();
    this.#page.set({ models: [], ...NONE });
  }
}

/** The family that a model of an unknown type fits, as its refusal says; null for other refusals. @param {import("./page-state.js").Said} refused */
const familyToTry = ({ id, parameters }) =>
  id === "fits_family" || id === "fits_families" ? String(parameters?.family) : null;

/** Files that are read now. A system that refuses says so in its own words, without what to do. @param {Promise<Record<string, Blob>> | Record<string, Blob>} files */
const readable = (files) =>
  Promise.resolve(files).catch((/** @type {Error} */ error) => {
    if (error instanceof DOMException && error.name !== "AbortError")
      throw modelRefusal("format", "folder_unreadable", { reason: error.message });
    throw error;
  });
