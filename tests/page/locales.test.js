// Every language has every text, with the parameters and marks of the English text.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { filesBelow } from "../../tools/lib/stamp.mjs";
import "../../web/elements/languages.js";
import { explain } from "../../web/kit/text/glossary.js";
import { addLocale, isComing, localeOf, localeThere } from "../../web/kit/text/locales.js";
import { MESSAGES } from "../../web/kit/text/messages.js";
import { STEPS, wordsOf, whyOf } from "../../web/kit/text/steps.js";
import { say, stop, words } from "../../web/kit/text/words.js";
import {
  NO_WORDS,
  english,
  holdForRelease,
  locales,
  missingIn,
  outside,
  waitingNote,
  waitingWords,
} from "./support/translations.js";

for (const each of outside)
  test(`${each} is a table of words`, () => assert.fail(`${each} is said in English alone`));

const site = ["web/site", "web/site/parts"]
  .flatMap((folder) =>
    readdirSync(inRoot(folder)).flatMap((name) => (name.endsWith(".html") ? [`${folder}/${name}`] : [])),
  )
  .concat("web/site/teach/index.html");
const markup = site.map((file) => readFileSync(inRoot(file), "utf8")).join("");

/** What a function is given: a number, a string, a list or an object, whichever it takes it for; notes the names that are read of it. @param {Set<string>} read @returns {any} */
function anything(read) {
  const list = [0, 1];
  return new Proxy(list, {
    get(_, name) {
      if (name === Symbol.toPrimitive) return (/** @type {string} */ hint) => (hint === "string" ? "3" : 3);
      if (typeof name === "symbol" || ["map", "join", "slice", "length"].includes(name))
        return Reflect.get(
          list.map(() => anything(read)),
          name,
        );
      if (["toFixed", "toJSON", "toPrecision"].includes(name)) return () => "3";
      if (name === "constructor") return undefined;
      if (!/^\d+$/.test(name)) read.add(name);
      if (name === "thing") return "token"; // names a word of the table
      return anything(read);
    },
  });
}

/** @param {any} said @returns {string} */
const flat = (said) =>
  Array.isArray(said) && said.constructor === Array ? said.map(flat).join("") : `${said}`;

/** The text of a function, and the names that it reads from its arguments. @param {(...given: any[]) => any} say */
function saidBy(say) {
  const read = /** @type {Set<string>} */ (new Set());
  const given = Array.from({ length: Math.max(3, say.length) }, () => anything(read));
  return { said: flat(say(...given)), read: [...read].sort() };
}

