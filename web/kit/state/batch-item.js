/**
 * The sentence on show of a batch, as a picture of its own; of a single sentence the picture itself.
 * @param {import("./picture.js").Picture} picture @param {number} [item] index of the sentence; defaults to the one on show @returns {import("./picture.js").Picture}
 */
export const itemPicture = (picture, item = picture.item ?? 0) =>
  picture.alone?.(item, picture.settings.colormap) ?? picture;

/** All sentences of a batch together; of a single sentence the picture itself. @param {import("./picture.js").Picture} picture */
export const togetherIn = (picture) => picture.whole ?? picture;

/**
 * The picture of the one sentence on show; null if there is none.
 * @param {import("./store.js").Store | null | undefined} store @param {number} [item] index of a sentence of the batch; defaults to the one
 * on show
 */
export function shownItemPicture(store, item) {
  const { picture } = store?.state ?? {};
  return picture ? itemPicture(picture, item) : null;
}
