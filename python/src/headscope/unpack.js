/**
 * Reads text written by packing.py: 19 bytes of text, in characters of one, two and three bytes, are 16 bytes of deflated data.
 * script.py writes packing.py's `letters` (the characters of one byte) and `ranges` (the first characters of two and three bytes, and how
 * many there are) in front of this file.
 */
globalThis.unpacked = async ({ text, bytes }) => {
  const [DATA, TEXT] = [16, 19];
  const sizes = [letters.length, ...ranges.map(([, size]) => size)];
  const counts = [1n]; // texts of 0, 1, … bytes
  const shorter = (length, alphabets) =>
    sizes
      .slice(0, alphabets)
      .reduce((sum, size, i) => (i < length ? sum + BigInt(size) * counts[length - 1 - i] : sum), 0n);
  for (let length = 1; length <= TEXT; length++) counts.push(shorter(length, sizes.length));
  const before = counts.map((_, left) => sizes.map((_, i) => shorter(left, i)));
  const digits = new Uint8Array(128).fill(255);
  [...letters].forEach((letter, i) => (digits[letter.charCodeAt(0)] = i));

  const changed = new Error("its text was changed on the way; serve the page as UTF-8");
  const found = new DataView(new ArrayBuffer(Math.ceil(bytes / DATA) * DATA));
  let [at, number, left] = [0, 0n, TEXT];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const alphabet = code < 0x80 ? 0 : code < 0x800 ? 1 : 2;
    if (alphabet >= left || at === found.byteLength) throw changed;
    const digit = alphabet ? code - ranges[alphabet - 1][0] : digits[code];
    number += before[left][alphabet] + BigInt(digit) * counts[left - 1 - alphabet];
    left -= alphabet + 1;
    if (left > 0) continue;
    found.setBigUint64(at, number >> 64n);
    found.setBigUint64(at + 8, number);
    [at, number, left] = [at + DATA, 0n, left + TEXT];
  }
  if (at !== found.byteLength || left !== TEXT) throw changed;
  const deflated = new Blob([new Uint8Array(found.buffer, 0, bytes)]);
  return new Response(deflated.stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
};
