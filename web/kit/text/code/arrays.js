/**
 * @typedef {{ name: string, shape: readonly number[], data: Float32Array }} NamedArray
 *
 * @typedef {import("./template.js").Subject} Subject
 * @typedef {import("../../../core/types.js").WeightName} WeightName
 */

/** The page's numbers, by their names in programs. @param {Subject} subject @returns {NamedArray[]} */
export function arraysOf(subject) {
  const { steps, values, weight, own } = subject;
  return namesOf(subject).map(([name]) => {
    if (name === "added" && own?.mask)
      return { name, shape: own.mask.shape, data: Float32Array.from(own.mask.data, Number) };
    const id = name === "attention" ? "weights" : name;
    const step = steps.find((each) => each.id === id);
    return { name, ...(step ? { shape: step.shape, data: values(id) } : weight(inCore(name))) };
  });
}

/** w_q -> wQ, w_dkv -> wDKV @param {string} name */
const inCore = (name) =>
  /** @type {WeightName} */ (name.replace(/_(\w+)/, (_, letter) => letter.toUpperCase()));

/**
 * The inputs, parameters and results of a program, by name. The program contains them, or reads them from a file if they are many.
 *
 */

export const FILE = "headscope.npz";

const FEW = 512; // about sixty lines; more would make a notebook's cell unreadable

/** The parameters, in the order of attention()'s arguments. @param {Subject} subject */
function parametersOf({ config }) {
  const { dModel, numHeads, numKvHeads, dK, dV, dKey, dValue, bias, qkNorm, sinks, latent } = config;
  const [q, k, v, concat] = [numHeads * dK, numKvHeads * dK, numKvHeads * dV, numHeads * dV];
  return Object.entries({
    ...(latent
      ? latentParameters(config, latent)
      : { w_q: dModel * q, w_k: dKey * k, w_v: dValue * v, w_o: concat * dModel }),
    ...(bias && { b_q: q, b_k: k, b_v: v, b_o: dModel }),
    ...(qkNorm && { g_q: dK, g_k: dK }),
    ...(sinks && { sinks: numHeads }),
  });
}

/** @param {Subject["config"]} config @param {import("../../../core/types.js").Latent} latent @returns {Record<string, number>} */
const latentParameters = ({ dModel, numHeads, dK, dV }, { rank, queryRank, ropeWidth, norm, bias }) => ({
  w_q: (queryRank || dModel) * numHeads * (dK + ropeWidth),
  ...{ w_k: rank * numHeads * dK, w_v: rank * numHeads * dV, w_o: numHeads * dV * dModel },
  ...(bias && { b_o: dModel }),
  ...(queryRank && { w_dq: dModel * queryRank }),
  ...{ w_dkv: dModel * rank, w_kr: dModel * ropeWidth },
  ...(bias && queryRank && { b_dq: queryRank }),
  ...(bias && { b_dkv: rank, b_kr: ropeWidth }),
  ...(norm && queryRank && { g_dq: queryRank }),
  ...(norm && { g_dkv: rank }),
});

/** Names of the results in programs. @type {Readonly<Record<string, string>>} */
const RESULTS = { weights: "attention", output: "output" };

/**
 * Names of arrays, with their numbers of elements.
 * @param {Subject} subject
 */
function namesOf(subject) {
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

/** Whether the numbers are too many for the program's text, so that they go to a file. @param {Subject} subject */
export const needsFile = (subject) =>
  namesOf(subject).reduce((sum, [name, count]) => sum + (name === "attention" ? 0 : count), 0) > FEW;

/** Size of the file: each array has a header of 128 bytes in .npy and of 30 and 46 in the zip; the zip ends with 22. @param {Subject} subject */
export const fileBytes = (subject) =>
  namesOf(subject).reduce((sum, [name, count]) => sum + 4 * count + 204 + 2 * `${name}.npy`.length, 22);
