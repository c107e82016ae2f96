/**
 * What is rendered first takes turns: each in a task of its own, or a few that are short, so that a page still answers while an element comes
 * to be. In the order in which they were made, which is that of the page.
 */

const LONG = 6; // ms: what comes after that waits for the next task

/** @type {(() => void)[]} */
const waiting = [];
/** Those who wait until nobody waits. @type {(() => void)[]} */
const after = [];
/** @type {MessageChannel | undefined} */
let channel;
let isOn = false;

/** Does some work when its turn comes. @param {() => void} work @returns {Promise<void>} rejects as the work does */
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

/** Resolves once nobody waits for a turn. @returns {Promise<void>} */
export const allHadTurns = () =>
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

/** Not held up in a tab that is hidden, as timers are. */
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
