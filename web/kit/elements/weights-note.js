import { html } from "lit";
import { habitAt, roleAt } from "../state/habits.js";
import { namesOfHeads } from "../text/head-names.js";
import { HEAD_WEIGHTS, KINDS, WEIGHTS } from "../text/weights.js";
import { say } from "../text/words.js";

/** @import { Picture } from "../state/picture.js" */
/** @import { Localized } from "../text/words.js" */

/** A note on the weights, or on how one head's weights work. @type {import("./note.js").NoteFor} */
export function noteFor(store, mark, speaker) {
  const { picture } = store.state;
  if (!picture) return null;
  const kinds = store.ask((core) => core.headKinds) ?? [];
  const [, head] = mark.split(":");
  return head === undefined
    ? ofLayer(picture, kinds, speaker)
    : ofHead(picture, kinds, Number(head), speaker);
}

/** @param {Picture} picture @param {readonly string[]} kinds @param {Localized} speaker */
function ofLayer({ settings: { weights, heads } }, kinds, speaker) {
  const { title, what, more, drawn } = say(WEIGHTS, speaker)[weights];
  const words = say(HEAD_WEIGHTS, speaker);
  if (weights !== "constructed") return html`<p><b>${title}</b> ${what} ${drawn} ${more}</p>`;
  return html`<p><b>${title}</b> ${what}</p>
    <ul>
      ${kinds.slice(0, heads).map((kind, head) => {
        const { name, score } = say(KINDS, speaker)[kind];
        return html`<li><span>${words.item({ head, name })}</span> <span class="mono">${score}</span></li>`;
      })}
    </ul>
    <p>${heads > kinds.length ? words.again(kinds.length) : ""} ${more}</p>`;
}

/** @param {Picture} picture @param {readonly string[]} kinds @param {number} head @param {Localized} speaker */
function ofHead(picture, kinds, head, speaker) {
  const words = say(HEAD_WEIGHTS, speaker);
  const role = roleAt(picture, head);
  const does = habitAt(picture, head, speaker);
  const measured = html`<p>${role ? words.tested(does, role.sentences) : words.measured(does)}</p>`;
  const called = namesOfHeads(picture, speaker).first(head);
  const { weights } = picture.settings;
  if (weights !== "constructed") {
    const known = say(WEIGHTS, speaker)[weights];
    return html`<p>
        <b>${words.head({ head: called, name: "" })}</b>
        ${known ? known.drawn && words.drawn(known.drawn) : words.own}
      </p>
      ${measured}`;
  }
  const kind = kinds[head % kinds.length];
  const { name, score, made } = say(KINDS, speaker)[kind];
  const isNarrow = score !== "0" && isBlank(picture, head);
  return html`<p>
      <b>${words.head({ head: called, name })}</b> ${words.score}
      <span class="mono">${isNarrow ? "0" : score}</span>
    </p>
    <p>${isNarrow ? words.narrow : made} ${words.nobody}</p>
    ${measured}`;
}

/** Whether the head's columns of W_Q are all 0. @param {Picture} picture @param {number} head */
function isBlank(picture, head) {
  const { data, shape } = picture.weight("wQ");
  const width = shape[1] / picture.settings.heads;
  return data.every((value, i) => value === 0 || Math.floor((i % shape[1]) / width) !== head);
}
