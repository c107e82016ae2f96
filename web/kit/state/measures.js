/** What is measured of a head, in the order in which it is shown. */
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
