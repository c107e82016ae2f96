/**
 * One sentence of a batch as a picture of its own; the picture itself if there is no batch.
 * @param {import("./picture.js").Picture} picture @param {number} [item] index of the sentence; defaults to the shown one @returns {import("./picture.js").Picture}
 */
export const itemPicture = (picture, item = picture.item ?? 0) =>
  picture.alone?.(item, picture.settings.colormap) ?? picture;

/** The picture of the whole batch; the picture itself if there is no batch. @param {import("./picture.js").Picture} picture */
export const togetherIn = (picture) => picture.whole ?? picture;

/**
 * The picture of the shown sentence alone; null if there is no picture.
 * @param {import("./store.js").Store | null | undefined} store @param {number} [item] index of a sentence of the batch; defaults to the shown one
 */
export function shownItemPicture(store, item) {
  const { picture } = store?.state ?? {};
  return picture ? itemPicture(picture, item) : null;
}
