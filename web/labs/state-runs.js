/**
 * Reads data from a forward pass of a picture's layer, and frees the run.
 *
 * @template Read
 * @param {import("../kit/state/picture.js").Picture} picture a picture with a layer
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
