/**
 * A sentence about what a caller gave: in English, and as data from which another language can say the same.
 *
 * @typedef {object} Message
 * @property {string} id  of all messages of one form: "heads_do_not_divide"
 * @property {Readonly<Record<string, Parameter>>} parameters  what was given and what would work, by name
 * @property {string} message  in English
 *
 * @typedef {string | number | readonly number[] | Message} Parameter
 */

/** @param {string} id @param {string} form with a blank "{name}" for each parameter @param {Readonly<Record<string, Parameter>>} [parameters] @returns {Message} */
export const message = (id, form, parameters = {}) => ({ id, parameters, message: fill(form, parameters) });

/** A form with its blanks filled; a list of numbers stands as a shape does, "(2, 10, 64)". @param {string} form @param {Readonly<Record<string, Parameter>>} parameters */
export const fill = (form, parameters) =>
  form.replace(/\{(\w+)\}/g, (blank, name) =>
    Object.hasOwn(parameters, name) ? written(parameters[name]) : blank,
  );

/** @param {Parameter} value */
function written(value) {
  if (Array.isArray(value)) return `(${value.join(", ")})`;
  return typeof value === "object" ? /** @type {Message} */ (value).message : String(value);
}
