// headscope/oembed: answers of an oEmbed provider, and the files that the build writes for a static host.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { constants, deflateRawSync } from "node:zlib";
import { writeOembed } from "../../tools/lib/oembed-files.mjs";
import { EMBEDDABLE, oembed, oembedResponse } from "../../web/embed/oembed.js";
import { inflate } from "../../web/embed/state/inflate.js";
import { packQuery } from "../../web/site/packed-query.js";

const SITE = "https://example.org/headscope/";

/** The address in the iframe of an answer. @param {string} address @param {object} [limits] */
function framed(address, limits) {
  const answer = oembed(address, { site: SITE, ...limits });
  const [, src] = /src="([^"]*)"/.exec(answer?.html ?? "") ?? [];
  return new URL(src.replaceAll("&amp;", "&"));
}

test("a page's address becomes an iframe with the same state", () => {
  const { view, tokens, head } = Object.fromEntries(
    framed(`${SITE}heads.html?tokens=The+cat&head=2&present=1`).searchParams,
  );
  assert.deepEqual([view, tokens, head], ["heads", "The cat", "2"]);
  assert.equal(framed(SITE).href, `${SITE}frame-standalone.html?view=walk`);
  assert.equal(
    framed(`${SITE}index.html?step=scores`).href,
    `${SITE}frame-standalone.html?step=scores&view=walk`,
  );
  assert.equal(framed(`${SITE}models.html?text=a`).href, `${SITE}frame.html?text=a&view=models`);
  assert.equal(framed(`${SITE}?weights=vision`).pathname, "/headscope/frame.html", "its weights are files");
  assert.equal(
    framed(`${SITE}frame.html?view=map&heads=2`).href,
    `${SITE}frame-standalone.html?view=map&heads=2`,
  );
  assert.equal(framed(`${SITE}heads.html?z=abc`).href, `${SITE}frame-standalone.html?z=abc&view=heads`);
});

test("a packed query chooses the frame, as an unpacked one does", async () => {
  const long = `tokens=${"animal+".repeat(400)}`;
  const framedAt = async (/** @type {string} */ file, /** @type {string} */ query) =>
    framed(`${SITE}${file}${await packQuery(query)}`)
      .pathname.split("/")
      .at(-1);
  assert.equal(await framedAt("index.html", long), "frame-standalone.html");
  assert.equal(await framedAt("index.html", `${long}&weights=vision`), "frame.html");
  assert.equal(await framedAt("heads.html", `weights=language&${long}`), "frame.html");
  assert.equal(await framedAt("frame.html", `${long}&view=models`), "frame.html");
  const { searchParams } = framed(`${SITE}heads.html${await packQuery(long)}`);
  assert.deepEqual([...searchParams.keys()], ["z", "view"], "the query stays packed");
  const hub = `${SITE}models.html${await packQuery(`${long}&model=openai-community/gpt2`)}`;
  assert.equal(oembed(hub, { site: SITE }), null);
  for (const z of ["", "!", "abc", "_".repeat(5000), (await packQuery("a".repeat(300_000))).slice(3)])
    assert.equal(framed(`${SITE}heads.html?z=${z}`).pathname, "/headscope/frame-standalone.html", z);
});

test("packed bytes are unpacked as zlib packs them, and others are refused", () => {
  const texts = ["", "a", "the cat sat ".repeat(900), randomBytes(20_000).toString("latin1")];
  const { Z_FIXED, Z_HUFFMAN_ONLY, Z_DEFAULT_STRATEGY } = constants;
  for (const text of texts)
    for (const strategy of [Z_FIXED, Z_HUFFMAN_ONLY, Z_DEFAULT_STRATEGY])
      for (const level of [0, 1, 9]) {
        const bytes = deflateRawSync(Buffer.from(text, "latin1"), { strategy, level });
        const found = Buffer.from(inflate(bytes, 20_000));
        assert.ok(found.equals(Buffer.from(text, "latin1")), `level ${level}, strategy ${strategy}`);
        if (!text) continue;
        assert.throws(() => inflate(bytes, text.length - 1), /^RangeError: more than \d+ bytes$/);
        assert.throws(() => inflate(bytes.subarray(0, -1), 20_000), /^RangeError: the text ends too early$/);
      }
  let [refused, state] = [0, 1];
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
  for (let i = 0; i < 300; i++)
    try {
      inflate(Uint8Array.from({ length: 1 + (i % 60) }, next), 5000);
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
      refused++;
    }
  assert.ok(refused > 200, `${refused} of 300`);
});

