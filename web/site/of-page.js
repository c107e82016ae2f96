/** Parameters of a link that are for the page, not for its element. */
export const OF_PAGE = ["lang", "present", "lab"];

/** @param {string} name of a parameter */
export const isOfPage = (name) => OF_PAGE.includes(name);
