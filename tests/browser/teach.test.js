// The pages for teachers: in three languages, by keyboard, on a phone and on paper; a student's file becomes a row of the class.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { readCourse } from "../../tools/lib/course.mjs";
import { printHandout } from "../../tools/lib/handout.mjs";
import { progressFile } from "../../web/teach/state/progress-file.js";
import { bytesOf } from "./support/downloads.js";
import { drawn, stepOf } from "./support/explainer.js";
import { injectAxe, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";

const browser = useSharedTab();
const chapters = readCourse();
const PAGES = ["", "guide.html", "syllabus.html", "reading.html", "handout.html", "sheet.html"];

/** A file as a browser gives it to a page. @param {string} name @param {string} text */
const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

/** Ids of a chapter's questions. @param {number} at */
const idsOf = (at) => [...chapters[at].article.matchAll(/<mha-predict\s+id="([^"]+)"/g)].map(([, id]) => id);

const [FIRST, SECOND] = chapters.map(({ name }) => name);
const ADA = progressFile(
  {
    ...{ student: "Ada", id: "a" },
    progress: {
      [FIRST]: { answers: { [idsOf(0)[0]]: true } },
      gone: { answers: { x: true } },
      home: { answers: { stops: true } },
    },
  },
  new Date(1),
);
const BEN = progressFile(
  {
    ...{ student: "Ben", id: "b" },
    progress: { [SECOND]: { answers: { [idsOf(1)[0]]: false, [idsOf(1)[1]]: true } } },
  },
  new Date(2),
);

/** Pages for axe: in the ordinary run the page with the class, one of articles and the sheet. */
const LOOKED_AT = sample(PAGES, 0, PAGES.indexOf("syllabus.html"), PAGES.indexOf("sheet.html"));

for (const [colorScheme, viewport] of sample(
  /** @type {const} */ ([
    ["light", { width: 1440, height: 900 }],
    ["dark", { width: 390, height: 844 }],
  ]),
  1,
))
  test(`axe finds nothing, nothing scrolls sideways, and every link of each page leads somewhere: ${colorScheme}, ${viewport.width} px`, async () => {
    const { page, seen, close } = await browser.open("icon.svg", { colorScheme, viewport });
    /** @type {Set<string>} */
    const links = new Set();
    for (const name of PAGES) {
      await page.goto(new URL(`teach/${name}`, browser.url).href);
      if (!name) await page.locator("#files").setInputFiles([file("ada.json", ADA), file("ben.json", BEN)]);
      if (!name) await page.getByRole("row", { name: /^Ben/ }).waitFor();
      if (LOOKED_AT.includes(name)) assert.deepEqual(await (await injectAxe(page))(), [], name);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, name);
      for (const { href, id, isThere } of await page.locator("main a").evaluateAll((all) =>
        all.map((it) => {
          const { href, hash, pathname } = /** @type {HTMLAnchorElement} */ (it);
          const id = pathname === location.pathname ? hash.slice(1) : "";
          return { href, id, isThere: document.querySelectorAll(`[id="${id}"]`).length === 1 };
        }),
      ))
        if (id) assert.ok(isThere, `${name}#${id}`);
        else links.add(href.split("#")[0]);
    }
    for (const link of links)
      if (link.startsWith(browser.url)) assert.equal((await page.request.head(link)).status(), 200, link);
      else
        assert.match(
          link,
          /^https:\/\/(arxiv\.org\/abs\/\d{4}\.\d{4,5}|transformer-circuits\.pub\/.*\.html)$/,
        );
    seen.assertQuiet();
    await close();
  });

test("the overview speaks French and Chinese", async () => {
  const { page, close } = await browser.open("teach/");
  const english = await page.locator("main [data-say]").allTextContents();
  for (const lang of ["fr", "zh"]) {
    await page.goto(new URL(`teach/?lang=${lang}`, browser.url).href);
    await page.waitForFunction(
      (before) => document.querySelector("main h1")?.textContent !== before,
      english[0],
    );
    const said = await page.locator("main [data-say]").allTextContents();
    assert.deepEqual(
      said.filter((text) => english.includes(text)),
      [],
      lang,
    );
    await page.locator("label[for=files]").and(page.locator(`:text-matches("étudiants|学生")`)).waitFor();
  }
  await close();
});