test("the answer has the required fields, and keeps to the consumer's limits", () => {
  const answer = oembed(SITE, { site: SITE, maxWidth: 400, maxHeight: 300 });
  assert.ok(answer);
  const { version, type, provider_url: provider, width, height } = answer;
  assert.deepEqual([version, type, provider, width, height], ["1.0", "rich", SITE, 400, 300]);
  assert.match(
    answer.html,
    /^<iframe src="[^"]*" width="400" height="300" frameborder="0" title="[^"<>]+"><\/iframe>$/,
  );
});

test("addresses that are no page with a figure have no answer", () => {
  for (const address of [
    ...[
      "",
      "no address",
      "https://example.com/headscope/",
      "https://example.org/",
      "https://example.org/headscopes/",
    ],
    ...[`${SITE}learn/rows.html`, `${SITE}constructor`, `${SITE}models.html?model=openai-community/gpt2`],
    "javascript:alert(1)",
  ])
    assert.equal(oembed(address, { site: SITE }), null, address);
});

test("no query becomes markup", () => {
  const answer = oembed(`${SITE}?tokens="><script>alert(1)</script>&caption=%22%3E%3Cb%3E`, { site: SITE });
  assert.equal(answer?.html.match(/[<>]/g)?.length, 4, answer?.html);
});

test("the handler answers as the specification says", async () => {
  const ask = async (/** @type {Record<string, string>} */ query) => {
    const request = new Request(`https://example.org/oembed?${new URLSearchParams(query)}`);
    const response = oembedResponse(request, { site: SITE });
    return { status: response.status, answer: await response.json(), headers: response.headers };
  };
  const { status, answer, headers } = await ask({
    url: `${SITE}heads.html`,
    maxwidth: "500",
    format: "json",
  });
  assert.deepEqual([status, answer.width, answer.height], [200, 500, 800]);
  assert.match(headers.get("content-type") ?? "", /^application\/json/);
  for (const [query, expected, said] of /** @type {const} */ ([
    [{ format: "json" }, 400, /^url is missing; expected \?url=/],
    [{ url: SITE, maxwidth: "-1" }, 400, /^maxwidth is "-1"; expected a whole number of px, such as 600$/],
    [{ url: SITE, format: "xml" }, 501, /^format is "xml"; expected json$/],
    [
      { url: "https://example.com/" },
      404,
      /^url is "https:\/\/example\.com\/"; expected a page of .*heads\.html/,
    ],
  ])) {
    const refused = await ask(query);
    assert.equal(refused.status, expected);
    assert.match(refused.answer.error, said);
  }
});

test("the build writes the answer of each page and links to it, if it knows the site's address", (t) => {
  const to = mkdtempSync(path.join(tmpdir(), "headscope-oembed-"));
  t.after(() => rmSync(to, { recursive: true }));
  const page = "<!doctype html>\n<html>\n  <head>\n  </head>\n  <body></body>\n</html>\n";
  for (const file of Object.keys(EMBEDDABLE)) writeFileSync(path.join(to, file), page);
  mkdirSync(path.join(to, "learn"));
  writeOembed(to, "");
  assert.equal(readFileSync(path.join(to, "heads.html"), "utf8"), page);
  writeOembed(to, SITE);
  for (const file of Object.keys(EMBEDDABLE)) {
    const [, href] =
      /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(
        readFileSync(path.join(to, file), "utf8"),
      ) ?? [];
    assert.ok(href?.startsWith(SITE), file);
    const answer = JSON.parse(readFileSync(path.join(to, href.slice(SITE.length)), "utf8"));
    assert.deepEqual(answer, oembed(`${SITE}${file}`, { site: SITE }));
  }
  assert.deepEqual(readdirSync(path.join(to, "oembed")).sort(), [
    "frame.json",
    "heads.json",
    "index.json",
    "models.json",
  ]);
});
