/** Of pictures and numbers as files. */
export const EXPORTS = {
  /** @param {string} id @param {readonly number[]} shape @param {number} count @param {number} most */
  tooMany: (id, shape, count, most) =>
    `${id} (${shape.join(", ")}) makes a CSV of ${count.toLocaleString("en")} rows, of at most ${most.toLocaleString("en")}: take fewer tokens or heads, one head alone, or all numbers from getTensor("${id}")`,
};
