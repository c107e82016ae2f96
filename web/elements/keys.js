/**
 * Space plays and pauses, left and right move a stage, Escape lets go of the selection; never in a field, and
 * never where the key already means something.
 *
 * @param {KeyboardEvent} event
 * @param {import("../state/store.js").Store} store
 */
export function handleKey(event, store) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !store.state.picture)
    return;
  const target = /** @type {Element} */ (event.composedPath()[0]);
  if (target.matches("input, select, textarea, [contenteditable]")) return;
  if (event.key === "ArrowRight") store.move(1);
  else if (event.key === "ArrowLeft") store.move(-1);
  else if (event.key === "Escape") store.letGo();
  else if (event.key === " " && !target.matches("button, a")) store.play(!store.state.playing);
  else return;
  event.preventDefault();
}
