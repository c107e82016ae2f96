/** Words around every picture, in Simplified Chinese. */

import { picturesNamed } from "../state/vision-pictures.js";

/** Language tag. */
export const lang = "zh-Hans";

/** End of a sentence. */
export const stop = "。";

export const messages = {
  about: "多头注意力，逐步演示",
  titled: (/** @type {string} */ title) => `${title}：多头注意力`,
  drawing: "正在绘制",
  loading: "正在加载注意力计算核心……",
  empty: "输入一句话，看它一步一步地走过一个真实的注意力层。",
  alone: "只有注意力矩阵，没有可以逐步查看的步骤；请用 mha-heads 来显示。",
  kept: "显示的仍是先前的设置。",
  offers: "可用的值",
  nobody: (/** @type {string} */ id) => `for ${id}：本页没有以此为 id 的 Headscope 元素`,
  point: "指向一个单元格，读出它的数值。",
  unloaded: (/** @type {string} */ why) => `这一部分无法加载：${why}。`,
  again: "重试",
  copy: "复制",
  copied: "已复制",
  noClipboard: "本页无权使用剪贴板。请从这里复制程序。",
  more: "更多",
  none: "无",
  attention: "注意力来自",
  ownAttention: "无模型",
  trueSizes: (/** @type {import("./messages.js").TrueSizes} */ sizes) => {
    const { name, dModel, heads, kvHeads, dK, window, latent, drawn, parameters, cache } = sizes;
    const keys = latent
      ? `，键和值由 ${latent.rank} 维的潜向量和 ${latent.ropeWidth} 维的旋转键得到`
      : `，${kvHeads} 个键头`;
    const shown = drawn === null ? "" : `图中画出其中 ${drawn} 个头。`;
    const within = window === null ? "" : `，窗口 ${window}`;
    return `${name} 的一层：d_model ${dModel}，${heads} 个头、每个 ${dK} 维${keys}${within}；注意力有 ${parameters} 个参数。按 32 位计，缓存每个词元占 ${cache} 字节。${shown}`;
  },
  means: (/** @type {string} */ value) => `「${value}」是什么意思`,
  window: (/** @type {number} */ after) => `自己和后 ${after} 个`,
  endings: "最后一个词",
  layer: "层",
  pieces: (/** @type {readonly string[]} */ cut) =>
    `语言模型的词片；每段文字以 [BOS] 开头。${
      cut.length ? `## 接着一个它不认识整体的词：${cut.join("，")}。` : ""
    }`,
  tokens: "词元",
  sentence: "句子",
  type: "输入一句话",
  edit: "编辑",
  done: "完成",
  queries: "查询",
  keys: "键、值",
  english: "英语",
  french: "法语",
  of: (/** @type {string} */ what, /** @type {string} */ which) => `${what}：${which}`,
};

/** Labels of controls, by setting. */
export const settings = {
  heads: { label: "头数" },
  causal: { label: "掩码", named: { none: "无", causal: "因果" } },
  weights: {
    label: "权重",
    named: {
      constructed: "构造",
      random: "随机",
      small: "小随机",
      trained: "训练所得",
      language: "语言模型",
      translation: "翻译",
      vision: "图像",
    },
  },
  attentionKind: { label: "注意力", named: { encoder: "编码器", decoder: "解码器", cross: "交叉" } },
  visionPicture: {
    label: "图片",
    named: picturesNamed([
      "T 恤",
      "裤子",
      "套头衫",
      "连衣裙",
      "外套",
      "凉鞋",
      "衬衫",
      "运动鞋",
      "包",
      "短靴",
    ]),
  },
  seed: { label: "种子" },
  kvHeads: { label: "KV 头数" },
  bias: { label: "偏置", named: { none: "无", four: "四个" } },
  fused: { label: "合并 QKV", named: { no: "否", yes: "是" } },
  rope: { label: "rope", named: { none: "无", interleaved: "相邻成对", half: "两半成对" } },
  ropeBase: { label: "rope 底数" },
  qkNorm: { label: "QK 归一化", named: { none: "无", RMS: "RMS" } },
  alibi: { label: "ALiBi", named: { no: "否", yes: "是" } },
  softcap: { label: "软上限" },
  window: { label: "窗口" },
  sinks: { label: "汇", named: { no: "否", yes: "是" } },
  latentRank: { label: "潜向量" },
  latentQueryRank: { label: "查询潜向量" },
  latentRopeWidth: { label: "旋转部分" },
  latentNorm: { label: "潜向量归一化", named: { none: "无", RMS: "RMS" } },
  batchTokens: {
    label: "词元",
    offer: { text: "It was late.", on: "批次里加入第二句", off: "回到一句的批次" },
  },
  keyTokens: {
    label: "词元",
    offer: {
      text: "Das Tier war zu müde, um die Straße zu überqueren.",
      on: "关注第二句话",
      off: "回到一句话",
    },
  },
};

export const files = {
  more: "图的选项",
  save: "下载",
  kinds: "下载为文件",
  file: (/** @type {string} */ file) => `下载 ${file}`,
  open: "在 Headscope 中打开",
};

export const table = {
  show: "以表格显示",
  hide: "隐藏表格",
  save: "下载 CSV",
  part: (/** @type {{ rows: number, ofRows: number, columns: number, ofColumns: number }} */ shown) =>
    `显示 ${shown.ofRows} 行中的 ${shown.rows} 行、${shown.ofColumns} 列中的 ${shown.columns} 列。`,
  numbers: "数值",
};
