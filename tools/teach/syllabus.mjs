import { escaped } from "../../web/kit/text/escaped.js";

/**
 * The distribution of the chapters over lectures and days.
 *
 * @typedef {{ name: string, minutes: number, lecture?: number }} Timed  a chapter
 */

const LECTURES = [1, 2];
export const LECTURE = 90; // minutes
const AROUND = 10; // minutes of a lecture for its opening and its end

/**
 * The chapters of each lecture, as far as they fit. Those that do not, and those of no lecture, are for the time at home between the lectures.
 * @template {Timed} Chapter
 * @param {readonly Chapter[]} chapters in the course's order
 * @returns {{ lectures: { chapters: Chapter[], minutes: number }[], atHome: Chapter[] }} minutes: with opening and end
 */
export function lecturesOf(chapters) {
  const lectures = LECTURES.map((number) => {
    let minutes = AROUND;
    const heard = chapters.filter((chapter) => {
      const fits = chapter.lecture === number && minutes + chapter.minutes <= LECTURE;
      if (fits) minutes += chapter.minutes;
      return fits;
    });
    return { minutes, chapters: heard };
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
    const days = splitIntoDays(chapters, limit);
    if (days.length <= count) return days;
  }
}

/** @template {Timed} Chapter @param {readonly Chapter[]} chapters @param {number} limit minutes a day */
function splitIntoDays(chapters, limit) {
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

/** @typedef {import("./teach.mjs").Planned} Planned */

const DAYS = 5;

/** The syllabus: two lectures, or a week. @param {readonly Planned[]} planned */
export function syllabusBody(planned) {
  const { lectures, atHome } = lecturesOf(planned);
  const days = daysOf(planned, DAYS);
  const list = (/** @type {readonly Planned[]} */ chapters) =>
    `<ol class="plan">${chapters.map((chapter) => line(chapter, planned.indexOf(chapter) + 1)).join("")}</ol>`;
  return `<main id="main" class="teach">
      <p class="up"><a href="./">For teachers</a></p>
      <h1>Syllabus</h1>
      <p>
        Two plans for one course of ${planned.length} chapters and
        ${planned.reduce((sum, { minutes }) => sum + minutes, 0)} minutes. The <a href="guide.html">guide</a> says how the minutes
        are counted.
      </p>
      <h2>Two lectures of 90 minutes</h2>
      <p>
        In the lecture, the chapters are <a href="../docs/presenting.html">presented</a>, and everybody answers the questions
        before the figure shows. The minutes hold ten for the opening and the end; the rest of the 90 is for discussion.
      </p>
      ${lectures
        .map(({ chapters, minutes }, i) => `<h3>Lecture ${i + 1}: ${minutes} minutes</h3>${list(chapters)}`)
        .join("\n      ")}
      <h3>At home</h3>
      <p>
        Between the lectures, students read the chapters that the lectures leave out and do the exercises of those that they
        have heard. They <a href="../learn/">save their answers</a> for the <a href="./#class">table of the class</a>.
      </p>
      ${list(atHome)}
      <h2>A week</h2>
      <p>Each day, students read and answer first; the lesson is for what went wrong, and for the exercise.</p>
      ${days.map(({ chapters, minutes }, i) => day(i + 1, chapters, minutes, list)).join("\n      ")}
    </main>`;
}

/** @param {Planned} chapter @param {number} number */
const line = ({ name, title, minutes }, number) =>
  `<li value="${number}"><a href="../learn/${name}.html">${title}</a> <span>${minutes} minutes · <a href="guide.html#${name}">guide to chapter ${number}</a></span></li>`;

/** @param {number} number @param {readonly Planned[]} chapters @param {number} minutes @param {(chapters: readonly Planned[]) => string} list */
function day(number, chapters, minutes, list) {
  const exercises = chapters.flatMap((chapter) => chapter.exercises);
  return `<h3>Day ${number}: ${minutes} minutes to read and answer</h3>${list(chapters)}${
    exercises.length ? `<p class="exercises">Exercises: ${exercises.map(escaped).join("; ")}</p>` : ""
  }`;
}
