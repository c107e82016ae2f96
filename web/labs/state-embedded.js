/**
 * Whether the core embedded the picture's words. Only then can a lab embed other words; vectors from a host have no embedding.
 * @param {import("../kit/state/picture.js").Picture} picture
 */
export const isEmbedded = ({ own: { input, source } }) => !input && !source;
