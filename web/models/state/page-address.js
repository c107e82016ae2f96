const INDEX = "model.safetensors.index.json";
const WEIGHTS = "model.safetensors";

/**
 * Fetches the files of a checkpoint from a folder of an author's host. A folder of several files of weights has model.safetensors.index.json.
 * @param {string | URL} folder  its address @param {AbortSignal} signal
 * @returns {Promise<Record<string, Blob>>}
 */
export async function filesAt(folder, signal) {
  const base = new URL(String(folder).replace(/\/?$/, "/"), document.baseURI);
  const fetched = async (/** @type {string} */ name) => {
    const response = await fetch(new URL(name, base), { signal });
    return response.ok ? /** @type {const} */ ([name, await response.blob()]) : null;
  };
  const found = await Promise.all(["config.json", "tokenizer.json", WEIGHTS].map(fetched));
  if (!found[2]) found.push(...(await shards(fetched)));
  return Object.fromEntries(found.filter((each) => each !== null));
}

/** @param {(name: string) => Promise<readonly [string, Blob] | null>} fetched */
async function shards(fetched) {
  const index = await fetched(INDEX);
  if (!index) return [];
  const { weight_map: map = {} } = JSON.parse(await index[1].text());
  return [index, ...(await Promise.all([...new Set(Object.values(map))].map(fetched)))];
}
