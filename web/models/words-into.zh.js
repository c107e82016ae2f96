/** Labels of the buttons “Walk through it” and “Inspect this head” in Models, and of the view that they open, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-into.js").INTO_LAYER>} */
export const intoLayer = {
  walk: "逐步走过它",
  heads: "查看这个头",
  back: "回到所有的头",
  title: ({ layer, model, text }) => `${model} 的第 ${layer} 层，文字是「${text}」`,
};
