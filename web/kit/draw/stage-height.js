export const STACK_BELOW = 620; // px; narrower stages put before above after

/**
 * What every step's picture has for its height, so that nothing below it moves from step to step; and with it the memory is still on the
 * first screen. A picture that needs more, as of many heads, scrolls in it.
 * @param {number} width
 */
export const stageHeight = (width) =>
  width < STACK_BELOW ? 560 : Math.round(Math.max(432, Math.min(width * 0.54, 560)));
