/**
 * Whether the core embedded a picture's words, so that it can embed others; for given vectors it cannot.
 * @param {import("../kit/state/picture.js").Picture} picture
 */
export const isEmbedded = ({ own: { input, source } }) => !input && !source;
