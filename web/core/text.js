/** Strings in the form that C++ reads: concatenated UTF-8, and the byte length of each string. @param {readonly string[]} strings */
export function encodeStrings(strings) {
  const utf8 = new TextEncoder();
  const all = strings.map((string) => utf8.encode(string));
  const lengths = all.map(({ length }) => length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const each of all) {
    bytes.set(each, at);
    at += each.length;
  }
  return { bytes, lengths };
}
