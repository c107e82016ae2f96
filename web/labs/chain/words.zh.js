/** Words of the lab of shape operations, in Chinese. */

/** @type {import("../lab-list.js").Title} */
export const chainTitle = {
  name: "链式调用",
  question: "哪些调用能把这些数变成那个形状，而且每个数都在它该在的地方？",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").CHAIN>} */
export const labChain = {
  exercise: "目标：",
  made: (goal, start) => `由 ${start} 得到 ${goal}`,
  task: ({ from, shape, to, goal }) => `从 ${from} ${shape} 到 ${to} ${goal}：每个数都要在层中它所在的地方。`,
  field: (from) => `对 ${from} 的调用，写法同 PyTorch`,
  show: "一种可行的写法",
  colour: "颜色：",
  byHead: "按头",
  byToken: "按词元",
  none: "这一层没有哪两个张量之间只隔着改变形状的调用。",
  figure: (name) => `${name} 的数，各按其所属着色。按 Enter 后用方向键逐格移动。`,
  tape: "它所在的内存，逐个元素。",
  struck: "不是该在那里的数",
  columns: ["调用", "形状", "步幅", "内存"],
  copied: (bytes) => `副本，${bytes} B`,
  seen: "视图，0 B",
  itself: "原本的样子",
  troubles: {
    call: (given, _sizes, calls) => `.${given}() 不是这里认识的调用：${calls}。`,
    argument: (given, sizes) => `「${given}」在这里不是数。可以写：整数、-1，或按名称写的尺寸：${sizes}。`,
    keyword: (given) => `「${given}」：请去掉关键字，只写数就行。`,
    syntax: (given) => `「${given}」不是调用。可以写：.view(B, T, H, d_k).transpose(1, 2)`,
  },
  outcome: {
    begun: "还没有调用：写一个，看看它把这些数变成什么样。",
    right: ({ to, moved }) => `这就是 ${to}：形状对，每个数也都在它的位置上。移动的字节数：${moved}。`,
    shape: ({ shape, goal }) => `形状是 ${shape}，要的是 ${goal}。`,
    misplaced: ({ n, of }) => `形状对，也不会报错，但 ${of} 个数中有 ${n} 个不是该在那里的数。`,
    refused: (why) => `被拒绝：${why}。`,
  },
  fault: (name) => ["这正是一条已知的错误路径：", name, "，每一格都吻合。"],
  cell: ({ index, sum, offset, value, from }) => `[${index}] → ${sum} = ${offset} → ${value}，原为 ${from}。`,
  corner: "行",
};
