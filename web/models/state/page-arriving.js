import { labelOf, measuresOf } from "./page-run.js";

/** @import { Core } from "../../core/index.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Measured, Shown } from "./page-run.js" */
/** @import { Opened } from "./page-state.js" */
/** @import { Token } from "./tokenizer.js" */

// A run on show while its layers arrive. Weights of later layers are 0, and their measures NaN; nothing is predicted yet.

/**
 * A run of which no layer has arrived.
 * @param {Opened} of @param {readonly Token[]} tokens with the mask token at masked places @param {readonly number[]} masks @returns {Shown}
 */
export function emptyRun(of, tokens, masks) {
  const { layers, heads, causal, sinks, layerKinds: kinds } = of.model.info;
  const words = tokens.map(({ text }) => labelOf(text));
  const nothing = {
    data: new Float32Array(heads * tokens.length ** 2),
    shape: [heads, tokens.length, tokens.length],
  };
  return {
    ...{
      of,
      tokens,
      words,
      keyWords: words,
      foretells: causal,
      layers,
      heads,
      causal,
      sinks,
      kinds,
      arrived: 0,
      isWhole: false,
    },
    attention: Array.from({ length: layers }, () => nothing),
    measures: Array.from({ length: layers }, () => Array.from({ length: heads }, () => UNMEASURED)),
    run: /** @type {any} */ ({ predicts: false, tokens, masks }),
  };
}

const UNMEASURED = /** @type {Measured} */ (
  /** @type {unknown} */ ({
    ...{ previous: NaN, first: NaN, sink: NaN, sameWord: NaN, afterSame: NaN, elsewhere: NaN, entropy: NaN },
    queries: { previous: 0, first: 0, sameWord: 0, elsewhere: 0, entropy: 0 },
  })
);

/**
 * Paints a run while its layers arrive, once it takes longer than `from`.
 * @param {Core} core @param {Shown} empty @param {(shown: Shown) => void} paint @param {number} from ms
 * @returns {{ onLayer: (layer: number, attention: TensorOutput) => void, end: () => void }}
 */
export function paintArriving(core, empty, paint, from) {
  let shown = empty;
  let isPainted = false;
  const timer = setTimeout(() => {
    isPainted = true;
    paint(shown);
  }, from);
  return {
    onLayer(layer, attention) {
      shown = withNextLayer(core, layer ? shown : empty, attention); // after a lost worker, a run starts again at layer 0
      if (isPainted) paint(shown);
    },
    end() {
      isPainted = false;
      clearTimeout(timer);
    },
  };
}

/** The run with its next layer. @param {Core} core @param {Shown} shown @param {TensorOutput} attention (H, T, T) @returns {Shown} */
function withNextLayer(core, shown, attention) {
  const { words, causal, arrived } = shown;
  return {
    ...shown,
    arrived: arrived + 1,
    attention: shown.attention.with(arrived, attention),
    measures: shown.measures.with(arrived, measuresOf(core, attention, words, causal)),
  };
}
