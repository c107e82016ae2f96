// A chapter that arrives in two parts: the text is painted before the figure has arrived.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { listen, serve } from "../../tools/lib/server.mjs";
import { painted } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { WATCH_SHIFTS, assertSteady, shiftsOf } from "./support/shifts.js";

const browser = useBrowser();

test("on a phone, nothing moves when the figure arrives after the text", async () => {
  const site = serve([inRoot("build/site")]);
  const html = readFileSync(inRoot("build/site/learn/cost.html"), "utf8");
  const at = html.indexOf("<aside");
  let sendRest = () => {};
  const server = createServer((request, response) => {
    if (!request.url?.endsWith("cost.html")) return site.emit("request", request, response);
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.write(html.slice(0, at));
    sendRest = () => response.end(html.slice(at));
  });
  const port = await listen(server, 0);
  try {
    const { page, close } = await browser.open("icon.svg", {
      viewport: { width: 390, height: 844 },
      reducedMotion: "reduce",
      first: WATCH_SHIFTS,
    });
    await page.goto(`http://127.0.0.1:${port}/learn/cost.html`, { waitUntil: "commit" });
    await page.locator("h1").waitFor();
    assert.equal(await page.locator("aside").count(), 0, "the figure has not arrived");
    sendRest();
    await page.locator("aside").waitFor();
    await page.locator("mha-predict legend").first().waitFor();
    await painted(page);
    assertSteady(await shiftsOf(page));
    await close();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
