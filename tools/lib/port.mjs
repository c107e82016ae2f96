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
