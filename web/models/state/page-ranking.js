import { answerAt, givenTo, mapOf, readBy } from "./page-run.js";
import { headsOf } from "./page-state.js";

/** @import { Effect, Head } from "./page-state.js" */
/** @import { Shown } from "./page-run.js" */
/** @import { ModelsPage } from "./page.js" */
/** @import { ModelRun, PredictedPiece } from "./model-run.js" */
/** @import { Token } from "./tokenizer.js" */

/** Ranks keys of a query by weight, and heads by what the probability of a piece loses without them. */
export class HeadRanking {
  #page;
  #stop = new AbortController();

  /** @param {ModelsPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Keys that the selected query sees, largest weight first. @param {Head} head */
  keysOf(head) {
    const run = /** @type {Shown} */ (this.#page.state.run);
    const count = run.keyWords.length;
    const { query } = this.#page.state;
    const row = mapOf(run, head).slice(query * count, (query + 1) * count);
    const { order } = this.#page.core.rank(row);
    const seen = run.causal ? order.filter((key) => key <= query) : order;
    return seen.map((key) => ({ key, weight: row[key] }));
  }

  /**
   * The piece whose probability is looked at: the next one of the text, the likeliest after its last, or the one under a mask; null if there is
   * none.
   * @returns {Pick<Token, "id" | "text"> | null}
   */
  get wanted() {
    const { run, query, text, whole } = this.#page.state;
    if (!run?.run.predicts || !this.#page.opened) return null;
    if (run.run.grid) return this.#wantedClass(whole ?? run);
    if (run.foretells) return run.tokens[query + 1] ?? (whole ?? run).run.predictions(query, 1)[0];
    return isMasked(run, query) ? this.#page.opened.model.tokenize(text)[query] : null;
  }

  /** The class that the reader asks for, or the likeliest. @param {Shown} shown */
  #wantedClass({ run, of }) {
    const { asked } = this.#page.state;
    const labels = of.model.info.vision?.labels ?? [];
    return asked === null ? run.predictions(0, 1)[0] : { id: asked, text: labels[asked] };
  }

  /**
   * The likeliest piece at the selected query with all heads, and with those that are on; `kept` is the probability of the first without the heads
   * that are off, NaN if it is not among the likeliest. Null where nothing is predicted.
   * @returns {{ before: PredictedPiece, now: PredictedPiece, kept: number } | null}
   */
  get answers() {
    const { run, whole, query } = this.#page.state;
    if (!run?.run.predicts || !(run.foretells || run.run.grid || isMasked(run, query))) return null;
    const at = answerAt(run, query);
    const [before] = (whole ?? run).run.predictions(at, 1);
    const [now] = run.run.predictions(at, 1);
    return { before, now, kept: amongLikeliest(run.run, at, before.id) };
  }

  /** The effect on the wanted piece and on the whole text, from a run with the head and a run without it. @param {Shown} whole @param {Shown} run */
  changed(whole, run) {
    const { wanted } = this;
    const query = answerAt(run, this.#page.state.query);
    // The model has written a target with one of the runs, which alone knows the piece after the last.
    const isBeyond = run.kind !== undefined && query === run.tokens.length - 1;
    const at = (/** @type {Shown} */ { run: each }) => {
      if (run.kind === "encoder") return NaN; // pieces of the source predict nothing
      const known = isBeyond ? NaN : each.probability(query);
      // The piece after the last is not in the text: it is found among the likeliest, or not at all.
      return Number.isNaN(known) && wanted ? amongLikeliest(each, query, wanted.id) : known;
    };
    const probability = wanted ? { before: at(whole), after: at(run) } : { before: NaN, after: NaN };
    const isKnown = Number.isFinite(probability.before + probability.after);
    return {
      ...{ piece: isKnown ? wanted?.text : undefined, probability },
      loss: run.kind
        ? { before: lossOf(whole.run, run), after: lossOf(run.run, run) }
        : { before: whole.run.loss(), after: run.run.loss() },
    };
  }

  /** Runs the model once without each head. */
  async start() {
    const { wanted } = this;
    const { opened } = this.#page;
    const { run, masks, query } = this.#page.state;
    if (!opened || !run || !wanted) return;
    const at = answerAt(run, query);
    this.#stop.abort();
    const { signal } = (this.#stop = new AbortController());
    const { given, target } = this.#askedFor(run, wanted.id);
    const heads = headsOf(run);
    const asked = [[], ...heads.map((head) => [head])].map((off) => {
      const answer = run.run.grid ? wanted.id : undefined;
      const options = { mask: masks, headScale: this.#page.scalesFor(off), answer, target };
      return /** @type {const} */ ([given, options]);
    });
    const runs = opened.model.runEach(asked, { signal });
    const next = async () => {
      const { value } = await runs.next();
      const found = /** @type {ModelRun} */ (value);
      return { probability: found.probability(at), loss: lossOf(found, run) };
    };
    const total = run.layers * run.heads;
    /** @type {Effect[]} */
    let effects = [];
    const tell = (/** @type {{ probability: number, loss: number }} */ whole) => {
      const progress = { done: effects.length, total };
      this.#page.set({ ranking: { piece: wanted.text, ...whole, progress, effects } });
    };
    tell({ probability: NaN, loss: NaN });
    try {
      const whole = await next();
      for (const head of heads) {
        const { probability, loss } = await next();
        if (!this.#page.state.ranking || this.#page.state.run !== run || signal.aborted) return;
        const effect = { ...head, change: probability - whole.probability, loss: loss - whole.loss };
        effects = rankedBy([...effects, effect], "change");
        tell(whole);
      }
    } catch (error) {
      if (!signal.aborted) this.#page.set({ ranking: null, problem: /** @type {Error} */ (error) });
    } finally {
      void runs.return().catch(() => {}); // of a ranking that is no longer on show
    }
  }

  /**
   * What is run so that a piece is an answer: the text, and after its last piece the wanted one. @param {Shown} run @param {number} id
   * @returns {{ given: import("./run-options.js").Text | import("./pictures.js").Image, target?: { ids: number[] } }}
   */
  #askedFor({ foretells, tokens, run, of }, id) {
    const { query, text } = this.#page.state;
    if (run.grid)
      return { given: /** @type {import("./pictures.js").Image} */ (givenTo(of, this.#page.state)) };
    const ids = tokens.map((token) => token.id);
    const asked = { ids: query + 1 < ids.length ? ids : [...ids, id] };
    if (run.source) return { given: { ids: run.source.map((token) => token.id) }, target: asked };
    if (foretells) return { given: asked };
    return {
      given: readBy(/** @type {import("./page-state.js").Opened} */ (this.#page.opened).model, text),
    };
  }

  /** Sorts the ranking by another change. @param {"probability" | "loss"} rankBy */
  sort(rankBy) {
    this.#page.set({ rankBy });
  }

  /** Stops the ranking. Its results so far stay. */
  stop() {
    this.#stop.abort();
    const { ranking } = this.#page.state;
    if (!ranking) return;
    const { done } = ranking.progress;
    this.#page.set({ ranking: done ? { ...ranking, progress: { done, total: done } } : null });
  }
}

/** Heads by the size of a change, largest first. @param {readonly Effect[]} effects @param {"change" | "loss"} by @returns {Effect[]} */
export const rankedBy = (effects, by) => effects.slice().sort((a, b) => Math.abs(b[by]) - Math.abs(a[by]));

/**
 * The loss of the sentence on show, in nats a piece, in a run that may read one piece more. NaN if nothing in it is predicted.
 * @param {import("./model-run.js").ModelRun} found @param {Shown} shown
 */
function lossOf(found, { foretells, run }) {
  if (run.grid) return NaN; // a picture has one answer, whose probability says as much
  const { tokens } = run; // of a model with an encoder those of the target, whichever maps are on show
  const last = foretells || run.source ? tokens.length - 1 : tokens.length;
  const surprisals = tokens.slice(0, last).map((_, i) => found.surprisal(i));
  const known = surprisals.filter((each) => !Number.isNaN(each));
  return known.reduce((sum, each) => sum + each, 0) / known.length;
}

/** Whether the piece at a query is masked; pieces of a source never are. @param {Shown} shown @param {number} query */
const isMasked = ({ kind, run }, query) => kind !== "encoder" && run.masks.includes(query);

/** NaN if a piece is not among those that a run keeps. @param {import("./model-run.js").ModelRun} run @param {number} query @param {number} id */
const amongLikeliest = (run, query, id) =>
  run.predictions(query, run.listed).find((piece) => piece.id === id)?.probability ?? NaN;
