/** Parameters of a link that the page reads. Its element reads all others. */
export const OF_PAGE = ["lang", "present", "lab"];

/** Whether a query holds only such parameters, so that the page's defaults apply. @param {URLSearchParams} query */
export const isPlain = (query) => [...query.keys()].every((name) => OF_PAGE.includes(name));
