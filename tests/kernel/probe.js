/**
 * Runs all groups of the probe in WebAssembly. Uses nothing outside this function, because its text is also
 * sent to a browser.
 * @param {Uint8Array<ArrayBuffer>} bytes of headscope_probe.wasm
 * @returns {Promise<string[]>} a line of each part, as the native probe (main.cpp) writes them
 */
export async function runProbe(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes);
  const probe = /** @type {Record<string, any>} */ (instance.exports);
  probe._initialize();
  /** @param {number} address */
  const text = (address) => {
    const from = new Uint8Array(probe.memory.buffer, address);
    return new TextDecoder().decode(from.subarray(0, from.indexOf(0)));
  };
  const lines = [];
  for (let group = 0; group < probe.probe_groups(); group++) {
    for (let part = 1; part <= probe.probe_parts(group); part++) {
      const wrong = probe.probe_run(group, part);
      const digest = BigInt.asUintN(64, probe.probe_digest()).toString(16).padStart(16, "0");
      lines.push(`${text(probe.probe_name(group))} ${part}\t${digest}\t${wrong}`);
    }
  }
  return lines;
}
