import { LOOK } from "../../kit/state/look.js";
import { LIKELIEST } from "./generation.js";

/**
 * The state of the element that shows models.
 *
 * @typedef {import("../../kit/text/refusals.js").Message} Message
 * @typedef {{ message: string } & Partial<Message>} Said
 * @typedef {import("./loaded-model.js").Model} Model
 * @typedef {import("./page-run.js").Shown} Shown
 * @typedef {import("./page-run.js").Measure} Measure
 * @typedef {{ done: number, total: number, writes?: boolean }} Progress  writes: pieces of a target that are written, in place of blocks
 * @typedef {import("./encoder-decoder.js").Kind} Kind
 * @typedef {{ layer: number, head: number, kind?: Kind }} Head  kind: of a model with an encoder and a decoder
 *
 * @typedef {object} Opened a model that was opened in this visit
 * @property {string} name   of its folder
 * @property {number} bytes  of its files
 * @property {string | null} address  of its folder on an author's host; null for files of the reader
 * @property {string | null} named  its name on the hub; null for files
 * @property {string | null} stamp  of the reader's files, see stampOf(); null if unknown
 * @property {boolean} isKept  whether its weights stay in memory
 * @property {Model} model
 * @property {readonly Given[]} [examples]  pictures that come with a model that reads pictures
 *
 * @typedef {object} Given  a picture
 * @property {string} name
 * @property {import("./pictures.js").Image} content
 * @property {Given} [from]  the picture that the reader drew on: the content is the drawing, as the model sees it
 *
 * @typedef {Head & { change: number, loss: number }} Effect  changes of the probability, and of the loss of the sentence
 *
 * @typedef {object} Ranking heads by what the probability of a piece loses without them
 * @property {string} piece
 * @property {number} probability with all heads
 * @property {number} loss of the sentence with all heads, in nats a piece; NaN for a sentence of one piece
 * @property {Progress} progress
 * @property {readonly Effect[]} effects of the heads so far, largest change of the probability first
 *
 * @typedef {object} Look how maps are coloured, and the view of the selected head
 * @property {import("../../kit/state/look.js").View} view
 * @property {boolean} each  whether each map's colours run to its own largest weight
 * @property {boolean} log   whether colours use a logarithmic scale
 * @property {"blue" | "viridis" | "cividis"} colormap
 * @property {"picture" | "reverse"} patchView  which weights lie over a picture: those of the selected token, or those on it
 * @property {boolean} shared   whether heads share one scale over a picture
 * @property {number} opacity   of the largest weight over a picture
 *
 * @typedef {object} Traced a traced run of a layer's attention on the shown text
 * @property {Shown} of
 * @property {number} layer
 * @property {import("../../core/run.js").Run} run
 *
 * @typedef {object} State
 * @property {"waiting" | "ready" | "failed"} status
 * @property {Error | null} failure
 * @property {Readonly<Record<string, Message>>} invalidValues
 * @property {null} axis
 * @property {readonly Opened[]} models
 * @property {number} at          the model on show; -1 for none
 * @property {readonly string[]} offers  addresses of folders that the list of models offers to open
 * @property {{ name: string } | null} reading  the folder that is being opened
 * @property {Said | null} refused  why a folder was not opened
 * @property {{ family: string, open: () => Promise<void> } | null} trial  opens the folder that was refused as another family's
 * @property {string | null} missing  address of the folder that was not opened; null for a folder of the reader
 * @property {string | null} hub  address of the hub that the author allows the reader to ask for models; null for none
 * @property {string | null} wanted  name of a model on the hub, of a link or of the reader's, that waits for the reader's press, or is being opened
 * @property {string} text        the sentence; ids of pieces for a model that reads no text
 * @property {string} target  what the decoder reads of a model with an encoder and a decoder; "" for what the model writes
 * @property {Kind} kind  the maps on show of such a model
 * @property {readonly number[] | null} ids  the pieces to run, if “Go on” wrote some: their texts may not be cut into them again
 * @property {Given | null} image  the picture, for a model that reads pictures
 * @property {number | null} asked  the class that heads are ranked for; null for the likeliest
 * @property {readonly number[]} masks  places of masked pieces
 * @property {readonly Head[]} off    heads that are switched off
 * @property {boolean} running      whether a run is in progress
 * @property {number} adding        pieces that are still to be added to the text
 * @property {import("./generation.js").Sampling} sampling  how added pieces are chosen
 * @property {Said | null} samplingProblem  why a value of the sampling was not taken
 * @property {number} bytes  that a host has sent for the opening and the run on show
 * @property {Progress | null} progress  blocks computed of the run in progress; null until the run takes noticeably long
 * @property {Said | null} problem  why the sentence was not run
 * @property {Shown | null} run     the last run; while the first run of a model takes longer, the layers that have arrived
 * @property {Shown | null} whole   a run with all heads on the tokens of `run`; `run` itself if no head is off
 * @property {Head} selected
 * @property {Head | null} pointed  the head under the pointer
 * @property {number} query
 * @property {Measure | "none"} measure  that is marked
 * @property {"layer" | "measure"} order
 * @property {boolean} only         only marked heads are shown in full
 * @property {Ranking | null} ranking
 * @property {Look} look
 * @property {number | null} key    the key that was chosen for the selected query; null for the one with the largest weight
 * @property {number | null} hovered  the piece under the pointer
 * @property {Traced | null} traced the layer of the selected head
 * @property {"probability" | "loss"} rankBy  what the ranking sorts by
 * @property {string | null} other  the second sentence; null for none
 * @property {boolean} comparing    whether the second sentence is being run and compared
 * @property {import("./pair.js").Pair | null} pair  the last comparison
 * @property {Said | null} pairProblem  why the sentences were not compared
 * @property {string | null} axes  measures of the points of many sentences, such as previous,induction; null while their fold is closed
 * @property {boolean} writes  whether the page shows what the heads write, and not where they look
 * @property {boolean} why  whether the parts of the selected score are on show
 * @property {{ of: Shown, query: number, id: number, text: string } | null} explained  the piece that the reader asks about at a query of a run
 * @property {import("./writes.js").Written | null} written  who wrote a piece, as summed last
 * @property {Said | null} unwritten  why that was not summed, or why heads were not ranked
 * @property {import("./patch-grid.js").Patching | null} patching  parts of the second sentence, put into the first
 * @property {Said | null} patchProblem  why nothing was patched
 */

