// Packs a long query into one parameter, z: deflated, in base64url.

const MOST = 2 ** 18; // bytes, unpacked: three sentences of 512 long words

/** @param {string} query */
export async function packQuery(query) {
  const bytes = await readStream(
    new Blob([query]).stream().pipeThrough(new CompressionStream("deflate-raw")),
  );
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `?z=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The query of a link, unpacked if necessary; empty if it cannot be unpacked. @param {string} search */
export async function unpackQuery(search) {
  const params = new URLSearchParams(search);
  const text = params.get("z");
  if (text === null) return params;
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new URLSearchParams(new TextDecoder().decode(await readStream(stream)));
  } catch (error) {
    console.warn(
      `The link's «z» could not be read (${error}): it was cut, or changed. What it said is left out.`,
    );
    return new URLSearchParams();
  }
}

/** @param {ReadableStream<Uint8Array>} stream @throws {RangeError} if the stream does not end in time */
async function readStream(stream) {
  /** @type {BlobPart[]} */
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
    size += value.length;
    if (size > MOST) throw new RangeError(`more than ${MOST} bytes`);
  }
}
