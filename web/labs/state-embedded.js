/** Whether the core made the vectors of a picture's words, so that it can make others: those that were given say nothing of how. @param {import("../kit/state/picture.js").Picture} picture */
export const isEmbedded = ({ own: { input, source } }) => !input && !source;
