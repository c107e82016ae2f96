/** Words about weights over an image, in Chinese. */

/** @type {import("./words.js").Translated<typeof import("./over-image.js").OVER_IMAGE>} */
export const overImage = {
  /** @param {{ row: number, column: number }} place */
  place: ({ row, column }) => `第 ${row} 行第 ${column} 列`,
  views: { picture: "叠在图上", map: "热图", reverse: "谁在看这里" },
  opacity: "权重的不透明度",
  /** @param {unknown} token @param {string} even */
  looks: (token, even) => [token, ` 看向哪里。若平均分配，每个词元得 ${even}。`],
  /** @param {unknown} token */
  looked: (token) => ["每个图块看 ", token, " 的程度。这些权重之和不一定为 1。"],
  ask: "按一个图块，由它来提问。",
  askHere: "按一个图块，看谁在看它。",
  /** @param {{ patches: string, others: string }} sums */
  sums: ({ patches, others }) => `图块共得 ${patches}，其他词元得 ${others}。`,
  others: "不是图块的词元",
  /** @param {{ head: string, view: string }} what */
  figure: ({ head, view }) => `${head}，${view}。按回车后用方向键在网格中移动。`,
  /** @param {{ token: string, most: { place: string, share: string }[] }} what */
  gives: ({ token, most }) =>
    `${token} 给${most.map(({ place, share }) => `${place} ${share}`).join("，")}。`,
  /** @param {{ token: string, most: { place: string, share: string }[] }} what */
  gets: ({ token, most }) =>
    `${token} 从${most.map(({ place, share }) => `${place} 得 ${share}`).join("，")}。`,
  row: "行",
  column: "列",
  token: "词元",
  weight: "权重",
};
