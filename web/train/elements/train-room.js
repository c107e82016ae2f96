/**
 * Reserved height of the element by task: its largest height during training.
 * @type {Readonly<Record<string, import("../../kit/elements/room.js").Heights>>}
 */
// prettier-ignore
export const TRAIN_ROOMS = {
  reference: [[0, "4042px"], [325, "2877px"], [365, "2779px"], [525, "2668px"], [565, "2567px"], [585, "2043px"], [600, "1943px"], [705, "1892px"], [880, "1436px"], [1025, "1242px"], [1265, "1119px"]],
  induction: [[0, "2270px"], [305, "2071px"], [345, "1980px"], [485, "1859px"], [865, "1756px"], [880, "1202px"]],
  translation: [[0, "3011px"], [300, "2928px"], [320, "2778px"], [360, "2655px"], [380, "2581px"], [420, "2523px"], [460, "2467px"], [520, "2407px"], [600, "1990px"], [620, "2054px"], [680, "1997px"], [760, "1924px"], [800, "1870px"], [880, "1468px"], [1020, "1454px"], [1100, "1383px"], [1180, "1333px"], [1240, "1279px"]],
};
