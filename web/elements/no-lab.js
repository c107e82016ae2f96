/** In place of lab.js in the one file of the elements, which has no labs. */
export const Lab = undefined;
