/** Words about the picture that a model reads, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-picture.js").MODEL_PICTURE>} */
export const modelPicture = {
  picture: "图像",
  choose: "选择图像",
  hint: (take) => ["或拖放、粘贴或", take, "一张；图像不离开本机"],
  take: "拍摄",
  nothingYet: "请选择、拖放或粘贴一张图像：每个头在其中看哪里会显示在这里。",
  drawn: (name) => `${name}（已涂改）`,
  all: "图像上的所有头",
  sheet: (query) => `图像上叠加 ${query} 的权重，每个头各一张小图。按回车，再用方向键选择头。`,
  press: "按一个头可放大查看。",
  views: "叠在图像上的权重",
  draw: "绘画",
  tools: "工具",
  tool: { patches: "涂掉图块", pen: "画", rub: "擦除" },
  colour: "画笔颜色",
  blank: "空白纸",
  undo: "恢复原样",
  how: {
    patches: "按图块或在图块上拖动：模型把它们读作黑色。",
    pen: "在图像上画：头和类别随之变化。",
    rub: "擦去图像的一部分：头和类别随之变化。",
  },
  keys: "再按一次回车，即对该图块使用工具。",
  classes: "类别；按一个即可询问哪些头对它重要",
  noClasses: "权重没有分类器：不作预测。",
  textTower: "视觉塔旁的文本塔不被读取。",
  layer: (layer) => `第 ${layer} 层`,
  corner: "类别",
  columns: ["概率"],
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-picture.js").CAMERA>} */
export const camera = {
  still: "相机",
  shoot: "拍照",
  close: "关闭相机",
  waiting: "请在浏览器询问处允许使用相机。",
  preview: "相机所见",
  denied:
    "浏览器不让此页使用相机：在此处、浏览器设置或外层页面中被拒绝。请在地址旁允许后再按一次，或选择文件。",
  none: "浏览器在本机上找不到相机。请接上相机后再按一次，或选择文件。",
  busy: "相机无法启动，可能正被其他程序占用。请关闭该程序后再按一次，或选择文件。",
  insecure: "浏览器只让通过 https 或本机提供的页面使用相机，而此页两者都不是。请选择文件。",
  other: (reason) => `相机没有给出图像：${reason}。请再按一次，或选择文件。`,
};
