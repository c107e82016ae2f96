/**
 * A queue of first renderings. Each has its own task, or several short ones share a task, so that the page responds while elements are created. The
 * order is that of creation, which is the order in the page.
 */

const LONG = 6; // ms; longer work waits for the next task

/** @type {(() => void)[]} */
const waiting = [];
/** Callbacks for when the queue is empty. @type {(() => void)[]} */
const after = [];
/** @type {MessageChannel | undefined} */
let channel;
let isOn = false;

/** Adds work to the queue. @param {() => void} work @returns {Promise<void>} rejects if the work throws */
export function inTurn(work) {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
    goOn();
  });
}

/** Resolves once the queue is empty. @returns {Promise<void>} */
export const renderQueueEmpty = () =>
  new Promise((resolve) => {
    after.push(resolve);
    goOn();
  });

function goOn() {
  if (isOn) return;
  isOn = true;
  channel ??= listening();
  channel.port2.postMessage(null);
}

/** Starts a task through a message channel, which browsers do not throttle in hidden tabs, unlike timers. */
function listening() {
  const made = new MessageChannel();
  made.port1.onmessage = () => {
    isOn = false;
    const until = performance.now() + LONG;
    if (!waiting.length) return after.splice(0).forEach((resolve) => resolve());
    while (waiting.length && performance.now() < until) waiting.shift()?.();
    if (waiting.length || after.length) goOn();
  };
  return made;
}
