/** @import { Context } from "./index.js" */

/**
 * One run of 16 tokens through a Llama of 1.1 billion parameters in BF16, read from disk block by block: in Node alone, where a process of its
 * own tells its greatest memory.
 * @param {Context} context
 * @returns {Promise<{ milliseconds: number, memory: number } | null>} memory in bytes, Node's own included
 */
export const large = async ({ assets, say }) => (await assets.large?.(say)) ?? null;
