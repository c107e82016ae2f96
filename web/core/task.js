const LONG = 8; // ms: four times that on a slow machine, and a page still answers

/** Resolves in a task of its own, in a tab that is hidden too, where timers wait. @returns {Promise<void>} */
export function nextTask() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** For work of many parts: lets the page do its own between two of them, once they have taken long. */
export function breather() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < LONG) return;
    await nextTask();
    since = performance.now();
  };
}
