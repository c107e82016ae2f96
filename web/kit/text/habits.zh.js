/** Habits of heads, in Simplified Chinese. */
export const habits = {
  previous: (/** @type {string} */ v) => `前一个词元 ${v}`,
  next: (/** @type {string} */ v) => `后一个词元 ${v}`,
  first: (/** @type {string} */ v) => `第一个词元 ${v}`,
  diagonal: (/** @type {string} */ v) => `对角线 ${v}`,
  sameWord: (/** @type {string} */ v) => `同一个词 ${v}`,
  broad: (/** @type {string} */ v) => `均匀 ${v} 奈特`,
  near: (/** @type {string} */ v) => `邻近 ${v} 个词元`,
  none: "没有明确的角色",
  nothing: "什么也不关注",
  shorter: [
    ["词元", ""],
    [" 奈特", ""],
    [" 个", ""],
    ["没有明确的角色", "无角色"],
    ["同一个词", "同词"],
    ["前一个", "前"],
    ["后一个", "后"],
    ["第一个", "首"],
    ["对角线", "对角"],
  ],
  of: (/** @type {{ head: number, habit: string }} */ { head, habit }) => `头 ${head}：${habit}`,
};
