import { html } from "lit";
import { decimals } from "../../kit/draw/legend.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { choice, choiceStyles } from "../../kit/elements/choice.js";
import { focus } from "../../kit/elements/follow.js";
import { retryButton } from "../../kit/elements/load-failed.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { shortShare } from "../../kit/text/share.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { restOf } from "../draw/cents.js";
import { answerAt, labelOf, mapOf } from "../state/page-run.js";
import { isSameHead } from "../state/page-state.js";
import { Writing, nameOf } from "../state/writes.js";
import { WHICH_MODEL } from "../words.js";
import { MODEL_WRITES } from "../words-writes.js";
import { ModelPanel } from "./model-panel.js";
import { writesStyles } from "./writes-styles.js";

export { ModelCircuit } from "./circuit.js";
export { ModelPatches } from "./patches.js";

/** @typedef {import("../state/parts-of-logit.js").Contribution} Contribution */
/** @typedef {import("../state/page-state.js").Head} Head */
/** @typedef {import("../state/writes.js").Written} Written */

const SHOWN = 10; // parts with a row of their own
const KEYS = 2; // that a head looks at
const ASKED = 4; // likely pieces to ask about

/**
 * Who wrote a piece: the parts of the model, sorted by what they add to its logit, and the likeliest pieces if the stream ended after each layer (the logit lens).
 * @fires shows - the reader goes to where a head looks
 */
export class ModelWrites extends ModelPanel {
  static properties = { ...ModelPanel.properties, isPart: { state: true }, by: { state: true } };

  static styles = [ModelPanel.styles, headingStyles, barStyles, choiceStyles, writesStyles];

  /** @type {Writing | null} */
  #writing = null;

  constructor() {
    super();
    /** Whether the view stands alone, without the maps to go to. @type {boolean} */
    this.isPart = false;
    /** What heads are sorted by. @type {"writes" | "absence"} */
    this.by = "writes";
    this.addEventListener("focuslost", (event) => {
      if (event.composedPath()[0] === this) focus(this, ".how button");
    });
  }

  get writing() {
    return (this.#writing ??= new Writing(this.page));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#writing?.stop();
  }

  updated() {
    if (this.page?.state.run) void this.writing.follow();
  }

  render() {
    const { run, written, query, unwritten } = this.page?.state ?? {};
    if (!run || query === undefined) return html``;
    const words = say(MODEL_WRITES, this);
    const { asked } = this.writing;
    if (!asked) return html`<p class="quiet">${words.toMask}</p>`;
    const shown = written?.of.of === run.of ? written : null;
    const isStale = shown?.of !== run || shown.query !== query || shown.found.piece !== asked.id;
    const why =
      unwritten &&
      html`<p role="alert">
        ${messageText(unwritten, this)}${stop(this)}
        ${isStale ? retryButton(this, () => void this.writing.again()) : ""}
      </p>`;
    if (!shown) return why || html`<p class="quiet" role="status">${words.computing}…</p>`;
    return html`${why}
      <div class="two ${isStale ? "stale" : ""}" aria-busy=${isStale && !why}>
        <section>${this.#who(shown)}</section>
        <section>
          ${this.#lens(shown)} ${this.isPart ? "" : this.#actions()}
          <mha-model-circuit .store=${this.store}></mha-model-circuit>
        </section>
      </div>
      <mha-model-patches .store=${this.store}></mha-model-patches>`;
  }

  /** @param {Written} written */
  #who(written) {
    const words = say(MODEL_WRITES, this);
    const { value, remainder, text } = written.found;
    return html`<h2>${words.who(html`<bdi>${labelOf(text)}</bdi>`)}</h2>
      <p class="quiet">
        ${words.sum({ value: decimals(value, 2), remainder: Math.abs(remainder).toExponential(0).replace("-", "−") })}
      </p>
      ${this.#pieces(written)} ${this.#parts(written)} ${this.#absences(written)}
      ${AsTable.of(this.#table(written))}`;
  }

