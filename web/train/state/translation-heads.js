import { quoteValue } from "../../kit/text/quoted.js";
import { refused } from "../words-refusals.js";
import { FOUND } from "../../kit/state/training-tasks.js";

/**
 * The heads of a translation: three kinds of attention, each with its layers.
 *
 * @typedef {import("../../core/types.js").AttentionKind} AttentionKind
 * @typedef {import("../../core/types.js").TranslatorEvaluation} TranslatorEvaluation
 * @typedef {{ layers: number, numHeads: number }} Sizes
 * @typedef {{ kind: AttentionKind, layer: number, head: number }} Place
 */

/** Kinds of attention, in the order in which they compute. */
export const ATTENTIONS = /** @type {readonly AttentionKind[]} */ (["encoder", "decoder", "cross"]);

/** Name of a head in links and attributes: cross.0.3 is head 3 of layer 0. @param {AttentionKind} kind @param {number} layer @param {number} head */
export const nameOf = (kind, layer, head) => `${kind}.${layer}.${head}`;

/** @param {string} name @returns {Place} */
export function placeOf(name) {
  const [kind, layer, head] = name.split(".");
  return { kind: /** @type {AttentionKind} */ (kind), layer: Number(layer), head: Number(head) };
}

/** The heads of one kind of attention, by name. @param {AttentionKind} kind @param {Sizes} sizes */
export const headsOfKind = (kind, { layers, numHeads }) =>
  Array.from({ length: layers * numHeads }, (_, i) => nameOf(kind, Math.floor(i / numHeads), i % numHeads));

/** Hue of a head. Of eight heads, those of the cross-attention and of the encoder have hues of their own. @param {Place} place @param {Sizes} sizes */
export const hueOf = ({ kind, layer, head }, { layers, numHeads }) =>
  (["cross", "encoder", "decoder"].indexOf(kind) * layers + layer) * numHeads +
  ((kind === "encoder" ? head + 1 : head) % numHeads);

/** The factors of a removal, for the kinds that lose heads. @param {readonly string[]} off @param {Sizes} sizes @returns {import("../../core/types.js").HeadScales} */
export const scalesOf = (off, { layers, numHeads }) =>
  Object.fromEntries(
    ATTENTIONS.filter((kind) => off.some((name) => placeOf(name).kind === kind)).map((kind) => [
      kind,
      Array.from({ length: layers }, (_, layer) =>
        Array.from({ length: numHeads }, (_, head) => Number(!off.includes(nameOf(kind, layer, head)))),
      ),
    ]),
  );

/** Message about a removal that names a head that the model lacks, or an edge; null for a valid one. @param {import("./removal.js").Away} away @param {Sizes} sizes */
export function whyInvalid({ off, cuts }, sizes) {
  const all = ATTENTIONS.flatMap((kind) => headsOfKind(kind, sizes));
  const noHead = off.find((name) => !all.includes(name));
  if (noHead !== undefined)
    return refused("no_head_named", { value: quoteValue(noHead), first: all[0], last: all[all.length - 1] });
  return cuts.length ? refused("no_edges_in_translation", { example: all[0] }) : null;
}

/** The head with the largest measure. @param {readonly (readonly number[])[]} rows by layer and head */
export function strongestHead(rows) {
  const all = rows.flatMap((row, layer) => row.map((weight, head) => ({ layer, head, weight })));
  return all.reduce((a, b) => (b.weight > a.weight ? b : a));
}

/** The selected head of a kind of attention: the reader's choice, or else the one that finds nouns, or words, most often. @param {Pick<import("./state.js").State, "picked" | "whole">} state @param {AttentionKind} kind */
export function pickedHead({ picked, whole }, kind) {
  if (picked[kind]) return picked[kind];
  const { determiners, content } = whole?.evaluation ?? {};
  const rows = kind === "encoder" ? determiners : kind === "cross" ? content : undefined;
  const { layer, head } = rows ? strongestHead(rows) : { layer: 0, head: 0 };
  return nameOf(kind, layer, head);
}

/**
 * The sets of heads whose removal the table shows: the encoder's head that finds the nouns of determiners, all of the encoder, the two cross
 * heads that find most words, and all of the decoder.
 * @param {TranslatorEvaluation} evaluation @param {Sizes} sizes @returns {readonly (readonly string[])[]}
 */
export function setsOf({ determiners, content }, sizes) {
  const carrier = strongestHead(determiners);
  const finders = content
    .flatMap((row, layer) => row.map((weight, head) => ({ weight, name: nameOf("cross", layer, head) })))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 2);
  return [
    ...(carrier.weight >= FOUND ? [[nameOf("encoder", carrier.layer, carrier.head)]] : []),
    headsOfKind("encoder", sizes),
    finders.map(({ name }) => name).sort(),
    headsOfKind("decoder", sizes),
  ];
}

const END = "end"; // the part of speech that is no word

/** How much less often words of a part of speech have the right meaning, or form; the form is unknown where no word has the right meaning. @param {{ meaning: number, form: number }} without @param {{ meaning: number, form: number }} whole */
export const lostOf = (without, whole) => ({
  meaning: whole.meaning - without.meaning,
  form: whole.form - without.form || 0,
});

/** The part of speech that lost most without some heads, in meaning or form. @param {TranslatorEvaluation} without @param {TranslatorEvaluation} whole */
export function worstHit(without, whole) {
  const all = Object.entries(without.parts)
    .filter(([part]) => part !== END)
    .map(([part, { meaning, form }]) => {
      const lost = lostOf({ meaning, form }, whole.parts[/** @type {"noun"} */ (part)]);
      return { part, meaning, form, lost: Math.max(lost.meaning, lost.form) };
    });
  return all.reduce((a, b) => (b.lost > a.lost ? b : a));
}
