/** @import { Name } from "../measurements/index.js" */

/**
 * @typedef {object} Side where the measurements run
 * @property {string} name
 * @property {(name: Name, quick: boolean, say: (note: string) => void) => Promise<any>} measure what MEASUREMENTS' function of that name
 *   gives, run there
 * @property {() => Promise<void>} close
 */

export {};
