import { RankedModels } from "./page-ranking.js";

/** @import { Look, State } from "./page-state.js" */

/** Traces the layer of the selected head, for its queries and keys and for what it adds to the output. */
export class TracedModels extends RankedModels {
  /** The run and the layer that were traced last, or are being traced. @type {{ run: State["run"], layer: number } | null} */
  #last = null;

  /** @param {ConstructorParameters<typeof RankedModels>} given */
  constructor(...given) {
    super(...given);
    this.addEventListener("change", () => void this.#follow());
  }

  /** Traces the layer of the selected head once. */
  async #follow() {
    const { run, selected, traced } = this.state;
    const { layer } = selected;
    if (run === this.#last?.run && layer === this.#last?.layer) return;
    const asked = (this.#last = { run, layer });
    if (!run) return this.#replace(traced, null);
    try {
      const made = await run.run.walk(layer);
      if (this.#last !== asked) return made.dispose();
      this.#replace(this.state.traced, { of: run, layer, run: made });
    } catch (error) {
      if (this.#last === asked && this.state.run === run) this.set({ problem: /** @type {Error} */ (error) });
    }
  }

  /** @param {State["traced"]} old @param {State["traced"]} traced */
  #replace(old, traced) {
    if (old !== traced) this.set({ traced });
    old?.run.dispose();
  }

  /** Selects a query and a key. @param {number} query @param {number} key */
  meet(query, key) {
    if (query !== this.state.query) this.ask(query);
    this.set({ key });
  }

  /** @param {number | null} hovered a piece */
  hover(hovered) {
    if (hovered !== this.state.hovered) this.set({ hovered });
  }

  /** Changes how heads are drawn. @param {Partial<Look>} change */
  look(change) {
    this.set({ look: { ...this.state.look, ...change } });
  }
}
