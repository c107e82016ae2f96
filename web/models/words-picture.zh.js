/** Words about the picture that a model reads, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-picture.js").MODEL_PICTURE>} */
export const modelPicture = {
  picture: "图像",
  choose: "选择图像",
  hint: "或拖放、粘贴一张；图像不离开本机",
  nothingYet: "请选择、拖放或粘贴一张图像：每个头在其中看哪里会显示在这里。",
  tokens: "图块之前的词元；按一个即让它发问",
  where: (query, figure) => `${query} 看哪里。若平均分配，每个词元为 ${figure}。按一个图块即让它发问。`,
  paint: "把这个图块涂黑",
  unpaint: "恢复这个图块",
  classes: "类别；按一个即可询问哪些头对它重要",
  noClasses: "权重没有分类器：不作预测。",
  summary: (head, query, key, figure) =>
    `图像上叠加 ${head} 的权重，并为每个头各有一张小图。${query} 给 ${key} 的权重为 ${figure}。按回车，再用方向键在图块间移动。`,
  layer: (layer) => `第 ${layer} 层`,
  corner: "类别",
  columns: ["概率"],
};
