/** Words of attention over an image, in Chinese. */
export const patches = {
  all: "所有头",
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
  mapSaid: "一行是在看的词元，一列是被看的词元。用方向键逐格移动。",
  pressing: "按一个图块",
  presses: { ask: "由它提问", paint: "把它涂黑" },
  painting: "按图块，或在图块上拖动，把它们涂黑。",
  /** @param {string} place */
  paint: (place) => `把${place}涂黑`,
  /** @param {string} place */
  unpaint: (place) => `重新显示${place}`,
  whole: "显示整张图",
  /** @param {{ name: string, share: string }} most */
  calls: ({ name, share }) => `模型认为是${name}，概率 ${share}。`,
  classes: "每个类别的概率",
  class: "类别",
  probability: "概率",
  others: "不是图块的词元",
  queries: "查询",
  together: "代替单个头",
  ways: { one: "此头", mean: "各头平均", rollout: "rollout" },
  titles: {
    /** @param {number | null} layer */
    mean: (layer) => (layer === null ? "各头平均" : `第 ${layer} 层，各头平均`),
    /** @param {number | null} layer */
    rollout: (layer) => `Rollout，第 0 至 ${layer} 层`,
  },
  caveats: {
    mean: "平均会掩盖单个头的作用：看向别处的头可能在其中消失。",
    rollout: "Rollout 将各层的平均图相乘，其中一半是残差流：它把权重当作影响，不计值、W_O 和层间的网络。",
  },
  /** @param {{ head: string, view: string }} what */
  figure: ({ head, view }) => `${head}，${view}。按回车后用方向键在网格中移动。`,
  /** @param {{ token: string, most: { place: string, share: string }[] }} what */
  gives: ({ token, most }) =>
    `${token} 给${most.map(({ place, share }) => `${place} ${share}`).join("，")}。`,
  /** @param {{ token: string, most: { place: string, share: string }[] }} what */
  gets: ({ token, most }) =>
    `${token} 从${most.map(({ place, share }) => `${place} 得 ${share}`).join("，")}。`,
  /** @param {{ heads: number }} what */
  heads: ({ heads }) => `${heads} 个头在图上的权重。头的名称是按钮。`,
  row: "行",
  column: "列",
  token: "词元",
  weight: "权重",
  /** @param {{ from: number, to: number, of: number }} rows @param {{ from: number, to: number }} columns */
  window: (rows, columns) =>
    `词元 ${rows.from} 至 ${rows.to} 看 ${columns.from} 至 ${columns.to}，共 ${rows.of} 个。`,
  press: "按一个头可放大查看。",
  picture: "图上的注意力",
};
