import { scaleOf } from "../../kit/draw/scale.js";
import { DRAWN } from "../../kit/text/picture-words.js";
import { say } from "../../kit/text/words.js";
import { mapOf, sortedBy, standingOut } from "../state/page-run.js";
import { isSameHead } from "../state/page-state.js";
import { EVERY_HEAD } from "../words.js";
import { allHeadsScene } from "./all-heads.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Shown } from "../state/page-run.js" */
/** @import { Head, Look, State } from "../state/page-state.js" */

/** The scale of all maps together: weights up to 1, or up to the largest where each map has a scale of its own. @param {Shown} run @param {Look} look */
export const scaleOfAll = ({ attention }, { each, log }) =>
  scaleOf(
    attention.map(({ data }) => data),
    true,
    each,
    log,
  );

/** The scale of a head's map. @param {Shown} run @param {Look} look @param {Head} head */
export const scaleOfMap = (run, look, head) =>
  look.each ? scaleOf([mapOf(run, head)], true, true, look.log) : scaleOfAll(run, look);

/**
 * All heads as they are shown.
 * @param {Shown} run @param {Omit<State, "run">} state @param {import("../../kit/text/words.js").Localized} speaker
 * @returns {import("./all-heads.js").Sheet}
 */
export function sheetOf(run, state, speaker) {
  const { measure, order, only, selected, off, look } = state;
  const { layers, heads, causal, words } = run;
  const isOut = standingOut(run, measure);
  const isOff = (/** @type {Head} */ head) => off.some((each) => isSameHead(each, head));
  const drawn = say(DRAWN, speaker);
  const all = scaleOfAll(run, look);
  return {
    ...{ layers, heads, causal, selected, tokens: words.length },
    // Read only by maps that show it: other maps need not be painted again for another query.
    get query() {
      return state.query;
    },
    map: (head) => mapOf(run, head),
    order: order === "measure" && measure !== "none" ? sortedBy(run, measure) : null,
    stands: isOut,
    isOff,
    pale: (head) => isOff(head) || (only && !isOut(head)),
    scale: all,
    scaleIn: (head) => (look.each ? scaleOfMap(run, look, head) : all),
    colormap: look.colormap,
    layerName: say(EVERY_HEAD, speaker).layer,
    note: look.each ? drawn.each : drawn.all,
  };
}

/** All heads, for a file. @param {State & { run: Shown }} state @param {Surface} surface */
export const sheetPicture = (state, surface) => ({
  scene: allHeadsScene(sheetOf(state.run, state, surface), surface),
  title: say(EVERY_HEAD, surface).picture(state.run.of.name),
});
