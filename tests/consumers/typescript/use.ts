// Code of a TypeScript user of the package. Only types are checked.
import "headscope";
import { HeadscopeError, loadCore, type Step } from "headscope/core";
import { check, type GivenArrays } from "headscope/check";

export async function headShape(words: string[]): Promise<readonly number[]> {
  const core = await loadCore();
  const layer = core.createLayer({ dModel: 64, numHeads: 8, init: "constructed" });
  const run = layer.forward({ query: core.embed(words, { dModel: 64, seed: 1 }), causal: true });
  const split: Step | undefined = run.steps.find((step) => step.id === "q_heads");
  const output: Float32Array = run.output.data;
  if (!split) throw new Error(`no step for ${output.length} numbers`);
  // @ts-expect-error: a layer has no such option
  core.createLayer({ dModel: 64, heads: 8 });
  return split.shape;
}

/** The findings of a check are data with types. */
export async function mistakeIn(arrays: GivenArrays): Promise<string | null> {
  const { parts, path, steps, report } = await check({
    ...arrays,
    num_heads: 8,
    x: { data: new Float32Array(4), shape: [2, 2] },
  });
  const far: number | undefined = steps.find(({ name }) => name === parts)?.beside?.difference;
  // @ts-expect-error: an array is no object of other things
  await check({ x: { data: [1, 2], size: 2 } });
  return path ? `${path.id} ${path.of.join()} ${path.also.length} ${far}` : parts && report;
}

export const isOurs = (error: unknown) => error instanceof HeadscopeError && error.code === "shape";

/** Elements are classes with typed properties and typed events. */
export function watch(told: (text: string) => void) {
  const element = document.createElement("mha-explainer");
  element.kvHeads = null;
  element.tokens = ["a", "b"];
  element.addEventListener("statechange", ({ detail }) => told(detail.changed.join()));
  element.addEventListener("error", ({ detail }) => told(detail.code));
  element.addEventListener("click", ({ clientX }) => told(`${clientX}`));
  // @ts-expect-error: no view is called that
  element.view = "all";
  // @ts-expect-error: a change of state has no such detail
  element.addEventListener("statechange", ({ detail }) => told(detail.chosen));
  return element.goTo("scores").then(() => element.getTensor("scores")) satisfies Promise<{
    shape: readonly number[];
  }>;
}
