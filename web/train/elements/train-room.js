/**
 * The room that a model's element keeps free, by its task: what it takes at most while it learns.
 * @type {Readonly<Record<string, import("../../kit/elements/room.js").Heights>>}
 */
// prettier-ignore
export const TRAIN_ROOMS = {
  reference: [[0, "3941px"], [325, "2828px"], [445, "2724px"], [525, "2624px"], [585, "2033px"], [600, "1933px"], [705, "1882px"], [880, "1335px"], [1025, "1223px"], [1265, "1109px"]],
  induction: [[0, "2259px"], [305, "2061px"], [325, "1978px"], [465, "1882px"], [645, "1774px"], [880, "1192px"]],
};
