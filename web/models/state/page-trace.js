/** @import { State } from "./page-state.js" */
/** @import { ModelsPage } from "./page.js" */

/** Traces the layer of the selected head, for its queries and keys and for what it adds to the output. The page's state holds the trace. */
export class LayerTrace {
  #page;
  /** The run and the layer that were traced last, or are being traced. @type {{ run: State["run"], layer: number } | null} */
  #last = null;

  /** @param {ModelsPage} page */
  constructor(page) {
    this.#page = page;
    page.addEventListener("change", () => void this.#follow());
  }

  /** Traces the layer of the selected head once. */
  async #follow() {
    const { run, selected, traced } = this.#page.state;
    const { layer } = selected;
    if (run === this.#last?.run && layer === this.#last?.layer) return;
    const asked = (this.#last = { run, layer });
    if (!run) return this.#replace(traced, null);
    try {
      const made = await run.run.walk(layer);
      if (this.#last !== asked) return made.dispose();
      this.#replace(this.#page.state.traced, { of: run, layer, run: made });
    } catch (error) {
      if (this.#last === asked && this.#page.state.run === run)
        this.#page.set({ problem: /** @type {Error} */ (error) });
    }
  }

  /** @param {State["traced"]} old @param {State["traced"]} traced */
  #replace(old, traced) {
    if (old !== traced) this.#page.set({ traced });
    old?.run.dispose();
  }
}
