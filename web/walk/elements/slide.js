const MOTION = { duration: 420, easing: "ease-in-out" };

/**
 * Where steps have come or gone, what stays slides to its new place and what is new slides in; a line fades in where it now runs.
 * @param {readonly SVGElement[]} stations  with their steps' ids
 * @param {readonly SVGElement[]} lines
 * @param {ReadonlyMap<string, number>} before  x of each step, as it was
 * @param {ReadonlyMap<string, number>} after
 */
export function slide(stations, lines, before, after) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const station of stations) {
    const id = station.dataset.id ?? "";
    const from = before.get(id);
    const start =
      from === undefined
        ? { opacity: 0, transform: "translateY(-16px)" }
        : { transform: `translateX(${from - (after.get(id) ?? 0)}px)` };
    station.animate([start, {}], MOTION);
  }
  for (const line of lines) line.animate([{ opacity: 0 }, {}], MOTION);
}
