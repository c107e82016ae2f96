// A language loads part by part on request, and an author's language has priority.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import "../../web/elements/languages.js";
import {
  addLocale,
  isComing,
  localeOf,
  localeThere,
  offerLocale,
  onLocale,
} from "../../web/kit/text/locales.js";
import { MESSAGES } from "../../web/kit/text/messages.js";
import { say, words } from "../../web/kit/text/words.js";
import { WHICH_MODEL } from "../../web/models/words.js";
import { TRAIN } from "../../web/train/words.js";

test("words are English until the language is loaded, then all are in that language", async () => {
  addLocale("tlh", { messages: { copy: "chelwI'" } });
  assert.equal(say(TRAIN, { locale: localeOf("fr") }).start, "Start", "until it is there");
  assert.ok(isComing("fr-CA"));
  let heard = 0;
  onLocale(() => heard++);
  await Promise.all([localeThere("fr"), localeThere("fr-CA")]);
  assert.equal(heard, 1, "who says it is told once");
  assert.ok(!isComing("fr"));
  const locale = localeOf("fr");
  assert.equal(say(TRAIN, { locale }).start, "Démarrer");
  assert.equal(say(MESSAGES, { locale }).copy, "Copier");
});

test("the command that downloads a model is the guide's in every language", async () => {
  const guide = readFileSync(inRoot("docs/guide/models.md"), "utf8");
  for (const tag of ["en", "fr", "zh"]) {
    await localeThere(tag);
    const { cli } = say(WHICH_MODEL, { locale: localeOf(tag) });
    assert.ok(guide.includes(`\`${cli}\``), `${tag}: ${cli}`);
  }
});

test("a language tag with a region loads the tables of its language", async () => {
  await localeThere("zh-CN");
  assert.equal(say(TRAIN, { locale: localeOf("zh") }).start, "开始");
});

test("a part of a language loads once the page has its English words, and other words stay", async (t) => {
  const part = (/** @type {string} */ area, /** @type {Record<string, unknown>} */ tables) => ({
    areas: [area],
    load: t.mock.fn(async () => ({ default: tables })),
  });
  const first = part("messages", { messages: { copy: "Kopi" }, messagesById: { one: "unu" } });
  const later = part("laterTable", { laterTable: { word: "vorto" }, messagesById: { two: "du" } });
  offerLocale("ido", [first, later]);
  await localeThere("ido");
  const before = localeOf("ido");
  assert.equal(say(MESSAGES, { locale: before }).copy, "Kopi");
  assert.deepEqual([later.load.mock.callCount(), isComing("ido")], [0, false]);
  const LATER = words("laterTable", { word: "word" });
  assert.ok(isComing("ido"));
  await Promise.all([localeThere("ido"), localeThere("ido-CA")]);
  const locale = localeOf("ido");
  assert.deepEqual([say(LATER, { locale }).word, say(MESSAGES, { locale }).copy], ["vorto", "Kopi"]);
  assert.deepEqual(locale?.messagesById, { one: "unu", two: "du" });
  assert.notEqual(locale, before, "so that pictures of the earlier words are drawn again");
  assert.deepEqual(
    [first.load.mock.callCount(), later.load.mock.callCount(), isComing("ido")],
    [1, 1, false],
  );
});

test("a part that cannot be loaded stays English; the other parts do not", async (t) => {
  t.mock.method(console, "warn", () => {});
  offerLocale("io", [
    { areas: ["messages"], load: async () => ({ default: { lang: "io", messages: { copy: "Kopi" } } }) },
    { areas: ["train"], load: () => Promise.reject(new Error("no such file")) },
  ]);
  await localeThere("io");
  const locale = localeOf("io");
  assert.deepEqual(
    [locale?.lang, say(MESSAGES, { locale }).copy, say(TRAIN, { locale }).start],
    ["io", "Kopi", "Start"],
  );
});

test("a part that cannot be loaded is requested again with the next part that the page needs", async (t) => {
  t.mock.method(console, "warn", () => {});
  let isOnline = false;
  const load = async () => {
    if (!isOnline) throw new Error("offline");
    return { default: { lang: "vo", messages: { copy: "Kopied" } } };
  };
  const next = async () => ({ default: { lang: "vo", afterOffline: { hello: "Glidis" } } });
  offerLocale("vo", [
    { areas: ["messages"], load },
    { areas: ["afterOffline"], load: next },
  ]);
  await localeThere("vo");
  isOnline = true;
  const later = words("afterOffline", { hello: "Hello" });
  await localeThere("vo");
  const locale = localeOf("vo");
  assert.deepEqual([say(MESSAGES, { locale }).copy, say(later, { locale }).hello], ["Kopied", "Glidis"]);
});

test("a language that cannot be loaded falls back to English, and is not requested again", async (t) => {
  const warn = t.mock.method(console, "warn", () => {});
  const load = t.mock.fn(() => Promise.reject(new Error("no such file")));
  offerLocale("eo", [{ areas: ["messages"], load }]);
  await localeThere("eo");
  await localeThere("eo");
  assert.equal(load.mock.callCount(), 1);
  assert.equal(warn.mock.callCount(), 1);
  assert.equal(localeOf("eo")?.lang, "en");
  assert.equal(say(MESSAGES, { locale: localeOf("eo") }).copy, "Copy");
});

test("an author's language is used unchanged", async () => {
  const locale = localeOf("tlh");
  assert.ok(locale && !isComing("tlh"));
  const load = () => Promise.reject(new Error("not asked for"));
  offerLocale("tlh", [{ areas: ["messages"], load }]);
  await localeThere("tlh");
  assert.equal(localeOf("tlh"), locale);
  addLocale("fr", { train: { start: "C’est parti" } });
  assert.equal(say(TRAIN, { locale: localeOf("fr") }).start, "C’est parti");
  assert.equal(say(MESSAGES, { locale: localeOf("fr") }).copy, "Copy");
  assert.ok(!isComing("fr"));
});
