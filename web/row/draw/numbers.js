import { decimals } from "../../kit/draw/legend.js";
import { shareSaid } from "../../kit/text/share.js";

/** A score with one decimal; “hidden” marks are left to the caller. @param {number} score */
export const scoreSaid = (score) => decimals(score, 1);

/** A share without the 0 before its point: .819. @param {number} share @param {number} [digits] */
export const shortShare = (share, digits = 3) => shareSaid(share, digits).replace(/^0/, "");

const ROUNDING = 1e-5; // error of a sum of shares in single precision

/** The sum of the shares of a row. @param {number} total */
export const totalSaid = (total) => (Math.abs(total - 1) < ROUNDING ? "1" : shortShare(total));
