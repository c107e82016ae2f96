const KEPT = 60_000; // ms that a browser may take to begin with it

/**
 * Saves a file as a reader's own download.
 * @param {BlobPart[]} parts
 * @param {string} name
 */
export function saveFile(parts, name) {
  const url = URL.createObjectURL(new Blob(parts, { type: "application/octet-stream" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}
