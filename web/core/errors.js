import { message } from "./message.js";

/**
 * @typedef {"shape" | "config" | "mask" | "memory" | "disposed" | "load" | "format"} ErrorCode
 * @typedef {import("./message.js").Parameter} Parameter
 */

/**
 * Every failure of the core: a stable code, and a message that says what was given, what was expected and what would work. Its id and
 * parameters are the message as data, for another language.
 */
export class HeadscopeError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} message
   * @param {ErrorOptions & { id?: string, parameters?: Readonly<Record<string, Parameter>> }} [options]
   */
  constructor(code, message, { id = "", parameters = {}, ...options } = {}) {
    super(message, options);
    this.name = "HeadscopeError";
    /** @type {ErrorCode} */
    this.code = code;
    /** Of all errors whose messages have one form; empty where there is none. */
    this.id = id;
    /** What was given and what would work, by name. @type {Readonly<Record<string, Parameter>>} */
    this.parameters = parameters;
  }
}

/**
 * An error to be thrown.
 * @param {ErrorCode} code @param {string} id @param {string} form of its message, with a blank "{name}" for each parameter
 * @param {Readonly<Record<string, Parameter>>} [parameters] @param {ErrorOptions} [options]
 */
export function refusal(code, id, form, parameters, options) {
  const said = message(id, form, parameters);
  return new HeadscopeError(code, said.message, { ...options, ...said });
}
