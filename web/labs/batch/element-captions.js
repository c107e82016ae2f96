import { html } from "lit";
import { number } from "../../kit/draw/legend.js";
import { shorten } from "../../kit/draw/tensor-labels.js";
import { saidOf } from "../../kit/text/faults.js";
import { BATCH } from "./words.js";
import { messageText, say } from "../../kit/text/words.js";

/** @import { BatchAnswer, BatchTurn, Read } from "./state.js" */
/** @import { Localized } from "../../kit/text/words.js" */

export const SHOWN = 2; // sentences shown; the others repeat them

/** Says whether the mask blocks the padding and nothing else. @param {BatchAnswer} answer @param {BatchTurn} turn @param {Localized} speaker */
export function verdictSaid(answer, turn, speaker) {
  const words = say(BATCH, speaker);
  if ("refused" in answer)
    return html`<p class="alarm mono" role="alert">${messageText(answer.refused, speaker)}</p>
      <p>${words.refused}</p>`;
  const { batch, none } = answer;
  const sentences = batch.lengths.length;
  if (!batch.padding.data.some(Boolean)) return html`<p role="status">${words.noPadding}</p>`;
  if (none) return html`<p role="status">${words.luck(saidOf("mask_as_square", none, speaker))}</p>`;
  const others = sentences > SHOWN ? html`<p class="how">${words.others(sentences)}</p>` : "";
  return html`${turn.mask === "axes" ? rightSaid(answer, speaker) : wrongSaid(answer, speaker)} ${others}`;
}

/** @param {BatchAnswer & Read} answer @param {Localized} speaker */
const rightSaid = ({ count, onPadding }, speaker) =>
  html`<p role="status">${say(BATCH, speaker).right({ rows: count.rows, onPadding: number(onPadding) })}</p>`;

/** @param {BatchAnswer & Read} answer @param {Localized} speaker */
function wrongSaid({ batch, count, moved, at }, speaker) {
  const words = say(BATCH, speaker);
  const length = batch.words[0].length;
  const item = Math.floor(at / length);
  return html`<p class="alarm" role="status">
    <b>${words.silent}</b> ${words.square({ ...count, sentences: batch.lengths.length })}
    ${count.wrong ? words.most({ word: batch.words[item][at % length], sentence: item, off: number(moved[at], 2) }) : ""}
  </p>`;
}

/**
 * Says the weight and the mask of the selected cell.
 * @param {{ answer: BatchAnswer, head: number, at: import("./draw.js").Hit }} view @param {Localized} speaker
 */
export function cellSaid({ answer, head, at: { item, query, key } }, speaker) {
  const said = say(BATCH, speaker);
  const { words, lengths, padding } = answer.batch;
  const word = shorten(words[item][query], 20);
  if ("refused" in answer) {
    const row = { query, word, sentence: query };
    return query < padding.shape[0] ? said.row(row) : said.noRow(row);
  }
  const [, heads, rows, keys] = answer.weights.shape;
  const cell = (item * rows + query) * keys + key;
  const weight = answer.weights.data[((item * heads + head) * rows + query) * keys + key];
  const isRight = answer.otherwise[cell] !== 1;
  const how = isRight
    ? answer.blocked[cell] === 1
      ? "masked"
      : null
    : key >= lengths[item]
      ? "padding"
      : "word";
  return said.cell({
    ...{ sentence: item, word, key: shorten(words[item][key], 20), weight: number(weight) },
    how: how ? said.cellHow[how] : "",
  });
}
