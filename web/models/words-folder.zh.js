/** Words about the folder that is remembered, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-folder.js").KEPT_FOLDER>} */
export const keptFolder = {
  keep: (name) => `为下次访问记住文件夹 ${name}`,
  what: "浏览器只记住文件夹的位置；文件留在原处，读取之前浏览器会先询问。",
  kept: (name) => `已记住文件夹 ${name}。`,
  again: (name) => `再次打开：${name}`,
  forget: "忘记它",
  refused: "浏览器不能读取这个文件夹。请用上面的按钮打开。",
};
