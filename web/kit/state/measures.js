/** The measures of a head, in the order of display. */
export const MEASURED = /** @type {const} */ ([
  "previous",
  "next",
  "first",
  "diagonal",
  "sameWord",
  "elsewhere",
  "near",
  "entropy",
  "distance",
]);
