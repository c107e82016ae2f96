const MOTION = { duration: 420, easing: "ease-in-out" };

/**
 * Animates the map when steps appear or disappear: stations slide to their new positions, new stations slide in, and lines fade in.
 * @param {readonly SVGElement[]} stations  with the ids of their steps
 * @param {readonly SVGElement[]} lines
 * @param {ReadonlyMap<string, number>} before  previous x of each step
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
