const CENTS = 100;

/** What is left of a whole beside its parts, as figures with two decimals, so that the figures on show add up. @param {number} whole @param {readonly { value: number }[]} parts */
export const restOf = (whole, parts) =>
  parts.reduce((left, { value }) => left - inCents(value), inCents(whole)) / CENTS;

/** @param {number} value */
const inCents = (value) => Math.round(value * CENTS);