test("what a student saves in the course is a row of the teacher's table", async () => {
  const { page, seen, close } = await browser.open("learn/words.html");
  const question = page.locator("mha-predict").first();
  await question.locator("label").first().click();
  await question.getByRole("button", { name: "That is my answer" }).click();
  await page.waitForFunction(() => localStorage.length > 0);
  await page.goto(new URL("learn/", browser.url).href);
  await drawn(page); // the form saves once its script is there
  await page.getByLabel("Your name").fill("Zoë");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.equal(download.suggestedFilename(), "headscope-zoë.json");
  const saved = (await bytesOf(download)).toString();
  await page.goto(new URL("teach/", browser.url).href);
  const field = page.locator("#files");
  await field.setInputFiles([
    file("zoe.json", saved),
    file("ada.json", ADA),
    file("other.json", "{}"),
    file("ben.json", BEN),
  ]);
  assert.match(JSON.parse(saved).id, /^[a-z0-9]+$/);
  await page.getByRole("alert").getByText("other.json holds no progress").waitFor();
  const rows = page.locator("mha-class tbody tr");
  assert.deepEqual(
    (await rows.locator("th").allTextContents()).map((name) => name.trim()),
    ["Ada", "Ben", "Zoë"],
  );
  assert.equal(await rows.first().locator("td").count(), chapters.length + 1);
  assert.match((await rows.nth(1).locator("td").nth(1).textContent()) ?? "", /^\s*1\/\d/);
  const task = chapters.findIndex(({ name }) => name === "task"); // asks what an earlier edition asked in another chapter
  assert.match((await rows.first().locator("td").nth(task).textContent()) ?? "", /^\s*1\/\d/);
  await page.locator(`mha-class ol a[href$="${SECOND}.html#${idsOf(1)[0]}"]`).waitFor();
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const lines = (await bytesOf(csv)).toString().trim().split("\r\n");
  assert.equal(lines.length, 4);
  assert.match(lines[2], /^Ben,.*,1$/);
  await page.getByRole("button", { name: "Remove the files" }).click();
  assert.equal(await page.locator("mha-class table").count(), 0);
  seen.assertQuiet();
  await close();
});

test("two students of one name are two rows, which say when each was saved", async () => {
  const { page, seen, close } = await browser.open("teach/");
  const other = JSON.stringify({ ...JSON.parse(ADA), id: "c", saved: "2026-05-04T03:02:01.000Z" });
  await page.locator("#files").setInputFiles([file("ada.json", ADA), file("ada (1).json", other)]);
  const names = page.locator("mha-class tbody th");
  await names.nth(1).waitFor();
  const written = (await names.allTextContents()).map((name) => name.replace(/\s+/g, " ").trim());
  assert.deepEqual(written, ["Ada 1970-01-01 00:00", "Ada 2026-05-04 03:02"]);
  seen.assertQuiet();
  await close();
});

test("files can be dropped, and added to those already there", async () => {
  const { page, close } = await browser.open("teach/");
  await page.locator("#files").setInputFiles([file("ada.json", ADA)]);
  const card = page.locator("mha-class .card");
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "ben.json", { type: "application/json" }));
    return transfer;
  }, BEN);
  await card.dispatchEvent("dragover", { dataTransfer: data });
  await page.locator("mha-class .card.over").waitFor();
  await card.dispatchEvent("drop", { dataTransfer: data });
  await page.getByRole("row", { name: /^Ben/ }).waitFor();
  assert.equal(await page.locator("mha-class tbody tr").count(), 2);
  assert.equal(await page.locator("mha-class .card.over").count(), 0);
  await close();
});

test("the handout is one PDF of all chapters, with an outline of their titles", async () => {
  const pdf = path.join(tmpdir(), `headscope-handout-${process.pid}.pdf`);
  try {
    await printHandout(pdf);
    const text = readFileSync(pdf, "latin1");
    const pages = text.match(/\/Type\s*\/Page\b/g) ?? [];
    assert.ok(pages.length > chapters.length && pages.length < 5 * chapters.length, `${pages.length} pages`);
    const titles = outlineOf(text);
    chapters.forEach(({ title }, i) =>
      assert.ok(titles.includes(`${i + 1}. ${title}`), `${title}: ${titles}`),
    );
    assert.equal(titles.filter((title) => title === "Answers").length, 1);
  } finally {
    rmSync(pdf, { force: true });
  }
});

