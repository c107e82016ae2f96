/** Words of the lab of asking and being asked, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const rolesTitle = {
  name: "角色",
  question: "谁在问，谁被问：两者若是同一个会怎样？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").ROLES>} */
export const labRoles = {
  way: "查询与键：",
  ways: [
    ["own", "原样"],
    ["tied", "W_K = W_Q"],
    ["raw", "直接用 x，不用 W"],
  ],
  head: "头",
  scores: "S：行在问",
  turned: "Sᵀ：行被问",
  asymmetry: "偏离对称的程度，‖S − Sᵀ‖ / 2‖S‖",
  asymmetryShort: "‖S − Sᵀ‖ / 2‖S‖",
  said: {
    own: "W_Q 说一个词在找什么，W_K 说凭什么能找到它。两个矩阵，是为了让问与被问可以不同。",
    tied: "两者共用一个矩阵时，一个词要找的，就是凭它能被找到的：S = Sᵀ。一个词问另一个词多少，就被它问多少。",
    raw: "用原始输入代替查询和键，也把两者绑在了一起：一个词对另一个词的分数，就是它们向量的点积，两个方向都一样。W_Q 和 W_K 从不起作用，什么也学不到，却不会报错。",
  },
  zero: "0 表示对称，1 表示 S = −Sᵀ；s_ij 与 s_ji 毫无关系时约为 0.71。",
  softmax: "softmax 逐行单独进行，所以即使分数对称，权重也未必对称。",
  even: "这一层里由公式构造的头，看词的、看邻近位置的、什么也不看的，本来就是对称的：近是相互的。看前一个或后一个词元的则不是。",
  cell: (asks, asked, there, back) =>
    asks === asked
      ? `「${asks}」问自己：${there}。`
      : `「${asks}」问「${asked}」：${there}。「${asked}」问「${asks}」：${back}。`,
  hindrance: {
    cross: "这里是一句话的词去问另一句话的词：S 不是方阵，在问的词没有谁去问它。",
    shared: "这里几个头共用一个键头，它没法与所有这些头的查询都相同。",
  },
  refused: (message) => `计算核心在此不接受这条路径：${message}。`,
  figure: (head) => `头 ${head} 的分数及其转置。按 Enter 后用方向键逐格移动；两边框出的是同一个单元格。`,
  byHead: "逐个头",
  corner: "在问的词",
};
