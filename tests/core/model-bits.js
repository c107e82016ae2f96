/**
 * All bits of a model's parameters in one number: FNV-1a, 32 bits, over the words of 32 bits. Without imports, so that a page can run it.
 * @param {Record<string, { data: Float32Array }>} parameters
 * @returns {string}
 */
export function bitsOf(parameters) {
  let hash = 0x811c9dc5;
  for (const { data } of Object.values(parameters))
    for (const word of new Uint32Array(data.buffer, data.byteOffset, data.length))
      hash = Math.imul(hash ^ word, 0x01000193);
  return (hash >>> 0).toString(16);
}

/** The numbers in model_bits.txt. @param {string} text */
export const bitsIn = (text) =>
  text
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split(" "))
    .map(([task, steps, bits]) => ({ task, steps: Number(steps), bits }));
