/** « a », « a et b », « a, b et c ». @param {readonly (number | string)[]} all */
export const listed = (all) =>
  all.length < 2 ? String(all[0] ?? "aucun") : `${all.slice(0, -1).join(", ")} et ${all[all.length - 1]}`;

/** Tokens at some positions. @param {readonly number[]} at @param {import("./phrases.js").Given} given */
export const wordsAt = (at, { words }) =>
  at.length === words.length ? "tous" : listed(at.map((i) => `${words[i]} (${i})`));
