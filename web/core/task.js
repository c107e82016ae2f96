const LONG = 8; // ms: four times as long on a slow machine still keeps the page responsive

/** Resolves in a new task, also in hidden tabs, where timers are throttled. @returns {Promise<void>} */
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

/** For long work in parts: yields to the page between two parts if they have taken long. */
export function breather() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < LONG) return;
    await nextTask();
    since = performance.now();
  };
}
