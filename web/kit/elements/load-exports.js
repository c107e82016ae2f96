/** The code that writes files, loaded on first use. */
export const loadExports = () => import("./exports.js");
