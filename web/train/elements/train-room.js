/**
 * Reserved height of the element by task: its largest height during training.
 * @type {Readonly<Record<string, import("../../kit/elements/room.js").Heights>>}
 */
// prettier-ignore
export const TRAIN_ROOMS = {
  reference: [[0, "4042px"], [325, "2877px"], [365, "2779px"], [525, "2668px"], [565, "2567px"], [585, "2043px"], [600, "1943px"], [705, "1892px"], [880, "1436px"], [1025, "1242px"], [1265, "1119px"]],
  induction: [[0, "2270px"], [305, "2071px"], [345, "1980px"], [485, "1859px"], [865, "1756px"], [880, "1202px"]],
};
