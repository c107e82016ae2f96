const AWAY = 10; // px from the cell

/**
 * The position of a card beside a cell: to the right, else to the left, else above or below. The card stays in the room and never covers the cell.
 * @param {import("../../kit/draw/tensor-labels.js").Box} cell
 * @param {{ w: number, h: number }} card
 * @param {{ w: number, h: number }} room
 * @returns {{ x: number, y: number }}
 */
export function placeCallout(cell, card, room) {
  const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(at, most));
  const x = within(cell.x + (cell.w - card.w) / 2, room.w - card.w);
  const y = within(cell.y + (cell.h - card.h) / 2, room.h - card.h);
  const right = cell.x + cell.w + AWAY;
  if (right + card.w <= room.w) return { x: right, y };
  if (cell.x - AWAY - card.w >= 0) return { x: cell.x - AWAY - card.w, y };
  const above = cell.y - AWAY - card.h;
  return { x, y: above >= 0 ? above : cell.y + cell.h + AWAY };
}
