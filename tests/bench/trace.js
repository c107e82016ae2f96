/**
 * Main-thread time for inputs, from a trace.
 *
 * Uses a trace (CDP) instead of event timing by PerformanceObserver, which rounds to 8 ms, includes the wait
 * for the next frame, and misses work that an input defers to a later task. The clock of the main thread,
 * which stops while the thread waits or another process has its core, is read at the dispatch of the input
 * event and at the end of the last paint work (PrePaint, Paint, Layerize, Commit) before the next input. This
 * includes the core, which runs on the main thread. Wall time is reported too.
 *
 * The thread clock does not stop while a neighbour keeps the same core busy: on a shared machine, the same
 * work takes up to twice as long for seconds at a time. Each measurement therefore has several rounds. All
 * are reported; the result is the round with the fastest 95th percentile, because other load can only add
 * time.
 *
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ samples: number, median: number, p95: number, wall: { median: number, p95: number } }} Round  ms
 */

/** Rounds of a measurement, and inputs of a round. */
export const ROUNDS = 3;
export const SAMPLES = 20;

const SETTLED_MS = 70; // waiting time after an input; the slowest frame is far shorter

const PAINTS = new Set(["PrePaint", "Paint", "Layerize", "Commit"]);
const INPUTS = new Set(["keydown", "mousedown", "mousemove", "click"]);
const PRESSES = new Set(["keydown", "click"]);

/** @param {Page} page @param {number} samples @param {(i: number) => Promise<unknown>} act one input @returns {Promise<Round>} */
export async function roundOf(page, samples, act) {
  return roundFrom(timePer(await traced(page, samples, act), isInput));
}

/** Measures only presses, up to the end of the first frame that shows them, while other work goes on. @param {Page} page @param {number} samples @param {(i: number) => Promise<unknown>} act @returns {Promise<Round>} */
export async function firstFramesOf(page, samples, act) {
  return roundFrom(timePer(await traced(page, samples, act), isPress, true));
}

/** Measures every frame while the samples are taken. @param {Page} page @param {number} samples @param {(i: number) => Promise<unknown>} act @returns {Promise<Round>} */
export async function framesOf(page, samples, act) {
  return roundFrom(timePer(await traced(page, samples, act), ({ name }) => name === "FireAnimationFrame"));
}

/**
 * Durations of the main thread's tasks, in ms of its clock, beginning with the first script of the page. A
 * long task delays inputs.
 * @param {Page} page @param {() => Promise<unknown>} act @returns {Promise<number[]>}
 */
export async function tasksOf(page, act) {
  const events = await traced(page, 1, act, ["devtools.timeline", "toplevel"]);
  const first = events.find(({ name }) => name === "v8.evaluateModule");
  if (!first) throw new Error("no module ran on the page");
  const all = events
    .filter(({ ph, pid, tid }) => ph === "X" && pid === first.pid && tid === first.tid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  let end = 0;
  const tasks = all.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false; // nested in another task
    end = ts + dur;
    return end > first.ts;
  });
  return tasks.map(({ tdur = 0 }) => tdur / 1000);
}

/** @param {{ work: number, wall: number }[]} durations @returns {Round} */
function roundFrom(durations) {
  const work = summary(durations.map((each) => each.work));
  return { samples: durations.length, ...work, wall: summary(durations.map((each) => each.wall)) };
}

/** @param {Page} page @param {number} samples @param {(i: number) => Promise<unknown>} act @param {string[]} [categories] */
async function traced(page, samples, act, categories = ["devtools.timeline"]) {
  const session = await page.context().newCDPSession(page);
  /** @type {TraceEvent[]} */
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(.../** @type {any} */ (value)));
  await session.send("Tracing.start", {
    traceConfig: { includedCategories: categories },
    transferMode: "ReportEvents",
  });
  for (let i = 0; i < samples; i++) {
    await act(i);
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  }
  const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await done;
  await session.detach();
  return events;
}

/** @typedef {{ name: string, ph: string, ts: number, dur?: number, tts: number, tdur?: number, pid: number, tid: number, args: any }} TraceEvent  µs, t… by the thread's clock */

/** @param {TraceEvent} event */
const isInput = ({ name, args }) => name === "EventDispatch" && INPUTS.has(args.data?.type);

/** Whether an event is the start of a frame, as requested by Chromium or as performed. @param {TraceEvent} event */
const isFrame = ({ name, ph }) =>
  (name === "AnimationFrame::Render" && ph === "b") || name === "BeginMainThreadFrame";

/** Whether an event begins a press of a button; the pointer's movement there does not count. @param {TraceEvent} event */
const isPress = ({ name, args }) => name === "EventDispatch" && PRESSES.has(args.data?.type);

/**
 * Times from each such event to the last paint before the next event, in ms. @param {TraceEvent[]} events
 * @param {(event: TraceEvent) => boolean} isStart @param {boolean} [isFirst] only to the end of the first
 * frame after it: what follows is other work @returns {{ work: number, wall: number }[]}
 */
function timePer(events, isStart, isFirst = false) {
  const inputs = events.filter(isStart);
  const { pid, tid } = inputs[0];
  const paints = events.filter((event) => event.pid === pid && event.tid === tid && PAINTS.has(event.name));
  inputs.sort((a, b) => a.ts - b.ts);
  const frames = events
    .filter((event) => event.pid === pid && event.tid === tid && isFrame(event))
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const secondFrame = (/** @type {TraceEvent} */ { ts }) =>
    frames.filter((frame) => frame > ts)[1] ?? Infinity;
  return inputs.flatMap((input, i) => {
    const next = Math.min(inputs[i + 1]?.ts ?? Infinity, isFirst ? secondFrame(input) : Infinity);
    const last = paints
      .filter(({ ts }) => ts >= input.ts && ts < next)
      .sort((a, b) => a.ts - b.ts)
      .at(-1);
    if (!last) return []; // the screen did not change
    const work = last.tts + (last.tdur ?? 0) - input.tts;
    const wall = last.ts + (last.dur ?? 0) - input.ts;
    return [{ work: work / 1000, wall: wall / 1000 }];
  });
}

/** @param {number[]} durations */
function summary(durations) {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  return { median: at(0.5), p95: at(0.95) };
}
