/** @typedef {"shape" | "config" | "mask" | "memory" | "disposed" | "load" | "format"} ErrorCode */

/** Every failure of the core: a stable code, and a message that says what was given, what was expected and what would work. */
export class HeadscopeError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = "HeadscopeError";
    /** @type {ErrorCode} */
    this.code = code;
  }
}
