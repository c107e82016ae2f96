const HIDDEN = 100; // ms: a hidden page paints no frames

/** Resolves when the next frame is painted. @returns {Promise<void>} */
export const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN);
  });
