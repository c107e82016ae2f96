/** How readers move a page, or act on it. */
const ACTS = ["wheel", "touchstart", "pointerdown", "keydown"];
const LONGEST = 10_000; // ms

/**
 * Scrolls to an element, and again each time that the height of the element or of the page changes: what stands in them may load later. Ends when the
 * reader acts, and after ten seconds.
 * @param {Element} element
 */
export function keepAtTop(element) {
  const sizes = new ResizeObserver(() => element.scrollIntoView());
  const ended = new AbortController();
  const end = () => {
    sizes.disconnect();
    ended.abort();
  };
  for (const act of ACTS) addEventListener(act, end, { capture: true, passive: true, signal: ended.signal });
  setTimeout(end, LONGEST);
  for (const each of [element, document.body]) sizes.observe(each); // observing also reports the present sizes
}
