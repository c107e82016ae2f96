/** The window's events before and after printing. */
export const PRINTING = ["beforeprint", "afterprint"];

let isPrinting = false;

// Registered before the elements' listeners, so that isOnPaper() is correct in theirs. Node has no window.
for (const type of PRINTING)
  globalThis.addEventListener?.(type, () => (isPrinting = type === "beforeprint"), { capture: true });

const print = globalThis.matchMedia?.("print");

/** Whether the page is being printed, or emulates print media. */
export const isOnPaper = () => isPrinting || Boolean(print?.matches);
