import { html } from "lit";
import { habit, entropyOfAll } from "../../state/habits.js";
import { AGAIN, KINDS, OWN_WEIGHTS, TOO_NARROW, WEIGHTS } from "../../text/weights.js";

/** @import { Picture } from "../../state/picture.js" */

/** What the weights are, and what one head's make it do. @type {import("./note.js").NoteFor} */
export function noteFor(store, mark) {
  const { picture } = store.state;
  if (!picture) return null;
  const kinds = store.ask((core) => core.headKinds) ?? [];
  const [, head] = mark.split(":");
  return head === undefined ? ofLayer(picture, kinds) : ofHead(picture, kinds, Number(head));
}

/** @param {Picture} picture @param {readonly string[]} kinds */
function ofLayer({ settings: { weights, heads } }, kinds) {
  const { title, what, more, drawn } = WEIGHTS[weights];
  if (weights !== "constructed") return html`<p><b>${title}</b> ${what} ${drawn} ${more}</p>`;
  return html`<p><b>${title}</b> ${what}</p>
    <ul>
      ${kinds.slice(0, heads).map((kind, head) => {
        const { name, score } = KINDS[kind];
        return html`<li><span>head ${head}, ${name}</span> <span class="mono">${score}</span></li>`;
      })}
    </ul>
    <p>${heads > kinds.length ? AGAIN(kinds.length) : ""} ${more}</p>`;
}

/** @param {Picture} picture @param {readonly string[]} kinds @param {number} head */
function ofHead(picture, kinds, head) {
  const measured = habit(picture.measure().heads[head], entropyOfAll(picture));
  const does = html`<p>Measured here, over all tokens: ${measured}.</p>`;
  const { weights } = picture.settings;
  if (weights !== "constructed") {
    const known = WEIGHTS[weights];
    return html`<p>
        <b>Head ${head}.</b>
        ${known ? known.drawn && `Its weights are drawn like all others: ${known.drawn}` : OWN_WEIGHTS}
      </p>
      ${does}`;
  }
  const kind = kinds[head % kinds.length];
  const { name, score, made } = KINDS[kind];
  const isNarrow = score !== "0" && isBlank(picture, head);
  return html`<p><b>Head ${head}, ${name}.</b> Score <span class="mono">${isNarrow ? "0" : score}</span></p>
    <p>${isNarrow ? TOO_NARROW : made} Nobody learned this.</p>
    ${does}`;
}

/** Whether the head's columns of W_Q are all 0. @param {Picture} picture @param {number} head */
function isBlank(picture, head) {
  const { data, shape } = picture.weight("wQ");
  const width = shape[1] / picture.settings.heads;
  return data.every((value, i) => value === 0 || Math.floor((i % shape[1]) / width) !== head);
}
