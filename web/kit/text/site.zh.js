/** Words of the hosted pages, in Chinese. */

export const site = { share: "分享", copied: "已复制", link: "当前画面的链接：" };

/** Words of their markup. */
export const pages = {
  skip: "跳到内容",
  pages: "页面",
  walk: "逐步",
  heads: "头",
  train: "训练",
  models: "模型",
  learn: "课程",
  embed: "嵌入",
  docs: "文档",
  share: "分享",
  theme: "切换浅色与深色",
  walkTitle: "Headscope：看见多头注意力的每一步",
  what: "多头注意力，一步一步地走；这里的每个数都在你的浏览器里算出。",
  start: "从头开始",
  loading: "正在加载注意力计算核心……",
  walkNeeds: "Headscope 画出一个多头注意力层，全部在你的浏览器里计算。它需要 JavaScript 和 WebAssembly。",
  frameTitle: "Headscope：多头注意力",
  headsTitle: "Headscope：追问每一个注意力头",
  headsNeeds:
    "Headscope 展示每个注意力头在做什么，全部在你的浏览器里计算。它需要 JavaScript 和 WebAssembly。",
  trainTitle: "Headscope：看注意力头怎样学习",
  modelsTitle: "Headscope：一个真实模型的每一个头",
  modelsNeeds:
    "Headscope 展示你磁盘上一个语言模型的每一个头，全部在你的浏览器里计算。它需要 JavaScript 和 WebAssembly。",
  embedTitle: "Headscope：给你的网页一幅图",
  embedNeeds:
    "Headscope 画出多头注意力的一幅图，并写出把它放进你网页的代码。它需要 JavaScript 和 WebAssembly。",
  trainNeeds:
    "Headscope 当着你的面训练一个小的注意力模型，全部在你的浏览器里计算。它需要 JavaScript 和 WebAssembly。",
};

/** Words around a presented page. */
export const present = {
  title: "演示",
  bookmark: (/** @type {number} */ i) => `书签 ${i}`,
  add: "加入书签",
  remove: "移除这个书签",
  fullScreen: "全屏",
  leave: "退出",
};
