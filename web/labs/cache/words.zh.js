/** Words of the lab of caches, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const cacheTitle = { name: "缓存", question: "其他词元都已知道时，再来一个词元要花多少？" };

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").CACHE>} */
export const labCache = {
  on: "下一个词元 ▸",
  back: "◂ 上一个词元",
  steps: "词元",
  now: (token, known) => `「${token}」，前面有 ${known} 个词元`,
  one: "只有一个词元时，前面没有别的。再多写几个。",
  cross: "这里查询和键来自两句话：回到一句话，每个词元就问它前面的词元。",
  latent: "这里缓存保存的是潜向量，键要由它重新算出。把潜向量设为「无」，就能看到键和值的缓存。",
  figure: "一个头里每个词元的查询和键、新词元的权重，以及缓存省下的分数。",
  queries: (head) => `查询，头 ${head}`,
  keys: "键",
  weights: "这个词元的权重",
  again: "不再计算",
  read: "从缓存读取",
  written: "现在计算",
  rowsAgain: (rows) => `${rows} 行 Q、K、V 和分数`,
  said: ({ kept, again, keptBytes, againBytes }) =>
    `有缓存：${kept} FLOP，读 ${keptBytes}。没有缓存，所有词元重算一遍：${again} FLOP，读 ${againBytes}。`,
  lesson:
    "没有词元看得到后面的词元，所以先前的键和值保持不变。只有新词元需要一个查询：增长的是保留和读取的内存。",
  length: "上下文",
  tokens: (tokens) => `${tokens} 个词元`,
  perToken: "一层中每个词元的字节数",
  inAll: (length) => `所有层中 ${length} 个词元的内存`,
  kinds: { many: "许多键头", grouped: "分组", one: "一个键头", window: "分组、窗口", latent: "潜在" },
  detail: ({ name, supposed, kvHeads, dK, layers, window, rank }) =>
    supposed
      ? `${name}，假如它有 ${kvHeads} 个键头`
      : `${name}：${rank === null ? `${kvHeads} × ${dK}` : rank}，${window === null ? `${layers} 层` : `窗口 ${window}`}`,
  bits: "真实大小，每个数 16 位。第一种和第三种是键头数不同的 Llama 3。",
  memory: "各种注意力的内存，画成条形。",
  columns: ["注意力的种类", "每词元每层字节数", "总字节数"],
};
