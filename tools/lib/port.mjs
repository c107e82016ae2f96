import { createServer } from "node:net";
import { UserError } from "./user-error.mjs";

/**
 * @param {string} text value of --port
 * @param {string} usage usage text for the error message
 * @returns {number} the port
 */
export function portIn(text, usage) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new UserError(`port ${text} is not 1 to 65535. ${usage}`);
  return port;
}

/** A free port. @returns {Promise<number>} */
export function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  return new Promise((resolve) =>
    probe.once("listening", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    }),
  );
}
