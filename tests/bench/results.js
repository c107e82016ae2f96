/**
 * @typedef {object} Results all that a run measured
 * @property {string} date of the day, "2026-11-21"
 * @property {boolean} quick
 * @property {boolean} [busy] beside a busy loop
 * @property {{ cpu: string, cores: number }} machine
 * @property {Record<string, string>} versions
 * @property {{ name: string, measured: Partial<import("./measurements/index.js").Measured> }[]} sides
 * @property {Awaited<ReturnType<typeof import("./page.js").measurePage>>} [page] in Chromium
 */

export {};