test("the sheet has the steps with their shapes and all formulas of the course, and fits one page", async () => {
  const { page, close } = await browser.open("teach/sheet.html", { javaScriptEnabled: false });
  const rows = await page
    .locator(".sheet tbody tr")
    .evaluateAll((all) => all.map((row) => row.children[0].textContent));
  assert.deepEqual(rows, ["project", "split", "compare", "mask", "weigh", "mix", "merge", "output"]);
  const formulas = chapters.flatMap(({ article }) => article.match(/class="formula"/g) ?? []);
  assert.equal(await page.locator(".sheet .formula").count(), formulas.length);
  const pdf = (await page.pdf({ format: "A4", margin: { top: "15mm", bottom: "15mm" } })).toString("latin1");
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
  await close();
});

/** Titles of a PDF's outline: literal strings, or UTF-16 in hexadecimal. @param {string} text bytes as Latin-1 */
const outlineOf = (text) =>
  [...text.matchAll(/\/Title\s*(?:\(((?:\\.|[^\\)])*)\)|<([0-9A-Fa-f\s]+)>)/g)].map(([, plain, hex]) =>
    hex === undefined
      ? plain.startsWith("\xfe\xff")
        ? utf16(Buffer.from(plain.slice(2), "latin1"))
        : plain.replace(/\\(.)/g, "$1")
      : utf16(Buffer.from(hex.replace(/\s/g, "").replace(/^FEFF/i, ""), "hex")),
  );

/** @param {Buffer} bytes big-endian */
const utf16 = (bytes) => bytes.swap16().toString("utf16le");

test("the handout has the text, a picture and the numbered questions of each chapter, and their answers", async () => {
  const { page, close } = await browser.open("teach/handout.html", { javaScriptEnabled: false });
  const found = await page.locator(".handout > .chapter").evaluateAll((all) =>
    all.map((chapter) => ({
      pictures: [...chapter.querySelectorAll("img")].map((it) => it.naturalWidth > 100),
      questions: chapter.querySelectorAll(".question .asks").length,
      left: chapter.querySelectorAll("mha-predict, mha-value, [data-mha]").length,
    })),
  );
  assert.equal(found.length, chapters.length);
  const answers = await page.locator(".answers ol").evaluateAll((all) => all.map((it) => it.children.length));
  found.forEach(({ pictures, questions, left }, i) => {
    assert.ok(pictures.length > 0 && pictures.every(Boolean), chapters[i].name);
    assert.equal(questions, answers[i], chapters[i].name);
    assert.ok(questions > 0);
    assert.equal(left, 0);
  });
  await close();
});

test("a presented chapter shows text and figure alone, enlarged alike, and its bar leaves", async () => {
  const { page, seen, close } = await browser.open("learn/split.html?present", {
    viewport: { width: 1920, height: 1080 },
  });
  await page.locator(".presenter").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await page.locator("article mha-predict form").first().waitFor();
  await page.locator("body > header").waitFor({ state: "hidden" });
  for (const part of ["body > header", ".chapters", ".count", "article > .link", ".turn", "mha-save"])
    assert.equal(await page.locator(part).filter({ visible: true }).count(), 0, part);
  const [paragraph, canvas, aside] = await Promise.all(
    ["article > p", "aside canvas", "aside"].map((it) => page.locator(it).first().boundingBox()),
  );
  assert.ok(paragraph && canvas && aside);
  assert.ok(paragraph.width > 700 && canvas.width > 850, `${paragraph.width}, ${canvas.width}`);
  assert.ok(aside.y + aside.height <= 1081, "the figure is within the window");
  const enlarged = await page.evaluate(() => document.documentElement.style.getPropertyValue("--enlarged"));
  assert.equal(enlarged, "1.5");
  assert.deepEqual(await (await injectAxe(page))(), []);
  await page.locator(".presenter").getByRole("button", { name: "Leave" }).press("Enter");
  await page.waitForURL(/split\.html$/);
  seen.assertQuiet();
  await close();
});

test("“Present the walk” begins at the first picture", async () => {
  const { page, seen, close } = await browser.open("teach/");
  await page.getByRole("link", { name: "Present the walk" }).click();
  await page.locator("mha-tour").waitFor();
  assert.equal(await stepOf(page), "x");
  await page
    .locator("mha-tour")
    .getByText(/^1 \/ \d+$/)
    .waitFor();
  seen.assertQuiet();
  await close();
});
