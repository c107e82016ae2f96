/** A page of the documentation: the header, and a search whose index loads when the field is first used. */
import { isComposing } from "../kit/elements/input-method.js";
import { carryLast } from "./carry.js";
import "./header.js";

carryLast();

/**
 * @typedef {object} Section  a section of a page, a chapter or a lab, as tools/lib/docs-site.mjs writes it
 * @property {string} page  address of the page
 * @property {string} title  title of the page
 * @property {string} heading
 * @property {string} id  id of the heading; empty for a whole page
 * @property {string} text
 */

const MOST = 12; // results
const EXCERPT = 110; // in letters

const field = /** @type {HTMLInputElement} */ (document.querySelector("#search"));
const found = /** @type {HTMLElement} */ (document.querySelector("#found"));
const results = /** @type {HTMLElement} */ (document.querySelector("#results"));
const contents = /** @type {HTMLDetailsElement} */ (document.querySelector(".contents"));

/** On phones the text comes first. */
contents.open = matchMedia("(min-width: 880px)").matches;

/** @type {Promise<(query: string) => Section[]> | null} */
let loading = null;

/** The search; after a failed load the next call tries again. */
const search = () =>
  (loading ??= load().catch((error) => {
    loading = null;
    throw error;
  }));

async function load() {
  const [{ default: MiniSearch }, response] = await Promise.all([import("minisearch"), fetch("search.json")]);
  if (!response.ok) throw new Error(`search.json: ${response.status} ${response.statusText}`);
  const sections = /** @type {Section[]} */ (await response.json());
  const index = new MiniSearch({
    fields: ["heading", "title", "text"],
    searchOptions: { boost: { heading: 4, title: 2 }, prefix: true, fuzzy: 0.2, combineWith: "AND" },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return (/** @type {string} */ query) => index.search(query).map(({ id }) => sections[id]);
}

field.addEventListener("focus", () => search().catch(() => {}), { once: true }); // the next input reports errors
field.addEventListener("input", show);
field.addEventListener("keydown", (event) => {
  if (isComposing(event)) return;
  if (event.key === "Escape") {
    field.value = "";
    show();
  }
  if (event.key === "Enter") results.querySelector("a")?.click();
});

async function show() {
  const query = field.value.trim();
  try {
    const hits = query ? (await search())(query) : [];
    if (query !== field.value.trim()) return; // the reader has typed on
    results.replaceChildren(...hits.slice(0, MOST).map((hit) => item(hit, query)));
    found.textContent = query ? formatCount(hits.length) : "";
    contents.hidden = query !== "";
  } catch (error) {
    found.textContent = `The search could not be loaded (${/** @type {Error} */ (error).message}).`;
  }
}

/** @param {number} count */
const formatCount = (count) =>
  count > MOST
    ? `${MOST} of ${count} results`
    : count
      ? `${count} result${count > 1 ? "s" : ""}`
      : "Nothing has these words.";

/** @param {Section} section @param {string} query */
function item({ page, title, heading, id, text }, query) {
  const link = document.createElement("a");
  link.href = id ? `${page}#${id}` : page;
  const name = document.createElement("b");
  name.textContent = heading === title ? title : `${title}: ${heading}`;
  const excerpt = document.createElement("span");
  const at = Math.max(0, text.toLowerCase().indexOf(query.toLowerCase().split(/\s+/)[0]) - 30);
  const from = at && text.indexOf(" ", at) + 1;
  excerpt.textContent = `${from ? "… " : ""}${text.slice(from, from + EXCERPT)}${text.length > from + EXCERPT ? " …" : ""}`;
  link.append(name, excerpt);
  const line = document.createElement("li");
  line.append(link);
  return line;
}
