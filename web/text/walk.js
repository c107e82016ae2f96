import { words } from "./words.js";

/** What stands around the steps of the walk. */
export const WALK = words("walk", {
  steps: "Steps",
  lanes: "Lanes",
  heads: "Heads",
  stepping: "Stepping",
  previous: "Previous step",
  next: "Next step",
  play: "Play",
  pause: "Pause",
  /** @param {{ at: number, of: number, name: string }} step */
  at: ({ at, of, name }) => `Step ${at} of ${of} · ${name}`,
  /** To be heard. @param {{ at: number, of: number, id: string, shape: string }} step */
  heard: ({ at, of, id, shape }) => `Step ${at} of ${of}: ${id}, ${shape}.`,
  /** @param {{ element: string, value: string }} read */
  value: ({ element, value }) => `${element} is ${value}.`,
  /** @param {{ title: string, shape: readonly number[] }} step */
  picture: ({ title, shape }) =>
    `${title}, ${shape.join(" by ")}. Enter, then arrow keys, walks the cells; with Shift they pan.`,
  /** @param {string} letters */
  notation: (letters) => `Index notation: ${letters}`,
  strides: "strides",
  offset: "offset",
  storage: "storage",
  view: "view",
  copy: "copy",
  /** What a view looks at. @param {string} id */
  of: (id) => ` of ${id}`,
  not: "not ",
  contiguous: "contiguous",
  cost: "cost",
  /** @param {{ elements: string, flops: readonly unknown[], bytes: string }} cost  flops: their number, and what they are called */
  costs: ({ elements, flops, bytes }) => [elements, " elements · ", ...flops, " · ", bytes, " bytes"],
  FLOPs: "FLOPs",
  wrong: "Try it wrong:",
  costsWhat: "What it costs",
  attention: "attention",
  colours: "Colours of attention",
  toOne: "0 to 1",
  toLargest: "to the largest",
});
