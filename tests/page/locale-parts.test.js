// A language comes in parts: what a page says of it, and more when there is more to say.
import assert from "node:assert/strict";
import test from "node:test";
import "../../web/elements/languages.js";
import { addLocale, isComing, localeOf, localeThere, onLocale } from "../../web/kit/text/locales.js";
import { MESSAGES } from "../../web/kit/text/messages.js";
import { say } from "../../web/kit/text/words.js";

test("of a language comes what is said here, and what is said later comes then", async () => {
  addLocale("tlh", { messages: { copy: "chelwI'" } });
  await localeThere("fr");
  assert.equal(localeOf("fr")?.train, undefined, "nothing of what nobody says");
  const { TRAIN } = await import("../../web/train/words.js");
  assert.equal(say(TRAIN, { locale: localeOf("fr") }).start, "Start", "until it is there");
  assert.ok(isComing("fr-CA"));
  let heard = 0;
  onLocale(() => heard++);
  await localeThere("fr");
  assert.equal(heard, 1, "who says it is told");
  assert.ok(!isComing("fr"));
  const locale = localeOf("fr");
  assert.equal(say(TRAIN, { locale }).start, "Démarrer");
  assert.equal(say(MESSAGES, { locale }).copy, "Copier", "and what was there stays");
});

test("another language then comes with all that is said by now", async () => {
  const { TRAIN } = await import("../../web/train/words.js");
  await localeThere("zh-CN");
  assert.equal(say(TRAIN, { locale: localeOf("zh") }).start, "开始");
});

test("a language that an author adds is as it was added", async () => {
  await import("../../web/train/words.js");
  const locale = localeOf("tlh");
  assert.ok(locale && !isComing("tlh"));
  await localeThere("tlh");
  assert.equal(localeOf("tlh"), locale);
  addLocale("fr", { train: { start: "C’est parti" } });
  const { TRAIN } = await import("../../web/train/words.js");
  assert.equal(say(TRAIN, { locale: localeOf("fr") }).start, "C’est parti");
  assert.equal(say(MESSAGES, { locale: localeOf("fr") }).copy, "Copy");
  assert.ok(!isComing("fr"));
});
