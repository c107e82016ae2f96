/** Words of attention over an image, in Chinese. */
export const patches = {
  all: "所有头",
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
  /** @param {{ heads: number }} what */
  heads: ({ heads }) => `${heads} 个头在图上的权重。头的名称是按钮。`,
  /** @param {{ from: number, to: number, of: number }} rows @param {{ from: number, to: number }} columns */
  window: (rows, columns) =>
    `词元 ${rows.from} 至 ${rows.to} 看 ${columns.from} 至 ${columns.to}，共 ${rows.of} 个。`,
  press: "按一个头可放大查看。",
  picture: "图上的注意力",
};
