/**
 * Reserved heights of the opening: with buttons that lead into another element, and alone.
 * @type {Readonly<Record<"opening" | "opening-alone", import("../../kit/elements/room.js").Heights>>}
 */
// prettier-ignore
export const OPENING_ROOMS = {
  opening: [[0, "1376px"], [305, "1358px"], [340, "1308px"], [375, "1257px"], [470, "1207px"], [480, "1153px"], [555, "1104px"], [610, "1030px"], [880, "666px"], [950, "712px"], [1040, "745px"]],
  "opening-alone": [[0, "1261px"], [305, "1246px"], [340, "1196px"], [375, "1145px"], [470, "1095px"], [555, "1046px"], [610, "972px"], [880, "666px"], [950, "712px"], [1040, "745px"]],
};
