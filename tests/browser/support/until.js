import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Time after which a condition counts as never met, in ms: a loaded machine takes seconds for what otherwise takes milliseconds. */
export const PATIENCE = 60_000;

/** Waits until a condition holds. @param {() => boolean | Promise<boolean>} holds @param {string} [what] the condition, for the message */
export async function until(holds, what = String(holds)) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(10)) if (await holds()) return;
  assert.fail(`not within ${PATIENCE / 1000} s: ${what}`);
}
