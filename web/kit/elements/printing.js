/** A window's events around a print. */
export const PRINTING = ["beforeprint", "afterprint"];
