/** 「甲、乙和丙」. @param {readonly (number | string)[]} all */
export const listed = (all) =>
  all.length < 2 ? String(all[0] ?? "没有") : `${all.slice(0, -1).join("、")}和${all[all.length - 1]}`;

/** Tokens at some positions. @param {readonly number[]} at @param {import("./phrases.js").Given} given */
export const wordsAt = (at, { words }) =>
  at.length === words.length ? "全部" : listed(at.map((i) => `${words[i]}（${i}）`));
