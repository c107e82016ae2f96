import { modelRefusal } from "../words-refusals.js";
import { sumFileSizes, filesInFolder, stampOf } from "./page-files.js";
import { NONE } from "./page-state.js";

/** @import { Model } from "./loaded-model.js" */
/** @import { By, ModelsPage } from "./page.js" */

const KEPT = 2 ** 30; // bytes of files; the weights of larger models are read again for each run

/**
 * Loads openCheckpoint() of models/index.js, when it is first needed.
 * @typedef {() => Promise<{ openCheckpoint: (files: Record<string, Blob>, options?: { keep?: boolean, signal?: AbortSignal }) => Promise<Model> }>} LoadModels
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

  /** Opens a folder of an author's host in place of the last such folder. A folder that is open is shown. @param {string} given its address */
  async openAt(given) {
    const address = given.replace(/\/+$/, "");
    const known = this.#page.state.models.findIndex((each) => each.address === address);
    if (known >= 0) return this.#showKnown(known, "author");
    await this.#open(address.split("/").pop() ?? address, (signal) => this.filesAt(address, signal), address);
  }

  /** The files of a folder of an author's host. @param {string} address @param {AbortSignal} signal @returns {Promise<Record<string, Blob>>} */
  async filesAt(address, signal) {
    const { filesAt } = await import("./layout.js");
    return filesAt(address, signal);
  }

  /** Opens files that a reader gives. @param {import("./page-files.js").Given | import("./page-files.js").Dropped} given */
  open({ name, files }) {
    return this.#open(name, async () => files);
  }

  /** Opens a folder that the reader picked, in this visit or an earlier one. @param {FileSystemDirectoryHandle} folder */
  openFolder(folder) {
    return this.#open(folder.name, () => filesInFolder(folder));
  }

  /**
   * @param {string} name "" for the family's @param {(signal: AbortSignal) => Promise<Record<string, Blob>>} filesFor
   * @param {string | null} [address] of the folder, if an author's host has it
   */
  async #open(name, filesFor, address = null) {
    this.#page.stop();
    const { signal } = (this.#stop = new AbortController());
    this.#page.set({ reading: { name }, refused: null, missing: null });
    const { choices } = this.#page;
    try {
      const [{ openCheckpoint }, files] = await Promise.all([this.#loadModels(), readable(filesFor(signal))]);
      signal.throwIfAborted();
      const stamp = address === null ? await stampOf(name, files) : null;
      const known = this.#page.state.models.findIndex((each) => stamp !== null && each.stamp === stamp);
      if (known >= 0) return await this.#showKnown(known, "reader");
      const bytes = sumFileSizes(files);
      const isKept = bytes <= KEPT;
      const model = await openCheckpoint(files, { signal, keep: isKept });
      const { vision } = model.info;
      const examples = vision && (await (await import("./page-picture.js")).examplesOf(files, vision));
      if (signal.aborted) return model.dispose();
      const opened = {
        ...{ name: name || model.info.family, address, stamp, examples },
        bytes,
        isKept,
        model,
      };
      await this.#add(opened, choices === this.#page.choices);
    } catch (error) {
      if (!signal.aborted)
        this.#page.set({ reading: null, refused: /** @type {Error} */ (error), missing: address });
      await this.#page.runAgain();
    }
  }

  /** Adds a model to the list. A model of the author's replaces the last one. @param {import("./page-state.js").Opened} opened @param {boolean} isShown */
  async #add(opened, isShown) {
    const { models, at } = this.#page.state;
    const replaced = opened.address === null ? undefined : models.find(({ address }) => address !== null);
    const kept = [...models.filter((each) => each !== replaced), opened];
    const shown = kept.indexOf(models[at]);
    this.#page.set({ models: kept, reading: null, ...(shown < 0 ? NONE : { at: shown }) }, { by: "author" });
    replaced?.model.dispose();
    if (isShown || shown < 0)
      await this.#page.show(kept.length - 1, opened.address === null ? "reader" : "author");
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

/** Files that are read now. A system that refuses says so in its own words, without what to do. @param {Promise<Record<string, Blob>>} files */
const readable = (files) =>
  files.catch((/** @type {Error} */ error) => {
    if (error instanceof DOMException && error.name !== "AbortError")
      throw modelRefusal("format", "folder_unreadable", { reason: error.message });
    throw error;
  });
