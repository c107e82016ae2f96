/** Places of the patches that are painted black, counted among all tokens. @param {string} painted such as "1,2,8" */
export const paintedIn = (painted) =>
  painted
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);

/** The setting with a patch painted, or not. @param {string} painted @param {number} token @param {boolean} isPainted */
export function withPainted(painted, token, isPainted) {
  const others = paintedIn(painted).filter((each) => each !== token);
  return (isPainted ? [...others, token].sort((a, b) => a - b) : others).join(",");
}
