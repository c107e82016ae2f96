/**
 * A share of a whole, in decimals. A share below 1 never reads as 1: it has more decimals, or is >.9999. A share above 0 never reads as 0: it
 * is <.01. A share below 0 has a true minus sign, and none if it rounds to 0. NaN and infinite numbers read as such.
 * @param {number} share
 * @param {number} [digits]  decimals of most shares
 * @param {number} [most]    decimals of a share close to 1
 */
export function shareSaid(share, digits = 2, most = 4) {
  const said = share.toFixed(digits);
  if (!Number.isFinite(share)) return said;
  if (share < 0) return said.replace(/^-(?=0\.?0*$)/, "").replace("-", "−");
  if (share > 0 && Number(said) === 0) return `<${fraction(10 ** -digits, digits)}`;
  if (share >= 1 || Number(said) < 1) return said;
  if (digits < most) return shareSaid(share, digits + 1, most);
  return `>${fraction(1 - 10 ** -digits, digits)}`;
}

/** A share in at most four characters, for cells and titles: 0.93, >.99 or <.01. @param {number} share */
export const shareInFour = (share) => shareSaid(share, 2, 2);

/**
 * A share in at most three characters, for narrow cells: .93. A share below 1 becomes .99 at most; a share that rounds to 0 becomes an empty text.
 * @param {number} share
 */
export function shareInThree(share) {
  if (Math.abs(share) < 0.005) return "";
  const said = (share < 1 ? Math.min(share, 0.99) : share).toFixed(2);
  return said.replace(/^(-?)0\./, "$1.").replace(/^1\.00$/, "1.0");
}

/** A share without the 0 before its point: .99. @param {number} share @param {number} digits */
const fraction = (share, digits) => withoutZero(share.toFixed(digits));

/** A number without the 0 before its point. @param {string} said */
export const withoutZero = (said) => said.replace(/^0/, "");

/** A share as shareSaid() gives it, without the 0 before its point: .819. @param {number} share @param {number} [digits] */
export const shortShare = (share, digits) => withoutZero(shareSaid(share, digits));

const ROUNDING = 1e-5; // error of a sum of shares in single precision

/** The sum of shares: 1, or less if other columns have a part. @param {number} total */
export const sharesTotal = (total) => (Math.abs(total - 1) < ROUNDING ? "1" : shortShare(total, 3));
