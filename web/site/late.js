/**
 * A module that a page loads later. If the module does not arrive, the page says so, with a button that loads the page again (failed.js).
 * @template Module @param {string} name of its file @param {Promise<Module>} module @returns {Promise<Module | null>} null if it did not arrive
 */
export const orUnloaded = (name, module) =>
  module.catch(() => {
    dispatchEvent(new CustomEvent("unloaded", { detail: name }));
    return null;
  });
