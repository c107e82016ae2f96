import { modelRefusal } from "../words-refusals.js";
import { answerAt, labelOf, readBy } from "./page-run.js";

/** @import { ModelRun, PredictedPiece } from "./model-run.js" */
/** @import { Patch } from "./patching.js" */
/** @import { Progress } from "./page-state.js" */
/** @import { Shown } from "./page-run.js" */
/** @import { ModelsPage } from "./page.js" */

/**
 * Parts of a second sentence's run, put into the first one by one.
 *
 * @typedef {object} Patching
 * @property {Shown} of  the first sentence
 * @property {ModelRun} from  the second
 * @property {Asked} asked
 * @property {Patch["what"]} what
 * @property {readonly [first: PredictedPiece, second: PredictedPiece]} answers  the likeliest pieces of both sentences
 * @property {readonly string[]} columns  heads, or pieces for the stream
 * @property {Progress} progress
 * @property {readonly (readonly number[])[]} shares  by layer and column: how much of the difference between the answers the part brings back
 * @property {Picked | null} picked
 *
 * @typedef {object} Asked  how the first sentence is run, and where it is asked
 * @property {import("./run-options.js").Text} read
 * @property {Pick<import("./run-options.js").RunOptions, "mask" | "headScale">} options
 * @property {number} at
 *
 * @typedef {{ layer: number, column: number, answers: readonly PredictedPiece[] }} Picked  what the first sentence answers with one part
 */

/** Pairs that readers may begin with. @type {readonly (readonly [first: string, second: string])[]} */
export const PAIRS = [
  [
    "In the beginning God created the heavens. In the beginning God",
    "In the beginning God made the heavens. In the beginning God",
  ],
  [
    "When Mary and John went to the store, John gave a drink to",
    "When Mary and John went to the store, Mary gave a drink to",
  ],
];

/** What can be patched, on the page. */
export const PATCHED = /** @type {const} */ (["output", "pattern", "values", "stream"]);

const ANSWERS = 3;

/** The least difference in nats between the answers of two sentences; a smaller one may come of rounding. */
const LEAST = 1e-4;

/** Patches every head, or every position of the stream. */
export class PatchGrid {
  #page;
  #stop = new AbortController();

  /** @param {ModelsPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Shows a pair of sentences. @param {readonly [first: string, second: string]} pair */
  async offer([first, second]) {
    this.#page.set({ other: second, patching: null });
    await this.#page.write(first);
  }

  /** Patches each part in turn. @param {string} other the second sentence @param {Patch["what"]} what */
  async start(other, what) {
    this.#stop.abort();
    const { signal } = (this.#stop = new AbortController());
    const { run: of } = this.#page.state;
    if (!of) return;
    const { model } = of.of;
    const asked = this.#askedOf(of);
    try {
      const from = await model.run(readBy(model, other), { ...asked.options, signal });
      const [at, fromAt] = [asked.at, answerAt({ run: from }, from.tokens.length - 1)];
      const [first] = of.run.predictions(at, 1);
      const [second] = from.predictions(fromAt, 1);
      const measure = async (/** @type {ModelRun} */ run, /** @type {number} */ position) => {
        const [a, b] = await run.logProbabilities([first.id, second.id], { position });
        return first.id === second.id ? a : a - b;
      };
      const [whole, goal] = [await measure(of.run, at), await measure(from, fromAt)];
      signal.throwIfAborted();
      if (!(Math.abs(whole - goal) >= LEAST))
        throw modelRefusal("config", "patch_alike", { piece: labelOf(first.text) });
      const columns = what === "stream" ? of.words : Array.from({ length: of.heads }, (_, head) => `${head}`);
      const total = of.layers * columns.length;
      /** @type {number[][]} */
      const shares = Array.from({ length: of.layers }, () => []);
      const begun = {
        of,
        from,
        asked,
        what,
        answers: /** @type {const} */ ([first, second]),
        columns,
        picked: null,
      };
      const tell = (/** @type {number} */ done) => {
        const { patching } = this.#page.state;
        const picked = patching?.from === from ? patching.picked : null;
        const now = { ...begun, picked, progress: { done, total }, shares: shares.map((row) => [...row]) };
        this.#page.set({ other, patching: now, patchProblem: null });
      };
      tell(0);
      for (let done = 0; done < total; done++) {
        const layer = Math.floor(done / columns.length);
        const patch = this.#patchOf(begun, layer, done % columns.length);
        const patched = await model.run(asked.read, { ...asked.options, patch, signal });
        signal.throwIfAborted();
        shares[layer].push((whole - (await measure(patched, at))) / (whole - goal));
        patched.dispose();
        tell(done + 1);
      }
    } catch (error) {
      if (!signal.aborted) this.#page.set({ patching: null, patchProblem: /** @type {Error} */ (error) });
    }
  }

  /** What the first sentence answers with one part of the second. @param {number} layer @param {number} column */
  async pick(layer, column) {
    const { patching } = this.#page.state;
    if (!patching) return;
    try {
      const patch = this.#patchOf(patching, layer, column);
      const { read, options, at } = patching.asked;
      const run = await patching.of.of.model.run(read, { ...options, patch });
      const picked = { layer, column, answers: run.predictions(at, ANSWERS) };
      const now = this.#page.state.patching;
      if (now?.from === patching.from) this.#page.set({ patching: { ...now, picked } });
      run.dispose();
    } catch (error) {
      this.#page.set({ patchProblem: /** @type {Error} */ (error) });
    }
  }

  /** Stops the patching in progress. Its results so far stay. */
  stop() {
    this.#stop.abort();
    const { patching } = this.#page.state;
    if (!patching) return;
    const { done } = patching.progress;
    this.#page.set({ patching: { ...patching, progress: { done, total: done } } });
  }

  /** @param {Shown} of @returns {Asked} */
  #askedOf({ of: { model }, tokens, run }) {
    const { query, off } = this.#page.state;
    const options = { mask: model.info.causal ? [] : run.masks, headScale: this.#page.scalesFor(off) };
    return { read: { ids: tokens.map(({ id }) => id) }, options, at: answerAt({ run }, query) };
  }

  /** @param {Pick<Patching, "of" | "from" | "what" | "asked">} patching @param {number} layer @param {number} column @returns {Patch} */
  #patchOf({ of, from, what, asked }, layer, column) {
    if (what === "stream") return { from, what, layer, position: column };
    const patch = { from, what, layer, head: column };
    if (what !== "output" || isSameLength(of, from)) return patch;
    return { ...patch, position: asked.at, fromPosition: from.tokens.length - 1 };
  }
}

/** Whether two sentences have as many pieces: if not, only the outputs at the asking pieces can be patched. @param {Shown} of @param {ModelRun} from */
export const isSameLength = (of, from) => of.tokens.length === from.tokens.length;

/** The names of both answers. @param {Patching["answers"]} answers */
export const answersSaid = (answers) => answers.map(({ text }) => labelOf(text));
