/**
 * Reserved height of the element before a model is open.
 * @type {Readonly<Record<string, import("../../kit/elements/room.js").Heights>>}
 */
export const MODELS_ROOMS = {
  models: [
    [0, "220px"],
    [600, "150px"],
    [880, "110px"],
  ],
};
