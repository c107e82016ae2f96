/**
 * The sentence that a picture of a batch faces, as a picture of its own; of one sentence itself.
 * @param {import("./picture.js").Picture} picture @param {number} [item] another one @returns {import("./picture.js").Picture}
 */
export const aloneIn = (picture, item = picture.item ?? 0) =>
  picture.alone?.(item, picture.settings.colormap) ?? picture;

/** All sentences of a batch together; of one sentence itself. @param {import("./picture.js").Picture} picture */
export const togetherIn = (picture) => picture.whole ?? picture;

/**
 * The picture of one sentence that is shown; null while there is none.
 * @param {import("./store.js").Store | null | undefined} store @param {number} [item] of a batch; that which is looked at unless told
 */
export function aloneOn(store, item) {
  const { picture } = store?.state ?? {};
  return picture ? aloneIn(picture, item) : null;
}
