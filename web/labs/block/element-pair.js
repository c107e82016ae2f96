import { html } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice } from "../../kit/elements/choice.js";
import { say } from "../../kit/text/words.js";
import { likelyList } from "./element-likely.js";
import { pairScene } from "./draw-pair.js";
import { rowOfStop, stopsOf, widthOfStop } from "./state-pair.js";
import { BLOCK, PAIR } from "./words.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Pair, Side, Stop } from "./state-pair.js" */

const ACTIVATION = "ReLU";

/** The lab's view of an encoder and a decoder: what is selected, and what is rendered. */
export class PairView {
  #host;
  /** The reader's choices, if any. @type {{ source?: number, target?: number, feature?: number }} */
  #chosen = {};
  /** @type {ReturnType<typeof pairScene> | null} */
  #scene = null;

  /** @param {import("../lab-panel.js").LabPanel} host renders again after each choice */
  constructor(host) {
    this.#host = host;
  }

  get #words() {
    return say(PAIR, this.#host);
  }

  /** @param {{ source?: number, target?: number, feature?: number }} change */
  #choose(change) {
    Object.assign(this.#chosen, change);
    this.#host.requestUpdate();
  }

  /** The selected rows, and the selected feature: the one to which cross-attention adds most, by default. @param {Pair} pair */
  #shown({ source, target }) {
    const { source: english, target: french } = { ...this.#selected, ...this.#chosen };
    const tokens = {
      source: Math.min(english, source.words.length - 1),
      target: Math.min(french, target.words.length - 1),
    };
    const crossed = rowOfStop(lastOf(target.branches[1]), tokens.target);
    return { tokens, feature: this.#chosen.feature ?? largest(crossed) };
  }

  /** The rows of the token that is selected in the page's layer, if that layer is of this model. */
  get #selected() {
    const { settings, selection } = /** @type {import("../../kit/state/store.js").Store} */ (this.#host.store)
      .state;
    const token = (settings.weights === "translation" && selection.token) || 0;
    return settings.attentionKind === "encoder" ? { source: token, target: 0 } : { source: 0, target: token };
  }

  /** @param {Pair} pair @param {unknown} turn the lab's own controls */
  render(pair, turn) {
    const words = this.#words;
    const { source, target } = pair;
    const { tokens } = this.#shown(pair);
    const [english, french] = [source.words[tokens.source], target.words[tokens.target]];
    const rows = (/** @type {Side} */ side) =>
      side.words.map((word, i) => /** @type {[number, string]} */ ([i, word]));
    return html`<div class="turn">
        ${turn}
        ${choice(words.reads, words.reads, rows(source), tokens.source, (row) => this.#choose({ source: row }))}
        ${choice(words.writes, words.writes, rows(target), tokens.target, (row) => this.#choose({ target: row }))}
      </div>
      <mha-figure
        walks
        label=${words.figure({ english, french, features: widthOfStop(source.last) })}
        .draw=${(/** @type {Surface} */ surface) => this.scene(pair, surface)}
        @point=${this.#point}
        @walk=${(/** @type {CustomEvent<{ dx: number, dy: number }>} */ { detail }) => this.#walk(pair, detail)}
      ></mha-figure>
      <p role="status">${this.#sums(pair)}</p>
      <div class="two">
        <div>
          <p>${words.lesson}</p>
          <p class="how">${this.#parts(source)} ${words.learned(pair.steps)}</p>
          ${AsTable.of(this.numbers(pair))}
        </div>
        <div>
          <p>${words.logits(french)}</p>
          ${likelyList(pair.likely(tokens.target))}
        </div>
      </div>`;
  }

  /** What each part adds to the selected feature of both streams. @param {Pair} pair */
  #sums(pair) {
    const words = this.#words;
    const { source, target } = pair;
    const { tokens, feature } = this.#shown(pair);
    const encoder = words.encoderAdds({ feature, ...sumsOf(source, tokens.source, feature) });
    return `${encoder} ${words.decoderAdds({ feature, ...sumsOf(target, tokens.target, feature) })}`;
  }

  /** @param {Side} source */
  #parts({ branches }) {
    const { norm, order, mlp } = say(BLOCK, this.#host);
    const [, mlps] = branches;
    const width = Math.max(...mlps.map(widthOfStop));
    return `${norm.layer} ${order.pre} ${mlp({ width, activation: ACTIVATION, isReLU: true })}`;
  }

  get #names() {
    return { ...this.#words.names, activated: ACTIVATION };
  }

  /** @param {Pair} pair @param {Surface} surface */
  scene(pair, surface) {
    const { tokens, feature } = this.#shown(pair);
    const { encoder, decoder, memory } = this.#words;
    const { scales } = say(BLOCK, this.#host);
    const said = {
      ...{
        source: encoder(pair.source.words[tokens.source]),
        target: decoder(pair.target.words[tokens.target]),
      },
      memory,
    };
    this.#scene = pairScene({ pair, tokens, feature, said, names: this.#names, scales }, surface);
    return this.#scene;
  }

  /** @param {Pair} pair @returns {import("../../kit/elements/as-table.js").Numbers} */
  numbers(pair) {
    const { tokens } = this.#shown(pair);
    const names = this.#names;
    const sides = /** @type {const} */ (["source", "target"]);
    const narrow = sides.flatMap((key) =>
      stopsOf(pair[key])
        .filter((stop) => widthOfStop(stop) === widthOfStop(pair.source.last))
        .map((stop) => ({ key, stop, row: rowOfStop(stop, tokens[key]) })),
    );
    return {
      name: `block-encoder-decoder-row-${tokens.source}-${tokens.target}`,
      corner: say(BLOCK, this.#host).table,
      columns: narrow.map(({ key, stop }) => this.#words.column[key](names[stop.name])),
      rows: () => Array.from(narrow[0].row, (_, i) => [i, ...narrow.map(({ row }) => row[i])]),
    };
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point = ({ detail: { x, y, hold } }) => {
    const feature = hold ? (this.#scene?.hit(x, y) ?? null) : null;
    if (feature !== null) this.#choose({ feature });
  };

  /** @param {Pair} pair @param {{ dx: number, dy: number }} by */
  #walk(pair, { dx, dy }) {
    const count = widthOfStop(pair.source.last);
    const across = Math.ceil(Math.sqrt(count));
    const { feature } = this.#shown(pair);
    this.#choose({ feature: Math.max(0, Math.min(count - 1, feature + dx + across * dy)) });
  }
}

/** @param {readonly Stop[]} branch */
const lastOf = (branch) => branch[branch.length - 1];

/** @param {Float32Array} row */
const largest = (row) =>
  row.reduce((most, value, i) => (Math.abs(value) > Math.abs(row[most]) ? i : most), 0);

/** What each branch adds to the selected feature. @param {Side} side @param {number} token @param {number} feature */
function sumsOf({ streams, branches }, token, feature) {
  const at = (/** @type {Stop} */ stop) => formatNumber(rowOfStop(stop, token)[feature]);
  return {
    before: at(streams[0]),
    added: branches.map((branch) => at(lastOf(branch))),
    after: at(streams[streams.length - 1]),
  };
}
