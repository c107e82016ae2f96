import { isSameHead } from "../models/state/page-state.js";
import { axesOfLink } from "../study/state/axes.js";
import { StudyStore } from "../study/state/study-store.js";
import { isSamePlace } from "../study/state/study-types.js";

/** @import { ModelsPage } from "../models/state/page.js" */
/** @import { Opened } from "../models/state/page-state.js" */
/** @import { Head, Subject, Tools } from "../study/state/study-types.js" */

/** States of the views by page. @type {WeakMap<ModelsPage, StudyStore>} */
const studies = new WeakMap();

/**
 * The state of the views of a page, which stays while the page shows no views. The model, the axes and the head of the page and of the views are the same.
 * @param {ModelsPage} page @param {Tools} tools @returns {StudyStore} the same at each call
 */
export function studyOf(page, tools) {
  const known = studies.get(page);
  if (known) return known;
  const study = new StudyStore(tools);
  studies.set(page, study);
  take(page, study, null);
  page.addEventListener("change", (event) => {
    take(page, study, /** @type {CustomEvent} */ (event).detail.before.selected);
  });
  study.addEventListener("change", () => give(page, study));
  return study;
}

/**
 * A study from a file may have heads that the model lacks: its head stays until another is selected on the page.
 * @param {ModelsPage} page @param {StudyStore} study @param {Head | null} former selected on the page before
 */
function take({ opened, state: { axes, selected } }, study, former) {
  const subject = opened && !opened.model.info.vision ? subjectOf(opened) : null;
  const isAnother = subject !== study.state.subject || !former || !isSameHead(former, selected);
  const { x, y } = axesOfLink(axes) ?? study.state;
  const head = isAnother ? selected : study.state.selected;
  const isTaken = x === study.state.x && y === study.state.y && isSamePlace(head, study.state.selected);
  if (!isTaken) study.set({ x, y, selected: head }); // in one step, since each is given back to the page
  study.measure(subject);
}

/** @param {ModelsPage} page @param {StudyStore} study */
function give(page, study) {
  const { x, y, selected } = study.state;
  const { axes, run } = page.state;
  if (axes !== null && axes !== `${x},${y}`) page.set({ axes: `${x},${y}` });
  const isThere = run && selected.layer < run.layers && selected.head < run.heads;
  if (isThere && !isSameHead(selected, page.state.selected)) page.select(selected);
}

/** Models as the views measure them. @type {WeakMap<Opened, Subject>} */
const subjects = new WeakMap();

const SMALL = 2 ** 26; // bytes of weights that several workers may hold

/** Workers that measure at the same time: half of the processor's cores, since the page needs one too. */
const workersHere = () => Math.max(1, Math.min(4, Math.floor((navigator.hardwareConcurrency || 2) / 2)));

/** @param {Opened} opened @returns {Subject} the same at each call */
function subjectOf(opened) {
  const known = subjects.get(opened);
  if (known) return known;
  const { model, name, bytes } = opened;
  /** @type {Subject} */
  const subject = {
    name,
    timesForLosses: model.timesForLosses,
    study: (sentences, { into, ...options }) => {
      const growing = /** @type {import("../models/state/study.js").Study | undefined} */ (into);
      return model.study(sentences, {
        ...options,
        into: growing,
        workers: bytes <= SMALL ? workersHere() : 1,
      });
    },
    async read(text) {
      const run = await model.run(text);
      const maps = Array.from({ length: model.info.layers }, (_, layer) => run.attention(layer));
      return {
        ...{ pieces: run.tokens, causal: model.info.causal },
        map(layer, head) {
          const { data, shape } = maps[layer];
          const size = shape[1] * shape[2];
          return data.subarray(head * size, (head + 1) * size);
        },
      };
    },
  };
  subjects.set(opened, subject);
  return subject;
}
