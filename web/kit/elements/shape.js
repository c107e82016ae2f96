import { html } from "lit";
import { axisKind } from "../draw/palette.js";
import { groupDigits } from "../text/grouped.js";
import { parse } from "../text/markup.js";

/**
 * A list of numbers or names, each in the colour of its axis.
 *
 * @param {readonly string[]} axes
 * @param {readonly (string | number)[]} items
 * @param {string} separator
 */
export function byAxis(axes, items, separator) {
  return items.map((item, i) => html`${i ? separator : ""}<span class=${axisKind(axes[i])}>${item}</span>`);
}

/** The sizes of a step: 1×8×12×8. @param {import("../../core/types.js").Step} step */
export const sizes = (step) => byAxis(step.axes, step.shape, "×");

/**
 * q[0, :, 8:16]: a block of elements as Python slices it.
 * @param {import("../../core/types.js").Step} step
 * @param {import("../state/memory.js").Block} block
 */
export const elements = (step, block) =>
  html`${step.id}[${byAxis(
    step.axes,
    block.map((span, axis) => range(step, axis, span)),
    ", ",
  )}]`;

/** @param {import("../../core/types.js").Step} step @param {number} axis @param {{ from: number, to: number }} span */
export function range(step, axis, { from, to }) {
  if (from === to) return String(from);
  return from === 0 && to === step.shape[axis] - 1 ? ":" : `${from}:${to + 1}`;
}

/** Strides in elements. @param {import("../../core/types.js").Step} step */
export const strides = (step) => byAxis(step.axes, step.strides, ", ");

/** 12,345 @param {number} n @param {import("../text/words.js").Localized} [speaker] */
export const count = (n, speaker) => groupDigits(n, speaker?.locale?.lang);

/** Bytes read and written. @param {Pick<import("../../core/cost.js").Totals, "bytesRead" | "bytesWritten">} of */
export const bytesMoved = ({ bytesRead, bytesWritten }) => bytesRead + bytesWritten;

const AXES = ["B", "T", "H", "d_k", "d_v", "d_model"];

/**
 * Renders a sentence of the text tables.
 * @param {string} sentence @param {Readonly<Record<string, string | number>>} sizes
 * @param {Set<string> | null} seen  terms that occurred before; null for a sentence that stands alone
 */
export function prose(sentence, sizes, seen) {
  const renderPart = (/** @type {string} */ part) =>
    parse(part, sizes).map(({ text, term: name }) =>
      name ? term(name, text, seen, AXES.includes(name) ? axisKind(name) : "") : text,
    );
  // Keeps a term and adjacent characters on one line, except in scripts without spaces.
  return sentence
    .split(/([^\s\p{Lo}]*\{[^}]*\}[^\s\p{Lo}]*)/u)
    .map((part, i) => (i % 2 ? html`<span class="joined">${renderPart(part)}</span>` : renderPart(part)));
}

/**
 * A term with a note on hover or tap. The first occurrence can have the keyboard focus too.
 * @param {string} name  name in the glossary
 * @param {string} word
 * @param {Set<string> | null} seen  records the term; null if notes are unavailable
 * @param {string} [kind]  kind of its axis
 */
export function term(name, word, seen, kind = "") {
  if (!seen) return html`<span class="term ${kind}">${word}</span>`;
  if (seen.has(name)) return html`<span class=${kind} data-note=${name}>${word}</span>`;
  seen.add(name);
  return html`<button class="term ${kind}" data-note=${name}>${word}</button>`;
}
