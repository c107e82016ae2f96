/** Words of the page that builds a figure's tag, in Chinese. */
export const embed = {
  title: "给你的网页一幅图",
  sentence: "句子",
  opens: "打开时显示",
  others: "打开时的其他内容",
  layer: "层",
  look: "外观",
  around: "图旁的文字",
  settings: "设置",
  readers: "读者可以改什么",
  more: (/** @type {number} */ settings, /** @type {number} */ on) =>
    `另外 ${settings} 个设置，已选 ${on} 个`,
  selection: "选择",
  rows: {
    view: "显示",
    ending: "最后一个词",
    controls: "控件",
    readonly: "只读",
    theme: "主题",
    accent: "强调色",
    ink: "文字色",
    paper: "底色",
    font: "字体",
    width: "最大宽度（px）",
    alt: "替代文字",
    caption: "图注",
    fallback: "加载前显示它的图片",
    src: "模型的文件夹",
    text: "句子",
    second: "第二个句子",
    preview: "宽度",
    code: "代码用于",
  },
  views: {
    walk: "逐步",
    heads: "头",
    head: "一个头",
    map: "热图",
    memory: "内存",
    code: "代码",
    opening: "开场",
    models: "语言模型",
  },
  pick: (/** @type {string} */ name) => `选取颜色：${name}`,
  controls: { none: "无", few: "少量", all: "全部" },
  themes: { "": "跟随我的网页", light: "浅色", dark: "深色" },
  widths: { 340: "340", 640: "640", full: "全宽" },
  targets: {
    html: "HTML",
    iframe: "iframe",
    react: "React",
    mdx: "MDX",
    quarto: "Quarto",
    myst: "MyST",
    jupyter: "Jupyter",
    markdown: "Markdown 图片",
  },
  stands: "读者看到的样子",
  preview: "图在你网页中的宽度",
  copy: (/** @type {string} */ name) => `复制用于 ${name} 的代码`,
  noClipboard: "此页面不能使用剪贴板。请从这里复制代码。",
  program: (/** @type {string} */ name) => `用于 ${name} 的代码`,
  downloads: "下载",
  download: (/** @type {string} */ file) => `下载 ${file}`,
  link: "链接",
  beside: (/** @type {string} */ files) => `请把 ${files} 放在网页所在的文件夹里。`,
  installed: "需要安装 headscope 包。",
  saved: "请把 SVG 放在文章所在的文件夹里。",
  lost: (/** @type {{ name: string, lost: string }} */ { name, lost }) => `${name} 无法表达：${lost}。`,
  policy: (/** @type {string} */ policy) => `图不向其他主机发送请求，可在 ${policy} 之下运行。`,
  failed: (/** @type {string} */ reason) => `未能生成：${reason}`,
};

/** Words about low contrast. */
export const faint = {
  tones: { ink: "文字", accent: "强调色", muted: "次要文字" },
  said: (
    /** @type {{ tone: string, theme: string, ratio: string, least: number }} */ {
      tone,
      theme,
      ratio,
      least,
    },
  ) =>
    `${tone}在底色上难以看清（${theme}）：对比度 ${ratio}，至少需要 ${least}。请换一种颜色，或只选一个主题。`,
};

/** Messages of the page Embed, in Chinese, by id. */
export const messagesById = {
  no_fonts: "{name} {value} 不是字体列表，例如 {example}",
  no_colour: "{name} {value} 不是三位或六位的颜色，例如 {example}",
  no_width: "{name} {value} 不是 {least} 到 {most} px 的宽度，例如 {example}",
};
