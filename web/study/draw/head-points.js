import { decimals } from "../../kit/draw/legend.js";
import { path, rect, text } from "../../kit/draw/marks.js";
import { unpackColour } from "../../kit/draw/palette.js";
import { shortHeadName } from "../../kit/text/head-names.js";
import { isSamePlace } from "../state/study-types.js";
import { ticksOver } from "./axis-ticks.js";

/**
 * Heads as points in the plane of two measures. A point's cross is the 95 % interval of both means.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../state/study-types.js").Head} Head
 *
 * @typedef {object} Point
 * @property {Head} head
 * @property {number} x
 * @property {number} y
 * @property {number} halfX  NaN without an interval
 * @property {number} halfY
 * @property {string | null} name  of a head that stands out, drawn where there is room
 *
 * @typedef {object} Points
 * @property {readonly Point[]} points  those that have both measures
 * @property {number} layers
 * @property {Record<"x" | "y", Ends>} ends  values that the axes reach, which two pictures may share
 * @property {readonly Head[]} brushed
 * @property {Head} selected
 * @property {{ x: number, y: number, said: (axis: "x" | "y") => string }} even  what attention that is spread evenly has; NaN for none
 * @property {{ x: string, y: string } | null} titles  of the axes, with a legend, for a file
 * @property {(layer: number) => string} layerName
 *
 * @typedef {{ least: number, most: number }} Ends
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * @typedef {import("../../kit/draw/marks.js").Scene & { at: readonly { head: Head, x: number, y: number }[], box: Box, radius: number }} PointsScene
 */

const LEFT = 46; // px for the numbers of the upright axis
const RIGHT = 14;
const TOP = 12;
const TITLE = 22; // px of an axis title in a file
const BELOW = 30; // px for the numbers of the level axis
const LEGEND = 22; // px a line
const HIGH = { least: 280, most: 470, share: 0.84 }; // px, px, of the width
const NAME = { size: 12.5, high: 16, gap: 8 }; // px

/** Colours of layers from the first to the last: the part of viridis that reads on the paper. @param {import("../../kit/draw/palette.js").Palette} palette @param {number} layers */
export function layerColours(palette, layers) {
  const ramp = palette.colormap("viridis");
  const [from, to] = palette.dark ? [110, 255] : [0, 142];
  return Array.from({ length: layers }, (_, layer) =>
    unpackColour(ramp[Math.round(from + ((to - from) * layer) / Math.max(1, layers - 1))]),
  );
}

/** @param {Points} of @param {Surface} surface @returns {PointsScene} */
export function pointsScene(of, surface) {
  const { points, layers, ends, titles } = of;
  const { width, palette } = surface;
  const up = TOP + (titles ? TITLE : 0);
  const box = {
    ...{ x: LEFT, y: up, w: Math.max(40, width - LEFT - RIGHT) },
    h: Math.round(Math.max(HIGH.least, Math.min(HIGH.most, width * HIGH.share))),
  };
  const axes = { x: ticksOver(ends.x), y: ticksOver(ends.y) };
  const share = (/** @type {number} */ value, /** @type {Ends} */ { least, most }) =>
    (value - least) / (most - least);
  const across = (/** @type {number} */ value) => box.x + share(value, axes.x) * box.w;
  const down = (/** @type {number} */ value) => box.y + box.h - share(value, axes.y) * box.h;
  const radius = points.length > 256 ? 3 : points.length > 64 ? 4 : 5.5;
  const at = points.map((point) => ({ head: point.head, x: across(point.x), y: down(point.y) }));
  const colours = layerColours(palette, layers);
  const below = box.y + box.h + BELOW + (titles ? TITLE : 0);
  const legend = titles ? legendOf(of, surface, colours, below) : { marks: [], height: 0 };
  const chosen = new Set(of.brushed.map(({ layer, head }) => shortHeadName(layer, head)));
  const isDim = points.map(
    ({ head: { layer, head } }) => chosen.size > 0 && !chosen.has(shortHeadName(layer, head)),
  );
  return {
    ...{ width, height: below + legend.height, at, box, radius },
    marks: [
      ...axisMarks(axes, box, { across, down }, palette),
      ...evenMarks(of.even, { box, across, down }, surface),
      ...(titles ? titleMarks(titles, box, up, palette) : []),
      ...layersOf(points, layers).flatMap((own, layer) =>
        [false, true].flatMap((faded) => {
          const shown = own.filter((i) => isDim[i] === faded);
          return shown.length
            ? pointMarks(points, at, shown, {
                across,
                down,
                radius,
                box,
                fill: colours[layer],
                paper: palette.paper,
                faded,
              })
            : [];
        }),
      ),
      ...nameMarks(of, at, box, radius, surface),
      ...legend.marks,
    ],
  };
}

