/**
 * The plan of a chapter, from its own text and questions: minutes, terms, and the chapters that it builds on.
 *
 * @typedef {{ name: string, article: string, needs: readonly string[] }} Source  a chapter; needs: names of the chapters that it builds on
 */

const WORDS_A_MINUTE = 130; // a technical text, read with its figure
const MINUTES_OF_LEVEL = [0, 1, 1.5, 2, 3]; // to answer a question and read why, by level
const MINUTES_OF_TASK = 2; // for something to do with the figure

/** Plain text of a chapter. @param {string} article */
export const textOf = (article) =>
  article
    .replace(/<(pre|svg|mha-predict|mha-check)\b[^]*?<\/\1>/g, " ")
    .replace(/<\/(p|h\d|li|figcaption)\s*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Minutes that a chapter takes. @param {string} article @param {readonly (1 | 2 | 3 | 4)[]} levels of its questions */
export function minutesOf(article, levels) {
  const reading = textOf(article).split(" ").length / WORDS_A_MINUTE;
  const answering = levels.reduce((sum, level) => sum + MINUTES_OF_LEVEL[level], 0);
  const tasks = article.match(/<p class="do\b/g)?.length ?? 0;
  return Math.ceil(reading + answering + tasks * MINUTES_OF_TASK);
}

/** Terms that a chapter explains: its words in bold, outside of instructions. @param {string} article @returns {string[]} */
function explainedIn(article) {
  const explaining = article.replace(/<p class="do\b[^]*?<\/p>/g, "");
  const bold = [...explaining.matchAll(/<b>([^<]+)<\/b>/g)].map(([, term]) => term.replace(/\s+/g, " "));
  return [...new Set(bold.map((term) => (/^[A-Z][a-z -]*$/.test(term) ? term.toLowerCase() : term)))]; // ALiBi stays
}

/** Whether a text has a term, also in the plural. @param {string} text @param {string} term */
const has = (text, term) =>
  new RegExp(`(?<![\\w-])${term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(e?s)?(?![\\w-])`, "i").test(text);

/**
 * For each chapter, the terms that it explains, and the chapters that it builds on, with their terms that it uses. A word that the course uses
 * before it is explained is no term.
 * @param {readonly Source[]} chapters
 * @returns {{ explains: string[], takes: { from: number, terms: string[] }[] }[]}
 */
export function termsOf(chapters) {
  const texts = chapters.map(({ article }) => textOf(article));
  const explained = chapters.map(({ article }, at) =>
    explainedIn(article).filter((term) => !texts.slice(0, at).some((text) => has(text, term))),
  );
  return chapters.map(({ name, needs }, at) => ({
    explains: explained[at],
    takes: needs.map((needed) => {
      const from = chapters.findIndex((chapter) => chapter.name === needed);
      if (from < 0 || from >= at)
        throw new Error(`${name} needs ${needed}, which is no chapter before it: see chapters.json`);
      return { from, terms: explained[from].filter((term) => has(texts[at], term)) };
    }),
  }));
}
