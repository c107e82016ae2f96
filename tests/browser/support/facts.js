import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {Awaited<ReturnType<typeof factsOf>>} Facts */

/** Properties of a page, through all shadow roots. @param {Page} page */
export const factsOf = (page) =>
  page.evaluate(() => {
    /** @type {Element[]} */
    const all = [];
    const search = (/** @type {ParentNode} */ root) => {
      for (const element of root.querySelectorAll("*")) {
        all.push(element);
        if (element.shadowRoot) search(element.shadowRoot);
      }
    };
    search(document);
    const shown = all.filter((it) => it.checkVisibility({ visibilityProperty: true }));
    const brief = (/** @type {Element} */ it) => it.outerHTML.slice(0, 140);
    const named = (/** @type {Element} */ it) =>
      it.getAttribute("aria-label") ?? it.getAttribute("alt") ?? it.textContent ?? "";
    const isHidden = (/** @type {Element} */ it) => it.closest("[aria-hidden=true]") !== null;

    /** Whether a target is in a line of text, whose height it has. @param {Element} it */
    const heldByText = (it) => {
      const { display } = getComputedStyle(it);
      const around = (it.parentElement?.textContent ?? "").trim() !== (it.textContent ?? "").trim();
      return around && display.startsWith("inline") ? (display === "inline" ? "both" : "width") : "";
    };
    /** Whether a target is in a label, which is pressed with it. @param {Element} it */
    const pressed = (it) => (it.matches("input, select") ? (it.closest("label") ?? it) : it);
    const targets = shown
      .filter((it) => it.matches("a[href], button, select, summary, input:not([type=hidden]), [role=button]"))
      .filter((it) => !it.closest(".unseen"))
      .map((it) => ({ it, held: heldByText(it), box: pressed(it).getBoundingClientRect() }));

    return {
      title: document.title,
      description: document.querySelector("meta[name=description]")?.getAttribute("content") ?? "",
      viewport: document.querySelector("meta[name=viewport]")?.getAttribute("content") ?? "",
      lang: document.documentElement.lang,
      charset: document.characterSet,
      headings: shown
        .filter((it) => /^h[1-6]$/.test(it.localName))
        .map((it) => ({ level: Number(it.localName[1]), text: it.textContent?.trim() ?? "" })),
      landmarks: Object.fromEntries(
        ["header", "nav", "main"].map((name) => [name, shown.filter((it) => it.localName === name).length]),
      ),
      hasMenu: shown.some((it) => it.matches("#menu[popovertarget=pages]")), // opens the nav on phones
      navs: shown.filter((it) => it.localName === "nav").map(named),
      unsaid: shown
        .filter((it) => it.matches("img, canvas, svg") && !isHidden(it))
        .filter(
          (it) =>
            !(it.matches("svg")
              ? (it.getAttribute("aria-label") ??
                it.querySelector("title")?.textContent ??
                it.closest("[aria-label]"))
              : named(it).trim()),
        )
        .map(brief),
      nameless: shown
        .filter((it) => it.matches("a[href], button") && !isHidden(it) && !named(it).trim())
        .map(brief),
      vague: shown
        .filter((it) => it.matches("a[href]") && /^(click here|here|more|link|this)$/i.test(named(it).trim()))
        .map(brief),
      doubled: [...document.querySelectorAll("[id]")]
        .map(({ id }) => id)
        .filter((id, i, ids) => ids.indexOf(id) !== i),
      small: targets
        .filter(
          ({ box, held }) =>
            box.width > 0 && held !== "both" && Math.min(held ? 24 : box.width, box.height) < 23.5,
        )
        .map(({ it, box }) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${brief(it)}`),
      sideways: document.documentElement.scrollWidth - innerWidth,
    };
  });

/**
 * Asserts what search engines, screen readers and touch require of a page.
 * @param {Facts} facts @param {string} where the page's width, for the message
 */
export function assertFacts(facts, where) {
  const { title, description, headings, landmarks } = facts;
  assert.ok(title.length >= 10 && title.length <= 70, `a title of ${title.length} letters: ${title}`);
  assert.ok(
    description.length >= 50 && description.length <= 170,
    `a description of ${description.length} letters`,
  );
  assert.match(facts.viewport, /width=device-width/);
  assert.doesNotMatch(facts.viewport, /user-scalable=no|maximum-scale/);
  assert.equal(facts.lang, "en");
  assert.equal(facts.charset, "UTF-8");
  assert.deepEqual(
    headings.filter(({ level }) => level === 1).map(({ text }) => text !== ""),
    [true],
    "one h1",
  );
  assert.equal(headings[0].level, 1, "the h1 is the first heading");
  headings.forEach(({ level, text }, i) =>
    assert.ok(level <= (headings[i - 1]?.level ?? 0) + 1, `h${level} “${text}” skips a level`),
  );
  assert.equal(landmarks.main, 1);
  assert.ok(landmarks.header >= 1 && (landmarks.nav >= 1 || facts.hasMenu));
  assert.equal(new Set(facts.navs).size, facts.navs.length, "navs have different names");
  for (const name of /** @type {const} */ (["unsaid", "nameless", "vague", "doubled", "small"]))
    assert.deepEqual(facts[name], [], `${where}: ${name}`);
  assert.ok(facts.sideways <= 0, `${where}: ${facts.sideways} px scroll sideways`);
}
