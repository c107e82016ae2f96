/**
 * Reserved height of the opening.
 * @type {Readonly<Record<string, import("../../kit/elements/room.js").Heights>>}
 */
export const OPENING_ROOMS = {
  opening: [
    [0, "1060px"],
    [880, "700px"],
  ],
};