/** The largest values with their intervals, and the smallest if some are below 0. @param {readonly Point[]} points @returns {Record<"x" | "y", Ends>} */
export function endsOf(points) {
  const ends = (/** @type {"x" | "y"} */ axis, /** @type {"halfX" | "halfY"} */ half) => {
    const over = points.map((each) => each[axis] + (each[half] || 0));
    const below = points.filter((each) => each[axis] < 0).map((each) => each[axis] - (each[half] || 0));
    return { least: Math.min(0, ...below), most: Math.max(0, ...over) };
  };
  return { x: ends("x", "halfX"), y: ends("y", "halfY") };
}

/** Places of the points of each layer. @param {readonly Point[]} points @param {number} layers */
function layersOf(points, layers) {
  const own = Array.from({ length: layers }, () => /** @type {number[]} */ ([]));
  points.forEach(({ head }, i) => own[head.layer].push(i));
  return own;
}

/**
 * Points of a layer, and their crosses: a path each, since a mark for every head would take long to paint.
 * @param {readonly Point[]} points @param {PointsScene["at"]} at @param {readonly number[]} shown
 * @param {{ across: (value: number) => number, down: (value: number) => number, radius: number, box: Box, fill: string, paper: string, faded: boolean }} how
 * @returns {Mark[]}
 */
function pointMarks(points, at, shown, { across, down, radius, box, fill, paper, faded }) {
  const bound = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
    px(Math.max(low, Math.min(high, value)));
  const crosses = shown.map((i) => {
    const { x, y, halfX, halfY } = points[i];
    const level = `M${bound(across(x - (halfX || 0)), box.x, box.x + box.w)} ${px(at[i].y)}H${bound(across(x + (halfX || 0)), box.x, box.x + box.w)}`;
    const upright = `M${px(at[i].x)} ${bound(down(y - (halfY || 0)), box.y, box.y + box.h)}V${bound(down(y + (halfY || 0)), box.y, box.y + box.h)}`;
    return level + upright;
  });
  const circles = shown.map((i) => circle(at[i], radius));
  const alpha = faded ? 0.25 : 1;
  return [
    path({ d: crosses.join(""), stroke: fill, line: 1.25, alpha: faded ? 0.15 : 0.55 }),
    path({ d: circles.join(""), fill, stroke: paper, line: 1, alpha }),
  ];
}

/** A coordinate with a digit of a px less: paths of a thousand points stay short. @param {number} value */
const px = (value) => Math.round(value * 10) / 10;

