/**
 * Space plays and pauses, left and right move a stage, Escape lets go of the selection; never in a field, and
 * never where the key already means something.
 *
 * @param {KeyboardEvent} event
 * @param {import("../../state/store.js").Store} store
 */
export function handleKey(event, store) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !store.state.picture)
    return;
  const target = /** @type {Element} */ (event.composedPath()[0]);
  if (target.matches("input, select, textarea, [contenteditable]")) return;
  if (/^Arrow/.test(event.key) && target.matches(".scroll") && target.scrollWidth > target.clientWidth)
    return;
  if (event.key === "ArrowRight") store.move(1);
  else if (event.key === "ArrowLeft") store.move(-1);
  else if (event.key === "Escape") store.letGo();
  else if (event.key === " " && !target.matches("button, a, summary")) store.play(!store.state.playing);
  else return;
  event.preventDefault();
}

/**
 * Where an arrow, Home or End leads among `count` in a row, round its ends; null for other keys. What it leads to takes the key: it means
 * nothing else then.
 * @param {KeyboardEvent} event
 * @param {number} at
 * @param {number} count
 */
export function keyLeads(event, at, count) {
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[event.key];
  if (to === undefined || !count) return null;
  event.preventDefault();
  event.stopPropagation();
  return (to + count) % count;
}
