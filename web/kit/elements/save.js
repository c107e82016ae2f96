const KEPT = 60_000; // ms within which a browser starts the download

/**
 * Saves a file as a download.
 * @param {BlobPart[]} parts
 * @param {string} name
 */
export function saveFile(parts, name) {
  const url = URL.createObjectURL(new Blob(parts, { type: "application/octet-stream" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}
