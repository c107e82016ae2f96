import { words } from "../../kit/text/words.js";

/** Words of the lab of caches. */
export const CACHE = words("labCache", {
  on: "One token on ▸",
  back: "◂ One token back",
  steps: "Tokens",
  /** @param {string} token @param {number} known */
  now: (token, known) => `“${token}”, after ${known} ${known === 1 ? "token" : "tokens"}`,
  one: "A single token has no others before it. Write a few more.",
  cross:
    "Queries and keys come from two sentences here: go back to one, and each token asks those before it.",
  latent:
    "Here a cache holds latents, and the keys are computed from them again. Set the latent to none to see a cache of keys and values.",
  figure:
    "The queries and the keys of each token in one head, the weights of the new token, and the scores that a cache saves.",
  /** @param {number} head */
  queries: (head) => `queries, head ${head}`,
  keys: "keys",
  weights: "weights of this token",
  again: "not computed again",
  read: "read from the cache",
  written: "computed now",
  /** @param {number} rows */
  rowsAgain: (rows) => `${rows} ${rows === 1 ? "row" : "rows"} of Q, K, V and scores`,
  /** @param {Readonly<Record<"kept" | "again" | "keptBytes" | "againBytes", string>>} cost */
  said: ({ kept, again, keptBytes, againBytes }) =>
    `With the cache: ${kept} FLOPs, ${keptBytes} read. Without it, all tokens once more: ${again} FLOPs, ${againBytes} read.`,
  lesson:
    "No token sees a later one, so the keys and values of the earlier ones stay as they are. Only the new token needs a query: what grows is the memory that is kept and read.",
  length: "context",
  /** @param {string} tokens */
  tokens: (tokens) => `${tokens} tokens`,
  perToken: "Bytes a token, in one layer",
  /** @param {string} length */
  inAll: (length) => `Memory of ${length} tokens, in all layers`,
  kinds: {
    many: "many key heads",
    grouped: "grouped",
    one: "one key head",
    window: "grouped, window",
    latent: "latent",
  },
  /** @param {{ name: string, supposed: boolean, kvHeads: number, dK: number, layers: number, window: string | null, rank: string | null }} model */
  detail: ({ name, supposed, kvHeads, dK, layers, window, rank }) =>
    supposed
      ? `${name}, if it had ${kvHeads === 1 ? "one key head" : `${kvHeads} key heads`}`
      : `${name}: ${rank === null ? `${kvHeads} × ${dK}` : rank}, ${window === null ? `${layers} layers` : `window ${window}`}`,
  bits: "True sizes, at 16 bits a number. The first and the third are Llama 3 with other numbers of key heads.",
  memory: "Memory by kind of attention, as bars.",
  columns: ["kind of attention", "bytes a token and layer", "bytes in all"],
});
