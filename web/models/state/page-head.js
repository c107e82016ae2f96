import { attentionStep } from "../../kit/state/attention-step.js";
import { askOnce } from "../../kit/state/cached.js";
import { attentionIn } from "../../kit/state/quantity.js";

/** @import { Core } from "../../core/index.js" */
/** @import { Attended, DrawnHead } from "../../kit/state/head.js" */
/** @import { Shown } from "./page-run.js" */
/** @import { Head, State, Traced } from "./page-state.js" */
/** @import { ModelsPage } from "./page.js" */

/** The trace of a head's layer; null while there is none. @param {Pick<State, "run" | "traced">} state @param {Head} head */
export const traceOf = ({ run, traced }, { layer }) =>
  traced && traced.of === run && traced.layer === layer ? traced : null;

/**
 * A head as its drawings read it. Without a trace there are weights alone.
 * @param {Pick<Core, "rank">} core @param {Shown} shown @param {Traced | null} traced @param {Head & { query: number, key: number }} at
 * @returns {DrawnHead}
 */
export function drawnHead(core, shown, traced, { layer, head, query, key }) {
  const { words, keyWords, heads } = shown;
  const picture = traced ? ofTrace(core, traced) : ofWeights(core, shown, layer);
  return {
    picture,
    step: attentionIn(picture),
    ...{ item: 0, head, query, key, heads, queries: words.length, keys: keyWords.length },
    ...{ tokens: words, keyTokens: keyWords },
  };
}

/** @param {Pick<Core, "rank">} core @param {Traced} traced @returns {Attended} */
function ofTrace(core, { of, run }) {
  const step = (/** @type {string} */ id) => run.steps.find((each) => each.id === id);
  return {
    ...{ run, rank: core.rank.bind(core), step, steps: run.steps, config: { dK: of.of.model.info.dHead } },
    values: (id) => askOnce({ run }, `values ${id}`, () => run.tensor(id).data),
  };
}

/** @param {Pick<Core, "rank">} core @param {Shown} shown @param {number} layer @returns {Attended} */
function ofWeights(core, { attention, of }, layer) {
  const { data, shape } = attention[layer];
  const step = attentionStep([1, ...shape]);
  return {
    ...{ rank: core.rank.bind(core), steps: [step], values: () => data },
    step: (id) => (id === step.id ? step : undefined),
    ...{ run: /** @type {any} */ (null), config: { dK: of.model.info.dHead } },
  };
}

/**
 * What a head adds to the attention output of a query, through its rows of W_O.
 * @param {Traced} traced @param {number} head @param {number} query
 */
export function additionOf({ run }, head, query) {
  const shares = askOnce({ run }, "shares", () => run.shares());
  const columns = shares.shape[2]; // one for each head, then one for b_O
  const row = shares.data.subarray(query * columns, (query + 1) * columns);
  const { alone } = askOnce({ run }, "removals", () => run.removals());
  return { share: row[head], most: Math.max(1, ...row), least: Math.min(0, ...row), moved: alone.data[head] };
}

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
    if (run && !run.isWhole) return; // its layers arrive
    if (run === this.#last?.run && layer === this.#last?.layer) return;
    const asked = (this.#last = { run, layer });
    if (!run) return this.#replace(traced, null);
    try {
      const made = await run.run.walk(layer, run.kind);
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
