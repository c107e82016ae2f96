import { effort, interleave } from "../interleave.js";

/** @import { Context } from "./index.js" */

const SIZE = 512;
const PEAK_TURNS = 100_000;

/**
 * The product of two 512 x 512 matrices, and the peak rate of multiplications and additions in 128-bit SIMD:
 * the best of several numbers of independent chains.
 * @param {Context} context
 */
export async function kernel({ assets, quick, say }) {
  const { instance } = await WebAssembly.instantiate(assets.probe);
  const probe = /** @type {Record<string, any>} */ (instance.exports);
  probe._initialize();
  probe.speed_prepare(SIZE);
  const peaks = Array.from({ length: probe.speed_peaks() }, (_, i) => ({
    name: `peak ${i + 1}`,
    flops: PEAK_TURNS * probe.speed_peak_flops(i),
    run: () => probe.speed_peak(i, PEAK_TURNS, 0.999, 0.001),
  }));
  const product = { name: "product", flops: 2 * SIZE ** 3, run: () => probe.speed_product() };
  const all = [product, ...peaks];
  const samples = await interleave(all, effort(quick), say);
  // Takes the best of all rounds on both sides: other load can only lower a rate.
  const [gflops, ...peakRates] = samples.map((of, i) => all[i].flops / Math.min(...of) / 1e6);
  const peakGflops = Math.max(...peakRates);
  return { size: SIZE, gflops, peakGflops, share: gflops / peakGflops };
}
