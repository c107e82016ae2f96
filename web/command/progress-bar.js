const WIDE = 30; // columns

/**
 * A bar on a terminal; nothing elsewhere.
 * @param {Pick<NodeJS.WriteStream, "isTTY" | "write">} stream
 */
export function progressBar(stream) {
  const put = (/** @type {string} */ text) => void (stream.isTTY && stream.write(text));
  return {
    /** @param {{ done: number, total: number }} progress */
    show({ done, total }) {
      const filled = Math.round((WIDE * done) / total);
      put(`\r${"█".repeat(filled)}${"░".repeat(WIDE - filled)} ${done}/${total}`);
    },
    clear: () => put("\r\x1b[K"),
  };
}
