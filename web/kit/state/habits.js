import { BLANKS } from "../text/blanks.js";
import { HABITS } from "../text/habits.js";
import { shareInFour } from "../text/share.js";
import { say } from "../text/words.js";
import { groupSize, headOf } from "./selection.js";

/**
 * Describes heads by their measures. A head of a trained model that has a role is described by the role.
 *
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../text/words.js").Localized} Localized
 */

/** @typedef {typeof import("../text/habits.js").HABITS} Words   names of habits */

const MASSES = /** @type {const} */ (["previous", "next", "first", "diagonal"]);
const CLEAR = 0.5; // share of the weight from which a habit is clear: more than all other keys together
const TWINS = 0.25; // share of the weight on the same word elsewhere; with less, the head only attends to the token itself
const NEAR = 1.5; // tokens, largest mean distance of a near head
const BROAD = 0.95; // share of the entropy of uniform attention from which a head is broad

/**
 * The habit of a head for the title of its heat map, derived from measures, never from the head's index.
 * @param {Picture} picture
 * @param {Step} step  step with an axis of heads
 * @param {Localized} speaker
 * @returns {(index: readonly number[]) => string}  "" if no axis is an axis of heads
 */
export function habitOf(picture, { axes }, speaker) {
  const group = groupSize(picture.steps);
  return (index) => {
    const head = headOf(axes, index, group);
    return head === null ? "" : habitAt(picture, head, speaker);
  };
}

/** Label of a head with its figure: its role if it has one, otherwise its habit on this sentence. @param {Picture} picture @param {number} head @param {Localized} speaker */
export function habitAt(picture, head, speaker) {
  const words = say(HABITS, speaker);
  const role = roleAt(picture, head);
  return role
    ? words.role(say(BLANKS, speaker)[role.kind].edges[role.to].drawn, shareInFour(role.weight))
    : habit(picture.measure().heads[head], entropyOfAll(picture), words);
}

/** The role of a head of a trained model; null if it has none. @param {Picture} picture @param {number} head */
export const roleAt = ({ own }, head) => own.roles?.()[head] ?? null;

/** Whether the figure of a habit is a share of the weight. @param {string} kind */
export const isShare = (kind) => kind === "sameWord" || MASSES.some((name) => name === kind);

/** A habit with its figure. @param {import("../../core/types.js").HeadMeasures} measures @param {number} most  nats @param {Words} words */
export function habit(measures, most, words) {
  const { kind, figure } = kindOfHabit(measures, most);
  const said = words[kind];
  return typeof said === "string" ? said : said(isShare(kind) ? shareInFour(figure) : figure.toFixed(2));
}

/**
 * The habit and its number; null if no measure is clearly above the others.
 * @param {import("../../core/types.js").HeadMeasures} measures @param {number} most  nats
 * @returns {{ kind: (typeof MASSES)[number] | "sameWord" | "broad" | "near" | "none" | "nothing", figure: number }}
 */
export function kindOfHabit(measures, most) {
  const { sameWord, elsewhere, entropy, distance } = measures;
  if (measures.diagonal === 0 && distance === 0) return { kind: "nothing", figure: NaN };
  const name = MASSES.reduce((best, each) => (measures[each] > measures[best] ? each : best));
  const apart = name !== "diagonal" && measures[name] >= CLEAR; // attends clearly by position, not only to the token itself
  if (!apart && sameWord >= CLEAR && elsewhere >= TWINS) return { kind: "sameWord", figure: sameWord };
  if (measures[name] >= CLEAR) return { kind: name, figure: measures[name] };
  if (most > 0 && entropy >= BROAD * most) return { kind: "broad", figure: entropy };
  return distance <= NEAR ? { kind: "near", figure: distance } : { kind: "none", figure: NaN };
}

/** The mean entropy of uniform attention over all visible keys, in nats: the reference for broad heads. @param {Picture} picture */
export function entropyOfAll({ settings: { tokens, keyTokens, causal } }) {
  const keys = keyTokens.length || tokens.length;
  const seen = tokens.map((_, i) => (causal ? Math.max(1, i + 1 + keys - tokens.length) : keys));
  return seen.reduce((sum, count) => sum + Math.log(count), 0) / seen.length;
}
