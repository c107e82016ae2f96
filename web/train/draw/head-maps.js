import { blankIn } from "../state/arcs.js";
import { Evaluations } from "../state/evaluation.js";
import { headKey } from "../state/removal.js";
import { namesIn } from "./names.js";
import { FOUND, jobOf } from "../../kit/state/training-tasks.js";
import { MAPS } from "../words.js";
import { BLANKS } from "../../kit/text/blanks.js";
import { say } from "../../kit/text/words.js";
import { shareSaid } from "../../kit/text/share.js";

/**
 * Data of the head maps during training.
 *
 * @typedef {import("../state/training.js").Training} Training
 */

/** @param {Pick<Training, "state" | "task">} training @param {number} layer @param {number} head */
export function aboutHead({ state: { whole, moments, away }, task }, layer, head) {
  const { kinds = {}, sentences = 0 } = whole ?? {};
  const job = jobOf(task, kinds, layer, head);
  const untrained = job ? (moments[0].kinds[job.kind][job.by]?.[layer][head] ?? NaN) : NaN;
  const counted = job?.by === "previous" ? Evaluations.MEASURED : sentences;
  const off = away.off.includes(headKey(layer, head));
  return { job, found: (job?.weight ?? 0) >= FOUND, sentences: counted, untrained, off };
}

/** @param {Pick<Training, "state" | "task">} training that has something to say of its sentence @param {import("../../kit/text/words.js").Localized} [speaker] @returns {import("./layer-maps.js").Maps} */
export function learnedMaps(training, speaker) {
  const { state } = training;
  const words = say(MAPS, speaker);
  const kinds = say(BLANKS, speaker);
  const { tokens, blanks, attention } = /** @type {NonNullable<typeof state.prediction>} */ (
    state.prediction
  );
  const names = namesIn({ layers: attention.length }, speaker);
  return {
    ...{ tokens, attention },
    blanks: blanks.map(({ position }) => position),
    blank: blankIn(state)?.position ?? -1,
    about: (layer, head) => {
      const { job, found, sentences, untrained, off } = aboutHead(training, layer, head);
      const name = headKey(layer, head);
      const forms = [names.full(name), names.short(name)];
      const called = { names: off ? forms.map(words.off) : forms, off, found };
      if (off || !found || !job) return { ...called, said: off ? [] : [{ job: words.none, note: "" }] };
      const edge = kinds[job.kind].edges[job.to];
      const [weight, before] = [job.weight, untrained].map((share) => shareSaid(share));
      return {
        ...called,
        said: [
          ...words.note(before, sentences).map((note) => ({ job: words.job(edge, weight), note })),
          ...[edge.drawn, edge.name].map((job) => ({ job, note: words.brief(weight, before) })),
        ],
      };
    },
  };
}
