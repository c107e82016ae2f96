import { placeStaged, stagedMarks } from "../../kit/draw/staged.js";
import { stageHeight } from "../../kit/draw/stage-height.js";

/**
 * A heat map per head, and a panel about the selection: at the right of the maps, or below them on narrow stages.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/stage-parts.js").StageView} StageView
 *
 * @typedef {object} Panel
 * @property {number} width   px, beside the maps
 * @property {number} height  px, below the maps
 * @property {(at: { x: number, y: number, h: number }) => { marks: Mark[], bottom: number }} draw
 */

const BESIDE = 760; // px; on narrower stages the panel stands below the maps
const GAP = 32;
const ABOVE = 20;

/**
 * @param {StageView} view @param {Surface} surface @param {Panel | null} panel
 * @returns {import("../../kit/draw/stage-parts.js").StageScene}
 */
export function mapsBeside(view, surface, panel) {
  const { width } = surface;
  const beside = panel !== null && width >= BESIDE;
  const height = stageHeight(width);
  const box = { x: 0, y: 0, w: width - (beside ? panel.width + GAP : 0), h: height };
  const maps = placeStaged(view, surface, view.step, "whole", box, { labelled: true });
  const drawn = panel?.draw(
    beside ? { x: width - panel.width, y: 0, h: height } : { x: 0, y: maps.bottom + ABOVE, h: panel.height },
  );
  return {
    width,
    height: Math.ceil(Math.max(maps.bottom, drawn?.bottom ?? 0)),
    marks: [...stagedMarks(maps, surface), ...(drawn?.marks ?? [])],
    parts: [maps],
  };
}
