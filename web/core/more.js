import { HeadscopeError } from "./errors.js";

/**
 * The second of two files for copying: what panels are made of that are opened by a press.
 *
 * @typedef {object} More
 * @property {string} of which build it is of: names that the two share change from one to the next
 * @property {(shared: object) => Record<string, object>} open its modules by name, made with what the first file shares
 */

/** @type {Promise<Record<string, object>> | null} */
let opened = null;

/**
 * The modules of the second file, which is loaded once. A load that fails may be tried again.
 * @param {() => Promise<More>} load @param {string} build the one that this file is of @param {() => object} shared
 */
export function openMore(load, build, shared) {
  opened ??= load()
    .then(({ of, open }) => {
      if (of !== build) throw new Error("that file is of another version");
      return open(shared());
    })
    .catch((error) => {
      opened = null;
      throw new HeadscopeError(
        "load",
        `This part is in headscope-more.js, which could not be loaded: copy it beside headscope.js, both of one version (${error.message})`,
        { cause: error },
      );
    });
  return opened;
}
