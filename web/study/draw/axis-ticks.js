const FEW = 6; // most steps of an axis

/**
 * Ticks from 0 to a round number that is not below the largest value.
 * @param {number} most @returns {{ ticks: number[], most: number, digits: number }} digits: decimals of a tick
 */
export function ticksTo(most) {
  const rough = (most > 0 ? most : 1) / FEW;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * ([1, 2, 2.5, 5].find((each) => each * unit >= rough) ?? 10);
  const count = Math.ceil((most > 0 ? most : 1) / step - 1e-9);
  const digits = Math.max(
    0,
    Math.ceil(-Math.log10(step)) + (Number((step / unit).toFixed(1)) === 2.5 ? 1 : 0),
  );
  return { ticks: Array.from({ length: count + 1 }, (_, i) => i * step), most: count * step, digits };
}
