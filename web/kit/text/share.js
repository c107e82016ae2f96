/**
 * A share of a whole, in decimals. A share below 1 never reads as 1: it has more decimals, or is >.9999. A share above 0 never reads as 0: it
 * is <.01. NaN and infinite numbers read as such.
 * @param {number} share
 * @param {number} [digits]  decimals of most shares
 * @param {number} [most]    decimals of a share close to 1
 */
export function shareSaid(share, digits = 2, most = 4) {
  const said = share.toFixed(digits);
  if (!Number.isFinite(share)) return said;
  if (share > 0 && Number(said) === 0) return `<${fraction(10 ** -digits, digits)}`;
  if (share >= 1 || Number(said) < 1) return said;
  if (digits < most) return shareSaid(share, digits + 1, most);
  return `>${fraction(1 - 10 ** -digits, digits)}`;
}

/** A share without the 0 before its point: .99. @param {number} share @param {number} digits */
const fraction = (share, digits) => share.toFixed(digits).replace(/^0/, "");