/** @param {{ x: number, y: number }} at @param {number} r */
const circle = ({ x, y }, r) =>
  `M${px(x - r)} ${px(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/**
 * @param {{ x: ReturnType<typeof ticksOver>, y: ReturnType<typeof ticksOver> }} axes @param {Box} box
 * @param {{ across: (value: number) => number, down: (value: number) => number }} place @param {import("../../kit/draw/palette.js").Palette} palette @returns {Mark[]}
 */
function axisMarks(axes, box, { across, down }, { hairline, muted }) {
  const every = Math.ceil(44 / (box.w / Math.max(1, axes.x.ticks.length - 1)));
  const lineAt = (/** @type {number} */ tick, /** @type {Ends} */ { least }) =>
    tick === 0 && least < 0 ? muted : hairline;
  return [
    ...axes.y.ticks.flatMap((tick) => [
      path({ d: `M${box.x} ${px(down(tick))}h${box.w}`, stroke: lineAt(tick, axes.y) }),
      text({
        x: box.x - 8,
        y: down(tick) + 4,
        text: decimals(tick, axes.y.digits),
        align: "end",
        fill: muted,
      }),
    ]),
    ...axes.x.ticks.flatMap((tick, i) => [
      path({ d: `M${px(across(tick))} ${box.y}v${box.h}`, stroke: lineAt(tick, axes.x) }),
      ...(i % every
        ? []
        : [
            text({
              x: across(tick),
              y: box.y + box.h + 18,
              text: decimals(tick, axes.x.digits),
              align: "middle",
              fill: muted,
            }),
          ]),
    ]),
  ];
}

/**
 * Dashed lines where a head would stand whose attention is spread evenly.
 * @param {Points["even"]} even @param {{ box: Box, across: (value: number) => number, down: (value: number) => number }} at @param {Surface} surface @returns {Mark[]}
 */
function evenMarks({ x, y, said }, { box, across, down }, { palette: { muted } }) {
  const [right, top] = [box.x + box.w, box.y];
  const label = { fill: muted, size: 11 };
  const [level, upright] = [down(y), across(x)];
  return [
    ...(level >= top && level <= top + box.h
      ? [
          path({ d: dashes(box.w, (from) => `M${px(box.x + from)} ${px(level)}h${DASH}`), stroke: muted }),
          text({ ...label, x: right - 2, y: level - 4, text: said("y"), align: "end" }),
        ]
      : []),
    ...(upright >= box.x && upright <= right
      ? [
          path({ d: dashes(box.h, (from) => `M${px(upright)} ${px(top + from)}v${DASH}`), stroke: muted }),
          text({ ...label, x: upright + 4, y: top + 10, text: said("x") }),
        ]
      : []),
  ];
}

const DASH = 4; // px of a dash and of a gap

/** @param {number} length @param {(from: number) => string} dash */
const dashes = (length, dash) =>
  Array.from({ length: Math.floor(length / (2 * DASH)) }, (_, i) => dash(2 * DASH * i)).join("");

/** @param {{ x: string, y: string }} titles @param {Box} box @param {number} top @param {import("../../kit/draw/palette.js").Palette} palette @returns {Mark[]} */
const titleMarks = (titles, box, top, { ink }) => [
  text({ x: box.x, y: top - 10, text: titles.y, fill: ink, size: 13 }),
  text({ x: box.x + box.w, y: box.y + box.h + BELOW + 8, text: titles.x, fill: ink, size: 13, align: "end" }),
];

/**
 * Names of the heads that stand out, right or left of their points, where they touch no other name and no point. The selected head is named first.
 * @param {Points} of @param {PointsScene["at"]} at @param {Box} box @param {number} radius @param {Surface} surface @returns {Mark[]}
 */
function nameMarks({ points, selected }, at, box, radius, { palette, measure }) {
  const order = points
    .map((point, i) => ({ point, i, isSelected: isSamePlace(point.head, selected) }))
    .filter(({ point, isSelected }) => point.name || isSelected)
    .sort((a, b) => Number(b.isSelected) - Number(a.isSelected));
  /** @type {Box[]} */
  const taken = at.map(({ x, y }) => ({ x: x - radius, y: y - radius, w: 2 * radius, h: 2 * radius }));
  return order.flatMap(({ point, i, isSelected }) => {
    const { layer, head } = point.head;
    const said = [shortHeadName(layer, head), ...(point.name ? [point.name] : [])].join(" · ");
    const wide = measure(said, NAME.size, isSelected);
    const { x, y } = at[i];
    const ring = isSelected ? [path({ d: circle(at[i], radius + 4), stroke: palette.ink, line: 2 })] : [];
    const off = radius + NAME.gap + (isSelected ? 3 : 0);
    const places = [0, -12, 12].flatMap((by) => [
      { x: x + off, y: y - NAME.high / 2 + by, w: wide, h: NAME.high },
      { x: x - off - wide, y: y - NAME.high / 2 + by, w: wide, h: NAME.high },
    ]);
    const isFree = (/** @type {Box} */ place) =>
      place.x >= box.x &&
      place.x + place.w <= box.x + box.w + RIGHT &&
      place.y >= 0 &&
      place.y + place.h <= box.y + box.h &&
      !taken.some((each) => touches(each, place));
    const place = places.find(isFree);
    if (!place) return ring;
    taken.push(place);
    const fill = palette.ink;
    return [
      ...ring,
      text({ x: place.x, y: place.y + 12, text: said, fill, size: NAME.size, bold: isSelected }),
    ];
  });
}

/** @param {Box} a @param {Box} b */
const touches = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

export const SEVERAL = 12; // layers, from which the legend is a bar

/** @param {Points} of @param {Surface} surface @param {readonly string[]} colours @param {number} top @returns {{ marks: Mark[], height: number }} */
function legendOf({ layers, layerName }, { palette, measure, width }, colours, top) {
  const label = { fill: palette.muted, size: 12.5 };
  if (layers > SEVERAL) {
    const [first, last] = [layerName(0), layerName(layers - 1)];
    const x = LEFT + measure(first) + 8;
    const each = Math.max(3, Math.floor(160 / layers));
    const bars = colours.map((fill, i) => rect({ x: x + i * each, y: top + 3, w: each, h: 9, fill }));
    const end = x + layers * each + 8;
    return {
      height: LEGEND,
      marks: [
        text({ ...label, x: LEFT, y: top + 12, text: first }),
        ...bars,
        text({ ...label, x: end, y: top + 12, text: last }),
      ],
    };
  }
  let [x, y] = [LEFT, top];
  const marks = colours.flatMap((fill, layer) => {
    const said = layerName(layer);
    const wide = 14 + measure(said) + 16;
    if (x > LEFT && x + wide > width) [x, y] = [LEFT, y + LEGEND];
    const own = [
      path({ d: circle({ x: x + 5, y: y + 8 }, 4.5), fill }),
      text({ ...label, x: x + 14, y: y + 12, text: said }),
    ];
    x += wide;
    return own;
  });
  return { marks, height: y + LEGEND - top };
}

/** The scene with a head marked under the pointer, and the frame of a brush. @param {PointsScene} scene @param {{ pointed: Head | null, brush: Box | null }} over @param {Surface} surface @returns {PointsScene} */
export function withPointer(scene, { pointed, brush }, { palette }) {
  const at = pointed && scene.at.find(({ head }) => isSamePlace(head, pointed));
  const { ink } = palette;
  return {
    ...scene,
    marks: [
      ...scene.marks,
      ...(at ? [path({ d: circle(at, scene.radius + 3), stroke: ink, line: 1.5 })] : []),
      ...(brush ? [rect({ ...brush, stroke: ink, line: 1, radius: 1 })] : []),
    ],
  };
}

const REACH = 14; // px from a point at which it is still hit

/** The head nearest to a position. @param {PointsScene} scene @param {number} x @param {number} y @returns {Head | null} */
export function headAt({ at }, x, y) {
  let best = null;
  let least = REACH ** 2;
  for (const each of at) {
    const far = (each.x - x) ** 2 + (each.y - y) ** 2;
    if (far <= least) [best, least] = [each.head, far];
  }
  return best;
}

/** Heads in a frame. @param {PointsScene} scene @param {Box} frame @returns {Head[]} */
export const headsIn = ({ at }, { x, y, w, h }) =>
  at
    .filter((each) => each.x >= x && each.x <= x + w && each.y >= y && each.y <= y + h)
    .map(({ head }) => head);

/**
 * The nearest head in the direction of an arrow key; the same if there is none.
 * @param {PointsScene} scene @param {Head} from @param {{ dx: number, dy: number }} by @returns {Head}
 */
export function headToward({ at }, from, { dx, dy }) {
  const here = at.find(({ head }) => isSamePlace(head, from));
  if (!here) return at[0]?.head ?? from;
  const others = at
    .map((each) => {
      const [x, y] = [each.x - here.x, each.y - here.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      return { head: each.head, along, cost: along + 2 * aside };
    })
    .filter(({ along, cost }) => along > 0.5 && cost <= 5 * along);
  return others.sort((a, b) => a.cost - b.cost)[0]?.head ?? from;
}
