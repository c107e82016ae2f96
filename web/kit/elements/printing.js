/** Events of the window around printing. */
export const PRINTING = ["beforeprint", "afterprint"];

let isPrinting = false;

// These listeners are registered before those of elements, so that isOnPaper() is already right in their handlers. Node has no window.
for (const type of PRINTING)
  globalThis.addEventListener?.(type, () => (isPrinting = type === "beforeprint"), { capture: true });

const print = globalThis.matchMedia?.("print");

/** Whether the page is being printed, or emulates print media. */
export const isOnPaper = () => isPrinting || Boolean(print?.matches);
