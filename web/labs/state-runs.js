/**
 * What a lab reads of a forward pass of a picture's layer; nothing of it stays in the core.
 *
 * @template Read
 * @param {import("../kit/state/picture.js").Picture} picture of a layer
 * @param {import("../core/types.js").ForwardInput} input
 * @param {(run: import("../core/index.js").Run) => Read} read
 * @returns {Read}
 */
export function valuesOf({ layer }, input, read) {
  const run = /** @type {import("../core/index.js").Layer} */ (layer).forward(input);
  try {
    return read(run);
  } finally {
    run.dispose();
  }
}
