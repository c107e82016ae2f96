// dist/headscope.css: heights reserved for elements before a script defines them, from the same table as the elements' own styles.
import { FONTS } from "../../web/kit/draw/fonts.js";
import { ROOMS, TOP, byWidth } from "../../web/kit/elements/room.js";
import { LAB_HEIGHTS } from "../../web/labs/lab-list.js";
import { MODELS_ROOMS } from "../../web/models/elements/models-room.js";
import { OPENING_ROOMS } from "../../web/opening/elements/opening-room.js";
import { TRAIN_ROOMS } from "../../web/train/elements/train-room.js";

/** Elements by view. @type {Record<string, string>} */
const TAGS = {
  walk: "mha-shape-walk",
  heads: "mha-heads",
  map: "mha-heatmap",
  head: "mha-head",
  memory: "mha-memory",
  code: "mha-program",
};

/** @param {string} view @param {string} [attribute] an attribute of the element */
const undefinedOf = (view, attribute = "") =>
  `:is(${view === "walk" ? "mha-explainer:not([view]), " : ""}mha-explainer[view="${view}"], ${TAGS[view]})${attribute}:not(:defined)`;

/** Selector of a walk that opens on a wrong path. @param {string} fault */
const wrongOf = (fault) => undefinedOf("walk", `[wrong="${fault}"]`);

const any = `:is(mha-explainer, mha-lab, mha-models, mha-opening, mha-train, ${Object.values(TAGS).join(", ")}):not(:defined)`;

/**
 * Rules that reserve heights for undefined elements that match the selector.
 * @type {(selector: string, heights: import("../../web/kit/elements/room.js").Heights) => string}
 */
const room = (selector, heights) =>
  byWidth(heights, (height) => `${selector}::before { --room: ${height}; }`);

/** The style sheet. An invisible float has the height that the element will have; the author's content stands beside the float. */
export const undefinedStyles = () =>
  [
    `${any} { display: flow-root; flex-grow: 1; align-self: stretch; justify-self: stretch; container-type: inline-size; font: 15px/1.5 var(--mha-font, ${FONTS.sans}); }`,
    `${any}::before { content: ""; float: left; height: var(--mha-reserve, calc(var(--room) + var(--top, 0px))); }`,
    `${any} > [slot="caption"] { clear: both; }`,
    ...Object.entries(ROOMS).map(([name, heights]) => {
      const [view, still] = name.split(" ");
      const of = view.startsWith("wrong-")
        ? wrongOf(view.replace("wrong-", ""))
        : undefinedOf(view, still && "[readonly]");
      return room(of, heights);
    }),
    ...Object.entries(LAB_HEIGHTS).map(([kind, heights], i) =>
      room(`mha-lab${i ? `[kind="${kind}"]` : ""}:not(:defined)`, heights),
    ),
    ...Object.entries(TRAIN_ROOMS).map(([task, heights], i) =>
      room(`mha-train${i ? `[task="${task}"]` : ""}:not(:defined)`, heights),
    ),
    room("mha-models:not(:defined)", MODELS_ROOMS.models),
    room("mha-opening[inside]:not(:defined)", OPENING_ROOMS.opening),
    room("mha-opening:not([inside], :defined)", OPENING_ROOMS["opening-alone"]),
    byWidth(
      TOP,
      (height) => `mha-explainer:not(:defined, [readonly], [controls="none"])::before { --top: ${height}; }`,
    ),
    "",
  ].join("\n");
