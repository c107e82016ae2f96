import { message } from "./message.js";

/**
 * @typedef {"shape" | "config" | "mask" | "memory" | "disposed" | "load" | "format"} ErrorCode
 * @typedef {import("./message.js").Parameter} Parameter
 */

/**
 * Every failure of the core. `code` is stable. The message tells the value given, the value expected and values that would work; `id` and
 * `parameters` hold the same as data, for translation.
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
    /** Shared by all errors whose messages have the same form; empty if none. */
    this.id = id;
    /** Values given and values that would work, by name. @type {Readonly<Record<string, Parameter>>} */
    this.parameters = parameters;
  }
}

/**
 * Creates an error to throw.
 * @param {ErrorCode} code @param {string} id @param {string} form form of the message, with a blank "{name}" for each parameter
 * @param {Readonly<Record<string, Parameter>>} [parameters] @param {ErrorOptions} [options]
 */
export function refusal(code, id, form, parameters, options) {
  const said = message(id, form, parameters);
  return new HeadscopeError(code, said.message, { ...options, ...said });
}
