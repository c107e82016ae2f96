/** Words about how attention weights are coloured, and about the views of a head, in Chinese. */

/** @type {import("./words.js").Translated<typeof import("./looks.js").LOOKS>} */
export const looks = {
  scale: "色标：",
  scales: "各头是否共用一个色标",
  oneForAll: "共用",
  oneEach: "各自",
  values: "数值：",
  logs: "颜色怎样随权重变化",
  linear: "线性",
  log: "对数",
  colours: "配色：",
  Colours: "配色",
  colormaps: { blue: "蓝", viridis: "viridis", cividis: "cividis" },
  tabs: "这个头的视图",
  views: { map: "热图", arcs: "弧线", products: "q · k", plane: "平面" },
  view: ({ head, view }) => `${head}，${view}`,
};
