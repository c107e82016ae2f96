import assert from "node:assert/strict";
import test from "node:test";
import { HeadscopeError } from "../../web/core/index.js";

/** @param {number[]} shape */
export const zeros = (...shape) => ({ data: new Float32Array(shape.reduce((a, b) => a * b)), shape });
/** @param {number[]} shape */
export const mask = (...shape) => ({ data: new Uint8Array(shape.reduce((a, b) => a * b)), shape });

/**
 * Tests each refusal.
 * @param {[what: string, ask: () => unknown, code: import("../../web/core/errors.js").ErrorCode, message: string][]} refusals
 */
export function testRefusals(refusals) {
  for (const [what, ask, code, message] of refusals) {
    test(`refused: ${what}`, () => {
      assert.throws(ask, (error) => {
        assert.ok(error instanceof HeadscopeError);
        assert.deepEqual({ code: error.code, message: error.message }, { code, message });
        return true;
      });
    });
  }
}
