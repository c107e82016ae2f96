import { css, html } from "lit";
import { indexIn, valuesOf } from "./draw.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { CALLS } from "./state.js";
import { flatIndex, offsetOf } from "../../kit/state/memory.js";
import { CHAIN } from "./words.js";
import { say, messageText } from "../../kit/text/words.js";
import { count } from "../../kit/elements/shape.js";

/** @import { LaidOut, ShapeCall } from "../../core/chain.js" */
/** @import { Step } from "../../core/types.js" */
/** @import { Typed } from "./state.js" */
/** @import { Exercise, Verdict } from "./state.js" */
/** @import { Localized } from "../../kit/text/words.js" */

/**
 * @typedef {object} Judged
 * @property {Exercise} exercise
 * @property {Readonly<Record<string, number>>} sizes  by name
 * @property {Typed} parsed
 * @property {Verdict} verdict
 */

export const linksStyles = css`
  .calls {
    overflow-x: auto;
  }
  .calls button {
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    text-align: left;
    overflow-wrap: anywhere;
  }
  .calls [aria-current="true"] {
    font-weight: 600;
  }
`;

/** A shape as a Python tuple. @param {readonly number[]} shape */
export const shapeSaid = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

/** @param {readonly ShapeCall[]} calls */
export const typedAs = (calls) =>
  calls.map(({ name, given = [] }) => `.${name}(${given.join(", ")})`).join("");

/**
 * Says whether the calls reach the goal, and otherwise how they miss it.
 * @param {Judged} judged @param {unknown} fault the equivalent known wrong path, or null @param {Localized} speaker
 */
export function verdictSaid({ parsed, verdict, exercise, sizes }, fault, speaker) {
  const words = say(CHAIN, speaker);
  const { outcome, links, refused, goal, misplaced, moved } = verdict;
  if (parsed.trouble) {
    const named = Object.entries(sizes).map(([name, size]) => `${name} ${size}`);
    const calls = CALLS.map((call) => `.${call}()`);
    const { why, given } = parsed.trouble;
    return words.troubles[why](given, named.join(", "), calls.join(", "));
  }
  const said = words.outcome;
  switch (outcome) {
    case "begun":
      return said.begun;
    case "refused":
      return said.refused(refused ? messageText(refused, speaker) : "");
    case "right":
      return said.right({ to: exercise.goal.id, moved: count(moved, speaker) });
    case "shape":
      return said.shape({ shape: shapeSaid(links[links.length - 1].shape), goal: shapeSaid(goal.shape) });
    case "misplaced":
      return [
        said.misplaced({ n: count(misplaced, speaker), of: count(goal.places.length, speaker) }),
        ...(fault ? [" ", ...words.fault(fault)] : []),
      ];
  }
}

/**
 * The calls with their shapes and strides. A press on a row shows the tensor after that call.
 * @param {Judged} judged @param {number} at index of the shown link @param {(at: number) => void} look @param {Localized} speaker
 */
export function linksTable({ verdict, parsed, exercise }, at, look, speaker) {
  const words = say(CHAIN, speaker);
  return html`<table>
    <thead>
      <tr>
        ${words.columns.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${verdict.links.map(
        (link, i) =>
          html`<tr>
            <th scope="row">
              <button class="mono" aria-current=${i === at} @click=${() => look(i)}>
                ${i ? parsed.calls[i - 1].said : exercise.start.id}
              </button>
            </th>
            <td class="mono">${shapeSaid(link.shape)}</td>
            <td class="mono">${shapeSaid(link.strides)}</td>
            <td>${i ? memorySaid(link, speaker) : words.itself}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {LaidOut} link @param {Localized} speaker */
function memorySaid({ storage, places }, speaker) {
  const words = say(CHAIN, speaker);
  return storage === "view" ? words.seen : words.copied(count(4 * places.length, speaker));
}

/**
 * Says an element's offset, computed from the strides, and which token, head and feature it belongs to.
 * @param {import("../../kit/state/picture.js").Picture} picture
 * @param {Step} start
 * @param {LaidOut} link
 * @param {readonly number[]} element
 * @param {Localized} speaker
 */
export function cellSaid(picture, start, link, element, speaker) {
  const flat = flatIndex(link, element);
  const terms = element.map((i, axis) => `${i}·${link.strides[axis]}`).join(" + ");
  return say(CHAIN, speaker).cell({
    index: element.join(", "),
    sum: link.offset ? `${link.offset} + ${terms}` : terms,
    offset: offsetOf(link, element),
    value: formatNumber(valuesOf(picture, start, link)[flat]),
    from: `${start.id}[${indexIn(start.shape, link.places[flat]).join(", ")}]`,
  });
}
