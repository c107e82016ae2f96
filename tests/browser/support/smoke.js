import assert from "node:assert/strict";

/**
 * Asserts that the page opens, computes and draws; then steps and recomputes.
 * @param {{ goto: (url: string) => Promise<unknown>, evaluate: (body: string) => Promise<any> }} browser @param {string} url of the page
 */
export async function assertWalks(browser, url) {
  await browser.goto(`${url}?step=q_heads`);
  const opened = await browser.evaluate(`
    const element = document.querySelector("mha-explainer");
    await customElements.whenDefined("mha-explainer");
    const { shape } = await element.getTensor("q_heads");
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Parts load in turn.
    const inside = async (root, selector, has) => {
      for (;; await frame()) {
        const found = root.querySelector(selector)?.shadowRoot;
        if (found?.querySelector(has)) return found;
      }
    };
    const walk = await inside(element.shadowRoot, "mha-shape-walk", "mha-stage");
    const stage = await inside(walk, "mha-stage", "mha-figure");
    await inside(walk, "mha-words", "h2");
    await inside(walk, "mha-track", "[data-id]");
    const canvas = (await inside(stage, "mha-figure", "canvas")).querySelector("canvas");
    await frame();
    await frame();
    const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return {
      shape,
      tokens: element.tokens.length,
      title: walk.querySelector("mha-words").shadowRoot.querySelector("h2").textContent,
      stations: walk.querySelector("mha-track").shadowRoot.querySelectorAll("[data-id]").length,
      colours: new Set(pixels).size > 50,
      wide: document.documentElement.scrollWidth <= innerWidth,
    };`);
  assert.deepEqual(opened, {
    shape: [1, 8, 12, 8],
    tokens: 12,
    title: "Transpose to heads",
    stations: 19,
    colours: true,
    wide: true,
  });
  const walked = await browser.evaluate(`
    const element = document.querySelector("mha-explainer");
    const walk = element.shadowRoot.querySelector("mha-shape-walk").shadowRoot;
    const track = walk.querySelector("mha-track").shadowRoot;
    track.querySelector('[data-id="weights"]').dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
    element.causal = true;
    element.heads = 4;
    const { data, shape } = await element.getTensor("weights");
    const rows = [];
    for (let row = 0; row < data.length; row += 12) rows.push(data.slice(row, row + 12).reduce((a, b) => a + b));
    return { step: element.step, shape, upper: data[1], sums: rows.every((sum) => Math.abs(sum - 1) < 1e-5) };`);
  assert.deepEqual(walked, { step: "weights", shape: [1, 4, 12, 12], upper: 0, sums: true });
}