/** No measure is chosen. @type {Readonly<Pick<State, "measure" | "order" | "only">>} */
export const UNMARKED = Object.freeze({ measure: "none", order: "layer", only: false });

/** No run is in progress. @type {Readonly<Pick<State, "running" | "progress">>} */
export const IDLE = Object.freeze({ running: false, progress: null });

/** No model is on show. @type {Readonly<Pick<State, "at" | "run" | "whole" | "ranking" | "pair" | "problem" | "written" | "patching" | "patchProblem">>} */
export const NONE = Object.freeze({
  ...{ at: -1, run: null, whole: null },
  ...{ ranking: null, pair: null, problem: null },
  ...{ written: null, patching: null, patchProblem: null },
});

/** The first text repeats its beginning, so that induction heads find what followed. All its words are pieces of the small model. */
const FIRST_TEXT = "In the beginning, God created the heaven and the earth. In the beginning, God";

/** @type {Readonly<State>} */
export const INITIAL = Object.freeze({
  ...{ status: "waiting", failure: null, invalidValues: {}, axis: null },
  ...{ models: [], ...NONE, offers: [], reading: null, refused: null, trial: null, missing: null },
  ...{ hub: null, wanted: null },
  ...{ target: "", kind: "cross" },
  ...{ text: FIRST_TEXT, image: null, asked: null },
  ...{ ids: null, masks: [], off: [], ...IDLE, bytes: 0 },
  ...{ adding: 0, sampling: LIKELIEST, samplingProblem: null },
  ...{ selected: { layer: 0, head: 0 }, pointed: null, query: 0 },
  ...{ ...UNMARKED, rankBy: "probability", key: null, hovered: null, traced: null },
  look: Object.freeze({
    ...{ view: "map", each: false, log: false, colormap: "blue" },
    ...{ patchView: "picture", shared: false, opacity: LOOK.opacity },
  }),
  ...{ other: null, comparing: false, pairProblem: null, axes: null },
  ...{ writes: false, why: false, explained: null, unwritten: null },
});

/** @param {Head | null} a @param {Head | null} b */
export const isSameHead = (a, b) => a?.layer === b?.layer && a?.head === b?.head && a?.kind === b?.kind;

/** Every head of a model, layer by layer. @param {{ layers: number, heads: number, kind?: Kind }} sizes kind: the heads' @returns {Head[]} */
export const headsOf = ({ layers, heads, kind }) =>
  Array.from({ length: layers * heads }, (_, i) => ({
    ...{ layer: Math.floor(i / heads), head: i % heads },
    ...(kind && { kind }),
  }));

/**
 * What an author's page learns of a reader's state.
 * @typedef {object} ModelsState
 * @property {string | null} model  name of the folder of the model on show
 * @property {string} text
 * @property {string | null} second  the second sentence
 * @property {number} layer  of the selected head
 * @property {number} head
 * @property {number} token  the selected query
 * @property {readonly Head[]} off  heads that are switched off
 * @property {string | null} axes  measures of the points of many sentences; null while their fold is closed
 * @property {boolean} writes  whether the element shows what the heads write
 */

/** @param {State} state @returns {ModelsState} */
export const snapshotOf = ({ models, at, text, other, selected, query, off, axes, writes }) => ({
  ...{ model: models[at]?.name ?? null, text, second: other },
  ...{ ...selected, token: query, off, axes, writes },
});

/** Properties that the result of a run sets by itself. @type {readonly (keyof ModelsState)[]} */
const SELECTED = ["layer", "head", "token"];

/**
 * Names of what a change of the state changed for the reader. The selection that the result of a run brings is no change of the reader's;
 * neither is the first model.
 * @param {State} before @param {State} after @returns {(keyof ModelsState)[]}
 */
export function readerChanges(before, after) {
  if (before.at < 0) return [];
  const isResult = after.run && before.run !== after.run;
  const [old, now] = [snapshotOf(before), snapshotOf(after)];
  const names = /** @type {(keyof ModelsState)[]} */ (Object.keys(now));
  return names.filter((name) => old[name] !== now[name] && !(isResult && SELECTED.includes(name)));
}
