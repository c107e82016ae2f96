/** A window's events around a print. */
export const PRINTING = ["beforeprint", "afterprint"];

let isPrinting = false;

// Elements register their own listeners later, so that isOnPaper() is right when they hear of a print. Node has no window.
for (const type of PRINTING)
  globalThis.addEventListener?.(type, () => (isPrinting = type === "beforeprint"), { capture: true });

const print = globalThis.matchMedia?.("print");

/** Whether the page is being printed, or shown as it prints. */
export const isOnPaper = () => isPrinting || Boolean(print?.matches);
