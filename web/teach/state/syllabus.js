/**
 * The distribution of the chapters over lectures and days.
 *
 * @typedef {{ name: string, minutes: number }} Timed  a chapter
 */

/**
 * Two lectures with their chapters, the most important first. Chapters that do not fit, and all others, are for the time at home between the
 * lectures. No lecture needs a chapter that comes after it.
 */
export const LECTURES = [
  {
    title: "What attention computes, and how it is written",
    first: ["words", "keys", "heads", "split", "view", "rows", "scale"],
  },
  {
    title: "How it is masked, put together, learned and paid for",
    first: ["masks", "home", "learned", "cost"],
  },
];

export const LECTURE = 90; // minutes
const AROUND = 10; // minutes of a lecture for its opening and its end

/**
 * @template {Timed} Chapter
 * @param {readonly Chapter[]} chapters in the course's order
 * @returns {{ lectures: { title: string, chapters: Chapter[], minutes: number }[], atHome: Chapter[] }} minutes: with opening and end
 */
export function lecturesOf(chapters) {
  const lectures = LECTURES.map(({ title, first }) => {
    let minutes = AROUND;
    const names = first.filter((name) => {
      const needed = chapters.find((chapter) => chapter.name === name)?.minutes ?? Infinity;
      const fits = minutes + needed <= LECTURE;
      if (fits) minutes += needed;
      return fits;
    });
    return { title, minutes, chapters: chapters.filter(({ name }) => names.includes(name)) };
  });
  const taught = lectures.flatMap((lecture) => lecture.chapters);
  return { lectures, atHome: chapters.filter((chapter) => !taught.includes(chapter)) };
}

/**
 * The chapters in order on some days, so that the longest day is as short as possible.
 * @template {Timed} Chapter
 * @param {readonly Chapter[]} chapters @param {number} count of days
 * @returns {{ chapters: Chapter[], minutes: number }[]}
 */
export function daysOf(chapters, count) {
  for (let limit = Math.max(...chapters.map(({ minutes }) => minutes)); ; limit++) {
    const days = within(chapters, limit);
    if (days.length <= count) return days;
  }
}

/** @template {Timed} Chapter @param {readonly Chapter[]} chapters @param {number} limit minutes a day */
function within(chapters, limit) {
  /** @type {{ chapters: Chapter[], minutes: number }[]} */
  const days = [];
  for (const chapter of chapters) {
    const last = days.at(-1);
    if (last && last.minutes + chapter.minutes <= limit) {
      last.chapters.push(chapter);
      last.minutes += chapter.minutes;
    } else days.push({ chapters: [chapter], minutes: chapter.minutes });
  }
  return days;
}
