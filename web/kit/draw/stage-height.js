export const STACK_BELOW = 620; // px; in narrower stages, “before” is above “after”

/**
 * Height of every step's picture, so that nothing below moves from step to step, and the memory fits on the first screen. Higher pictures,
 * such as those of many heads, scroll.
 * @param {number} width
 */
export const stageHeight = (width) =>
  width < STACK_BELOW ? 560 : Math.round(Math.max(432, Math.min(width * 0.54, 560)));
