/**
 * Reserved heights of the opening: with buttons that lead into another element, and alone.
 * @type {Readonly<Record<"opening" | "opening-alone", import("../../kit/elements/room.js").Heights>>}
 */
// prettier-ignore
export const OPENING_ROOMS = {
  opening: [[0, "1087px"], [350, "1020px"], [550, "948px"], [610, "921px"], [880, "792px"], [1080, "804px"]],
  "opening-alone": [[0, "975px"], [490, "915px"], [610, "863px"], [880, "792px"], [1080, "804px"]],
};
