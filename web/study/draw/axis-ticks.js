const FEW = 6; // most steps of an axis

/**
 * Ticks between round numbers around 0 and all values.
 * @param {{ least: number, most: number }} ends of the values
 * @returns {{ ticks: number[], least: number, most: number, digits: number }} digits: decimals of a tick
 */
export function ticksOver({ least, most }) {
  const [low, high] = [Math.min(0, least), Math.max(0, most)];
  const reach = high - low || 1;
  const rough = reach / FEW;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * ([1, 2, 2.5, 5].find((each) => each * unit >= rough) ?? 10);
  const below = Math.ceil(-low / step - 1e-9);
  const above = Math.ceil((low + reach) / step - 1e-9);
  const digits = Math.max(
    0,
    Math.ceil(-Math.log10(step)) + (Number((step / unit).toFixed(1)) === 2.5 ? 1 : 0),
  );
  const ticks = Array.from({ length: below + above + 1 }, (_, i) => (i - below) * step);
  return { ticks, least: ticks[0], most: ticks[below + above], digits };
}
