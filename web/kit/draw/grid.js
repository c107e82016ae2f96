/**
 * Computes the size of cells and the number of slices per line.
 *
 * @typedef {object} Room
 * @property {number} width
 * @property {number} height        preferred height; small cells may need more
 * @property {number} [title]       height of a slice's title
 * @property {number} [top]         height above the cells for column labels
 * @property {number} [foot]        height below each slice
 * @property {number} [least]       minimum width of a slice
 * @property {boolean} [square]     whether cells are square
 * @property {number} [beside]      least number of heat maps side by side, if their windows can be small
 * @property {number} [slices]      largest number of slices; Infinity for all of them. Defaults to as many as fit
 * @property {{ cw: number, ch: number, columns: number } | null} [like]  largest size of cells, and the preferred number of columns
 * @property {number} [maxCell]
 * @property {number} [item]        item of a batch to show; defaults to all
 * @property {number} [tallest]     largest height of a cell, as a multiple of its width
 * @property {boolean} [small]      whether cells may be as small as those of heat maps
 *
 * @typedef {{ across: number, down: number }} Table  the cells of one slice
 */

const TALLEST = 3; // largest height of a cell, as a multiple of its width

export const SLICE_GAP = { x: 26, y: 12 };

/** Width in px of the smallest cell that readers can distinguish from its neighbour. @param {Room} room */
export const smallestCell = (room) => (room.square || room.small ? { w: 3, h: 3 } : { w: 3.5, h: 6 });

/**
 * Largest width of a slice in cells. Heat maps are narrower, so that several stand side by side for comparison.
 * @param {Room} room @param {number} slices
 */
export function mostAcross(room, slices) {
  const beside = room.square
    ? Math.min(room.beside || (room.width < 620 ? 2 : 3), slices, room.slices ?? 1)
    : 1;
  const width = (room.width + SLICE_GAP.x) / beside - SLICE_GAP.x;
  return Math.max(1, Math.floor(width / smallestCell(room).w));
}

/** Number of rows that fit in one line of slices. @param {Room} room */
export const mostDown = (room) =>
  Math.max(12, Math.floor((room.height - headOf(room)) / smallestCell(room).h));

/** @param {Table} table @param {Room} room */
export function mostSlices({ across, down }, room) {
  const { w, h } = smallestCell(room);
  const perRow = (room.width + SLICE_GAP.x) / (Math.max(across * w, room.least ?? 0) + SLICE_GAP.x);
  const perColumn = (room.height + SLICE_GAP.y) / (down * h + headOf(room) + SLICE_GAP.y);
  return Math.max(1, Math.floor(perRow)) * Math.max(1, Math.floor(perColumn));
}

/**
 * The grid with the largest cells. Prefers full rows if that costs little size.
 * @param {number} count @param {Table} table @param {Room} room
 */
export function fitGrid(count, table, room) {
  let best = { columns: 1, cw: 0, ch: 0, head: headOf(room), score: -1 };
  for (let columns = 1; columns <= count; columns++) {
    const lines = Math.ceil(count / columns);
    const { cw, ch, fits } = cellSize(columns, lines, table, room);
    if (
      columns > 1 &&
      (!fits.width || columns * ((room.least ?? 0) + SLICE_GAP.x) > room.width + SLICE_GAP.x)
    )
      break;
    const shape = (columns * (table.across * cw + SLICE_GAP.x)) / (lines * (table.down * ch + headOf(room)));
    const unlike = Math.abs(Math.log((shape * room.height) / room.width)); // between equally good grids, prefers the one whose shape is closest to the room's
    const fit = (fits.height ? 1 : 0.01 / lines) * (count / (columns * lines));
    const alike = room.like?.columns === columns ? 1.2 : 1;
    const score = Math.min(cw, ch) * fit * alike * (1 - 0.01 * Math.min(unlike, 5));
    if (score > best.score) best = { ...best, columns, cw, ch, score };
  }
  return best;
}

/** @param {number} columns @param {number} lines @param {Table} table @param {Room} room */
function cellSize(columns, lines, { across, down }, room) {
  const smallest = smallestCell(room);
  const largest = room.maxCell ?? 22;
  const width = (room.width - (columns - 1) * SLICE_GAP.x) / (columns * across);
  const height = (room.height - (lines - 1) * SLICE_GAP.y - lines * headOf(room)) / (lines * down);
  let cw = Math.min(width, largest, room.like?.cw ?? largest);
  let ch = Math.min(Math.max(height, smallest.h), largest, room.like?.ch ?? largest);
  if (room.square) cw = ch = Math.max(Math.min(cw, ch), smallest.w);
  else {
    ch = Math.min(ch, cw * (room.tallest ?? TALLEST));
    cw = Math.min(cw, ch * 1.5);
  }
  return { cw: snap(cw), ch: snap(ch), fits: { width: width >= smallest.w, height: height >= smallest.h } };
}

/** @param {Room} room */
const headOf = (room) => (room.title ?? 0) + (room.top ?? 0) + (room.foot ?? 0);

/** Rounds down to whole pixels, or to quarters for small sizes, for sharp edges. @param {number} v */
export const snap = (v) => (v > 8 ? Math.floor(v) : Math.floor(v * 4) / 4);

/** Gap between cells in px, smaller for small cells. @param {number} cw @param {number} ch */
export const gapBetween = (cw, ch) => (cw < 7 || ch < 5 ? 0.75 : 1);
