/** The bytes of a downloaded file. @param {import("playwright-core").Download} download */
export async function bytesOf(download) {
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
