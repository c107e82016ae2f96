/** The share of the time between `from` and `to` that has passed, eased at both ends. @param {number} t @param {number} from @param {number} to */
export function during(t, from, to) {
  const passed = shareOf(t, from, to);
  return passed * passed * (3 - 2 * passed);
}

/** The share of the time between `from` and `to` that has passed, linear. @param {number} t @param {number} from @param {number} to */
export const shareOf = (t, from, to) => Math.min(1, Math.max(0, (t - from) / (to - from)));

/** @param {number} a @param {number} b @param {number} share */
export const between = (a, b, share) => a + (b - a) * share;