  /** The likeliest pieces; a press explains another one. @param {Written} written */
  #pieces({ of, query, found }) {
    const words = say(MODEL_WRITES, this);
    const likely = of.run.predictions(answerAt(of, query), ASKED);
    const all = likely.some(({ id }) => id === found.piece)
      ? likely
      : [{ id: found.piece, text: found.text, probability: NaN }, ...likely];
    return html`<div class="pieces" role="group" aria-label=${words.pieces}>
      ${all.map(
        (piece) =>
          html`<button aria-pressed=${piece.id === found.piece} @click=${() => this.writing.explain(piece)}>
            <bdi>${labelOf(piece.text)}</bdi>
            ${Number.isNaN(piece.probability) ? "" : shortShare(piece.probability)}
          </button>`,
      )}
    </div>`;
  }

  /** @param {Written} written */
  #parts(written) {
    const words = say(MODEL_WRITES, this);
    const { found, without } = written;
    const sorted = this.#sorted(written);
    const shown = sorted.slice(0, SHOWN);
    const others = found.parts.filter((part) => !shown.includes(part));
    const rest = restOf(found.value, shown);
    const most = Math.max(...shown.map(({ value }) => value), 1e-9);
    const least = Math.min(...shown.map(({ value }) => value), 0);
    const figure = (/** @type {number} */ value) => `${value > 0 ? "+" : ""}${decimals(value, 2)}`;
    return html`<table class="parts" aria-label=${words.parts}>
      <thead>
        <tr>
          <th scope="col">${words.part}</th>
          <th scope="col" colspan="2">${words.adds}</th>
          <th scope="col" class="at">${words.at(labelOf(written.of.words[written.query]))}</th>
          ${without ? html`<th scope="col" class="left">${words.without}</th>` : ""}
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (part) =>
            html`<tr>
              <th scope="row">${this.#name(part)}</th>
              <td class="bars">
                ${bar(part.value, { most, least, fill: part.kind === "head" ? "var(--_H)" : "var(--_edge)" })}
              </td>
              <td class="value">${figure(part.value)}</td>
              <td class="at">${this.#looksAt(written, part)}</td>
              ${without ? html`<td class="left">${this.#left(written, part)}</td>` : ""}
            </tr>`,
        )}
        <tr class="quiet">
          <th scope="row">${words.others(others.length)}</th>
          <td class="bars"></td>
          <td class="value">${figure(rest)}</td>
          <td class="at"></td>
          ${without ? html`<td></td>` : ""}
        </tr>
        <tr class="sum">
          <th scope="row">${words.together}</th>
          <td class="bars"></td>
          <td class="value">${decimals(found.value, 2)}</td>
          <td class="at"></td>
          ${without ? html`<td class="left">${Number.isNaN(without.whole) ? "" : shortShare(without.whole)}</td>` : ""}
        </tr>
      </tbody>
    </table>`;
  }

  /** The parts that are shown first. @param {Written} written @returns {readonly Contribution[]} */
  #sorted({ found, without }) {
    if (this.by === "absence" && without) {
      const { left, whole } = without;
      const lost = (/** @type {Contribution} */ part) => whole - (left.get(nameOf(headOf(part))) ?? whole);
      const heads = found.parts.filter(({ kind }) => kind === "head");
      return heads.sort((a, b) => lost(b) - lost(a));
    }
    const largest = found.parts.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, SHOWN);
    return largest.sort((a, b) => b.value - a.value);
  }

  /** @param {Contribution} part */
  #name(part) {
    const words = say(MODEL_WRITES, this);
    if (part.kind === "network") return words.network(Number(part.layer));
    if (part.kind !== "head") return words[part.kind];
    const head = headOf(part);
    return html`<button
      class="link"
      aria-current=${isSameHead(head, this.page.state.selected)}
      @click=${() => this.page.select(head)}
    >
      ${capitalize(headName(head.layer, head.head, this))}
    </button>`;
  }

  /** The two keys on which the query of a head puts most weight. @param {Written} written @param {Contribution} part */
  #looksAt({ of, query }, part) {
    if (part.kind !== "head") return "";
    const count = of.words.length;
    const row = mapOf(of, headOf(part)).subarray(query * count, (query + 1) * count);
    const { order } = this.page.core.rank(row);
    return Array.from(
      order.slice(0, KEYS),
      (key, i) => html`${i ? ", " : ""}<bdi>${of.words[key]}</bdi> ${shortShare(row[key])}`,
    );
  }

  /** The probability without a head. @param {Written} written @param {Contribution} part */
  #left({ without }, part) {
    const left = part.kind === "head" ? without?.left.get(nameOf(headOf(part))) : undefined;
    return left === undefined ? "" : shortShare(left);
  }

  /** The choice between two rankings of heads: by what they add, and by the effect of switching them off. @param {Written} written */
  #absences({ without }) {
    const words = say(MODEL_WRITES, this);
    if (!without)
      return html`<p class="how">
        <button class="button" @click=${() => void this.writing.rank()}>${words.rank}</button>
      </p>`;
    const { done, total } = without.progress;
    const ways = /** @type {const} */ (["writes", "absence"]);
    return html`<p class="how">
        ${choice(
          words.by,
          words.by,
          ways.map((way) => [way, words.ways[way]]),
          this.by,
          (way) => (this.by = way),
        )}
      </p>
      <p class="quiet">
        ${Number.isNaN(without.whole) ? "" : words.whole(shortShare(without.whole))} ${words.why}
      </p>
      ${
        done < total
          ? html`<p>
              ${words.ranking(done, total)}
              <progress aria-label=${words.ranking(done, total)} max=${total} .value=${done}></progress>
              <button class="button" @click=${() => this.writing.stopRanking()}>
                ${say(WHICH_MODEL, this).stop}
              </button>
            </p>`
          : ""
      }`;
  }

  /** @param {Written} written */
  #lens({ lens, found, of }) {
    const words = say(MODEL_WRITES, this);
    return html`<h2>${words.lens}</h2>
      <p class="quiet">${of.causal ? words.lensWhat : words.lensMasked}</p>
      <table class="lens" aria-label=${words.likeliest}>
        <tbody>
          ${lens.map(
            (pieces, i) =>
              html`<tr>
                <th scope="row">${i ? words.after(i - 1) : words.start}</th>
                ${pieces.map(
                  ({ id, text, probability }) =>
                    html`<td>
                      <span
                        class="cell ${id === found.piece ? "own" : ""}"
                        .style=${`--share: ${probability}`}
                        ><bdi>${labelOf(text)}</bdi><small>${shortShare(probability)}</small></span
                      >
                    </td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>`;
  }

  #actions() {
    const words = say(MODEL_WRITES, this);
    const { layer, head } = this.page.state.selected;
    return html`<div class="actions">
      <button class="button" @click=${this.#look}>
        ${words.look(capitalize(headName(layer, head, this)))} ▸
      </button>
    </div>`;
  }

  #look() {
    this.page.set({ writes: false });
    this.dispatchEvent(new CustomEvent("shows"));
  }

  /** @param {Written} written @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table({ found, without }) {
    const words = say(MODEL_WRITES, this);
    const { corner, columns } = words;
    const name = (/** @type {Contribution} */ part) => {
      if (part.kind === "head") return headName(Number(part.layer), Number(part.head), this);
      return part.kind === "network" ? words.network(Number(part.layer)) : words[part.kind];
    };
    return {
      ...{ name: "who-wrote", corner, columns },
      rows: () =>
        found.parts.map((part) => [
          ...[name(part), part.value, part.logit, part.mean],
          (part.kind === "head" ? without?.left.get(nameOf(headOf(part))) : undefined) ?? NaN,
        ]),
    };
  }
}

/** The head that a part is. @param {Contribution} part @returns {Head} */
const headOf = ({ layer, head }) => ({ layer: Number(layer), head: Number(head) });
