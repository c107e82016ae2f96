/**
 * Bytes from text as packing.py writes it: six bytes of text, of characters of one byte and of two, are five bytes, which are deflated.
 * letters, first and counts are packing.py's LETTERS, FIRST and COUNTS, which script.py writes in front of this file.
 */
globalThis.unpacked = async ({ text, bytes }) => {
  const found = new Uint8Array(Math.ceil(bytes / 5) * 5);
  const digit = new Uint8Array(128).fill(255);
  [...letters].forEach((letter, i) => (digit[letter.charCodeAt(0)] = i));
  let [at, number, left] = [0, 0, 6];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    number +=
      code < 128
        ? digit[code] * counts[left - 1]
        : letters.length * counts[left - 1] + (code - first) * counts[left - 2];
    left -= code < 128 ? 1 : 2;
    if (left > 0) continue;
    for (let k = 4; k >= 0; k--, number = Math.floor(number / 256)) found[at + k] = number % 256;
    [at, number, left] = [at + 5, 0, left + 6];
  }
  if (at !== found.length || left !== 6)
    throw new Error("its text was changed on the way; serve the page as UTF-8");
  const deflated = new Blob([found.subarray(0, bytes)]);
  return new Response(deflated.stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
};