/** The terms and the numbers that a sentence marks. @param {string} said */
const marksIn = (said) =>
  [
    ...new Set([...said.matchAll(/\{([^|{}]+)\||\$(\w+)/g)].map(([, term, name]) => term ?? `$${name}`)),
  ].sort();

/** @param {any} own @param {any} model @param {string} where */
function assertLike(own, model, where) {
  if (own === undefined) return; // waits for its translation
  assert.equal(typeof own, typeof model, `${where}: ${AMISS}`);
  if (typeof model === "string") {
    assert.ok(own.trim() || !model.trim(), `${where} is empty`);
    assert.deepEqual(marksIn(own), marksIn(model), `${where}: ${AMISS}`);
  } else if (typeof model === "function") {
    const [is, should] = [saidBy(own), saidBy(model)];
    assert.deepEqual(is.read, should.read, `${where} takes what the English one takes: ${AMISS}`);
    assert.deepEqual(marksIn(is.said), marksIn(should.said), `${where}: ${AMISS}`);
    for (const slip of ["undefined", "NaN", "[object"])
      assert.ok(!is.said.includes(slip) || should.said.includes(slip), `${where}: ${is.said}`);
  } else {
    if (Array.isArray(model)) assert.equal(own.length, model.length, `${where}: ${AMISS}`);
    for (const key of Object.keys(model))
      if (!NO_WORDS.includes(key)) assertLike(own[key], model[key], `${where}.${key}`);
  }
}

const AMISS =
  "translate it anew, or delete the translation, and the English word is shown until there is one";

for (const { lang, locale } of locales) {
  test(`${lang} has all words, or they wait for a release`, (t) =>
    holdForRelease(t, lang, waitingWords(locale)));

  for (const [area, table] of english)
    test(`${lang}: the words of «${area}» are like the English ones`, () =>
      assertLike(locale[area], table, area));

  test(`${lang} has no unused words`, () => {
    const known = [...english.keys(), "lang", "stop", "messagesById", "settings", "pages"];
    assert.deepEqual(
      Object.keys(locale).filter((area) => !known.includes(area)),
      [],
    );
    for (const [area, table] of english)
      assert.deepEqual(
        Object.keys(locale[area] ?? {}).filter((key) => !(key in table)),
        [],
        `${area}: delete words that English lacks`,
      );
  });

  test(`${lang} has the words in the markup of the hosted pages, or they wait for a release`, (t) => {
    const named = [...new Set([...markup.matchAll(/data-say="(\w+)"/g)].map(([, name]) => name))];
    const own = Object.keys(locale.pages);
    assert.deepEqual(
      own.filter((name) => !named.includes(name)),
      [],
      "delete words that English lacks",
    );
    for (const name of own) assert.ok(locale.pages[name].trim(), name);
    const waiting = named.filter((name) => !own.includes(name)).map((name) => `pages.${name}`);
    holdForRelease(t, lang, waiting);
  });

  test(`${lang} explains every term by its name`, () => {
    for (const term of [...Object.keys(/** @type {any} */ (english.get("glossary"))), "H*d_k"]) {
      if (term === "product") continue;
      const said = explain(term, { locale });
      assert.ok(said && said.name.length > 1 && said.meaning.length > 8, term);
    }
  });
}

test("a word that waits is named by its path, and English replaces it; a wrong one is an error", () => {
  const table = { one: "one", two: { three: "three", four: () => "four", chart: 1 }, list: ["a", "b"] };
  const own = { one: "un", two: { three: "trois" } };
  assert.deepEqual(missingIn(own, table, "tried"), ["tried.two.four", "tried.list"]);
  assert.deepEqual(missingIn(undefined, { one: "one" }, "tried"), ["tried.one"]);
  assert.equal(waitingNote("fr", ["tried.one"]), "1 word waits for fr: tried.one");
  assert.equal(waitingNote("fr", ["a.b", "c.d"]), "2 words wait for fr: a.b, c.d");
  assert.doesNotThrow(() => assertLike(own, table, "tried"));
  assert.throws(
    () => assertLike({ one: "un {T|mot}" }, table, "tried"),
    /tried\.one: translate it anew, or delete/,
  );
  assert.throws(() => assertLike({ list: ["a"] }, table, "tried"), /tried\.list: translate it anew/);
  const [, french] = locales;
  const { copy, ...messages } = french.locale.messages;
  assert.ok(copy);
  assert.ok(waitingWords({ ...french.locale, messages }).includes("messages.copy"));
});

test("words in the markup of hosted pages are marked for translation", () => {
  const unsaid = markup
    .replace(/<!--[^]*?-->|<(script|svg)[^]*?<\/\1>/g, "")
    .matchAll(/<(\w[\w-]*)([^>]*)>([^<]*[a-zA-Z]{2}[^<]*)</g);
  for (const [, tag, attributes, text] of unsaid)
    if (!/Headscope\s*$/.test(text)) assert.match(attributes, /data-say=/, `<${tag}> ${text.trim()}`);
});

test("missing words are English, key by key", () => {
  const table = words("tried", { one: "one", two: { three: "three", four: () => "four" } });
  const locale = { tried: { two: { three: "drei" } } };
  assert.equal(say(table, { locale }).one, "one");
  assert.equal(say(table, { locale }).two.three, "drei");
  assert.equal(say(table, { locale }).two.four(), "four");
  assert.equal(say(table, { locale }), say(table, { locale }), "and is put together once");
  assert.equal(say(table), table);
  assert.equal(say(table, { locale: {} }), table);
  assert.equal(stop({ locale }), ".");
});

test("a language is found by its tag and by tags with a region or script", async () => {
  for (const lang of ["en", "en-GB", "", "xx", "tlh-Latn", "constructor", "__proto__"])
    assert.equal(localeOf(lang)?.lang, undefined, lang);
  await localeThere("zh");
  for (const lang of ["zh", "zh-CN", "zh-Hans", "ZH-hans-CN"])
    assert.equal(localeOf(lang)?.lang, "zh-Hans", lang);
  assert.equal(localeOf("fr-CA")?.lang, undefined, "English until it is there");
  assert.ok(isComing("fr-CA"));
  await localeThere("fr-CA");
  assert.ok(!isComing("fr-CA"));
  assert.equal(say(MESSAGES, { locale: localeOf("fr-CA") }).copy, "Copier");
  assert.equal(localeOf("français")?.lang, undefined);
});

test("an author adds a language as an object, in part or whole", () => {
  addLocale("de", { messages: { copy: "Kopieren" }, steps: { q: { title: "Zu Anfragen" } } });
  const locale = localeOf("de-CH");
  assert.equal(locale?.lang, "de");
  assert.equal(say(MESSAGES, { locale }).copy, "Kopieren");
  assert.equal(say(MESSAGES, { locale }).copied, "Copied");
  const q = { id: "q", op: "linear" };
  assert.deepEqual(wordsOf(q, { locale }), { ...STEPS.q, title: "Zu Anfragen" });
  assert.equal(whyOf(q, {}, { locale }), whyOf(q, {}));
  assert.throws(() => addLocale("no tag", {}), RangeError);
});

test("English replaces an author's function that throws and a word of the wrong type", (t) => {
  const warn = t.mock.method(console, "warn", () => {});
  const broken = () => {
    throw new Error("mine");
  };
  addLocale("xx", { messages: { titled: broken, of: "von", copy: "Kopieren" } });
  const speaker = { locale: localeOf("xx") };
  const { titled, of, copy } = say(MESSAGES, speaker);
  assert.deepEqual([titled("A"), copy], [MESSAGES.titled("A"), "Kopieren"]);
  assert.equal(warn.mock.calls[0].arguments[0].message, "mine");
  assert.equal(of("rows", "left"), MESSAGES.of("rows", "left"));
});

test("a language tag that is too long falls back to English at once", () => {
  const long = `fr${"-fr".repeat(100_000)}`;
  const start = process.cpuUsage();
  assert.deepEqual([localeOf(long), isComing(long)], [undefined, false]);
  assert.ok(process.cpuUsage(start).user < 1e6, "less than a second of this process's own time");
});

test("each language has one kind of quotation marks", () => {
  const others = { en: /[«»「」]/, fr: /[“”「」]/, zh: /[“”«»]/ };
  const tables = [...filesBelow(inRoot("web"))].filter(
    (file) => /words[^/]*\.js$/.test(file) || /(text|words)\/[^/]+\.js$/.test(file) || file.endsWith(".html"),
  );
  assert.ok(tables.length > 60);
  for (const file of tables) {
    const language = /\.(fr|zh)\.js$|learn\/(fr|zh)\/[^/]+$/.exec(file)?.slice(1).find(Boolean) ?? "en";
    const said = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    assert.doesNotMatch(said, others[/** @type {"en"} */ (language)], path.basename(file));
  }
});
