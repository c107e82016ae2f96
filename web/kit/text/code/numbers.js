/**
 * What a program is given, by the names it has for it: its inputs, its parameters, and the page's results to compare with. Where they are
 * few, they stand in the program; where they are many, beside it in a file.
 *
 * @typedef {import("./template.js").Subject} Subject
 */

export const FILE = "headscope.npz";

const FEW = 512; // some sixty lines: with more, a notebook's cell is no longer one that is read

/** The parameters, in the order in which attention() takes them. @param {Subject} subject */
function parametersOf({ config: { dModel, numHeads, numKvHeads, dK, dV, dKey, dValue, bias } }) {
  const [q, k, v, concat] = [numHeads * dK, numKvHeads * dK, numKvHeads * dV, numHeads * dV];
  const matrices = { w_q: dModel * q, w_k: dKey * k, w_v: dValue * v, w_o: concat * dModel };
  return Object.entries(bias ? { ...matrices, b_q: q, b_k: k, b_v: v, b_o: dModel } : matrices);
}

/** What the programs call the page's results. @type {Readonly<Record<string, string>>} */
const RESULTS = { weights: "attention", output: "output" };

/**
 * The names, and how many numbers each stands for.
 * @param {Subject} subject
 */
export function namesOf(subject) {
  /** @type {[string, number][]} */
  const names = [];
  for (const { id, op, shape } of subject.steps) {
    const name = op === "input" ? id : RESULTS[id];
    if (name) names.push([name, shape.reduce((product, size) => product * size, 1)]);
  }
  const inputs = subject.steps.filter(({ op }) => op === "input").length;
  names.splice(inputs, 0, ...parametersOf(subject));
  const { mask } = subject.own ?? {};
  if (mask) names.push(["added", mask.data.length]);
  return names;
}

/** Whether the numbers are too many to stand in the program, which leaves the attention out. @param {Subject} subject */
export const needsFile = (subject) =>
  namesOf(subject).reduce((sum, [name, count]) => sum + (name === "attention" ? 0 : count), 0) > FEW;

/** How large the file is: in it, an array has a header of 128 bytes as .npy and of 30 and 46 in the zip, which ends with 22. @param {Subject} subject */
export const fileBytes = (subject) =>
  namesOf(subject).reduce((sum, [name, count]) => sum + 4 * count + 204 + 2 * `${name}.npy`.length, 22);
