/**
 * Keeps one child for each box over a picture, at its place. The focus of a child that goes moves to the last one.
 * @param {HTMLElement} parent @param {readonly { x: number, y: number, w: number, h: number }[]} boxes in px @param {() => HTMLElement} create
 * @returns {HTMLElement[]}
 */
export function fitBoxes(parent, boxes, create) {
  const gone = [...parent.children].slice(boxes.length);
  const hadFocus = gone.some((child) => child.matches(":focus-within"));
  for (const child of gone) child.remove();
  while (parent.children.length < boxes.length) parent.append(create());
  const last = /** @type {HTMLElement | null} */ (parent.lastElementChild);
  if (hadFocus) (last?.querySelector("select") ?? last)?.focus({ preventScroll: true });
  return boxes.map(({ x, y, w, h }, i) => {
    const child = /** @type {HTMLElement} */ (parent.children[i]);
    for (const [side, length] of Object.entries({ left: x, top: y, width: w, height: h }))
      child.style.setProperty(side, `${length}px`);
    return child;
  });
}
