/**
 * @typedef {object} Timed something to be timed
 * @property {string} name
 * @property {() => unknown} run may return a promise
 * @property {(count: number) => Promise<number>} [time] milliseconds a run, of so many: of what runs elsewhere, where the way there is not counted
 *
 * @typedef {object} Effort
 * @property {number} rounds samples of each, unless that takes too long
 * @property {number} fewest rounds, however long they take
 * @property {number} budget milliseconds for all of them
 * @property {number} milliseconds that a sample takes at least
 * @property {number} warmUp milliseconds before the first sample: V8 recompiles frequent code on a thread that must find a free processor
 * @property {number} warmRuns runs before the first sample, at least
 */

/** @type {Effort} */
const WHOLE = { rounds: 51, fewest: 5, budget: 6000, milliseconds: 20, warmUp: 700, warmRuns: 3 };
/** @type {Effort} */
const QUICK = { rounds: 5, fewest: 3, budget: 1000, milliseconds: 5, warmUp: 50, warmRuns: 3 };

/** @param {boolean} quick */
export const effort = (quick) => (quick ? QUICK : WHOLE);

/**
 * Times all in turns, so that other load on the machine affects all equally.
 * @param {Timed[]} all
 * @param {Effort} effort
 * @param {(note: string) => void} say how far it is
 * @returns {Promise<number[][]>} milliseconds a run: for each of them, one of each round
 */
export async function interleave(all, effort, say) {
  const counts = [];
  let roundTime = 0;
  for (const each of all) {
    say(`warming up ${each.name}`);
    const milliseconds = await warm(each, effort);
    const count = Math.max(1, Math.ceil(effort.milliseconds / milliseconds));
    counts.push(count);
    roundTime += count * milliseconds;
  }
  const rounds = Math.min(effort.rounds, Math.max(effort.fewest, Math.floor(effort.budget / roundTime)));
  /** @type {number[][]} */
  const samples = all.map(() => []);
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`);
    await rest();
    for (const [i, each] of all.entries()) samples[i].push(await time(each, counts[i]));
  }
  return samples;
}

/** Yields to the event loop; without this, a runtime may stay in V8's first, slow code. */
const rest = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @param {Timed} timed
 * @param {Effort} effort
 * @returns {Promise<number>} milliseconds a run at the end
 */
async function warm(timed, { warmUp, warmRuns }) {
  const end = performance.now() + warmUp;
  let count = 1;
  let each = await time(timed, 1);
  for (let i = 1; i < warmRuns || performance.now() < end; i++) {
    await rest();
    count = Math.min(2 * count, Math.max(1, Math.ceil(warmUp / 8 / each)));
    each = await time(timed, count);
  }
  return each;
}

/** @param {Timed} timed @param {number} count @returns {Promise<number>} milliseconds a run */
async function time({ run, time: own }, count) {
  if (own) return own(count);
  const begun = performance.now();
  for (let i = 0; i < count; i++) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  return (performance.now() - begun) / count;
}
