/**
 * A message about the caller's input: in English, and as data for translation.
 *
 * @typedef {object} Message
 * @property {string} id  shared by all messages of one form, such as "heads_do_not_divide"
 * @property {Readonly<Record<string, Parameter>>} parameters  values given and values that would work, by name
 * @property {string} message  in English
 *
 * @typedef {string | number | readonly number[] | Message} Parameter
 */

/** @param {string} id @param {string} form with a blank "{name}" for each parameter @param {Readonly<Record<string, Parameter>>} [parameters] @returns {Message} */
export const message = (id, form, parameters = {}) => ({ id, parameters, message: fill(form, parameters) });

/**
 * Fills the blanks of a form. A list of numbers is written as a shape, "(2, 10, 64)".
 * @param {string} form @param {Readonly<Record<string, Parameter>>} parameters
 */
export const fill = (form, parameters) =>
  form.replace(/\{(\w+)\}/g, (blank, name) =>
    Object.hasOwn(parameters, name) ? formatParameter(parameters[name]) : blank,
  );

/** @param {Parameter} value */
function formatParameter(value) {
  if (Array.isArray(value)) return `(${value.join(", ")})`;
  return typeof value === "object" ? /** @type {Message} */ (value).message : String(value);
}
