/** Parameters of a link that the page reads. Its element reads all others. */
export const OF_PAGE = ["lang", "present", "lab"];

/** @param {string} name of a parameter */
export const isOfPage = (name) => OF_PAGE.includes(name);
