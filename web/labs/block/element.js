import { css, html } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { barStyles } from "../../kit/elements/bar.js";
import { choice } from "../../kit/elements/choice.js";
import { loadFailed } from "../../kit/elements/load-failed.js";
import { FirstView } from "../../kit/elements/first-view.js";
import { renderQueueEmpty } from "../../kit/elements/render-queue.js";
import { segmentStyles, segments } from "../../kit/elements/segments.js";
import { tokenize } from "../../kit/state/tokens.js";
import { TRANSLATION_SENTENCE } from "../../kit/state/translation-model.js";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { refused } from "../../kit/text/refusals.js";
import { messageText, say } from "../../kit/text/words.js";
import { CoreLabPanel } from "../lab-panel.js";
import { rankedStyles } from "../ranked-list.js";
import { LABS_SAY } from "../words.js";
import { blockScene } from "./draw.js";
import { likelyList } from "./element-likely.js";
import { PairView } from "./element-pair.js";
import { learnPair } from "./state-pair.js";
import {
  addedBy,
  branchesOf,
  checkpointBlock,
  mostAdded,
  rowOf,
  stationsOf,
  expertsOf,
  widthOf,
  learnBlock,
} from "./state.js";
import { BLOCK, PAIR } from "./words.js";
import { shareSaid } from "../../kit/text/share.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Core, Picture } from "../lab-panel.js" */
/** @import { Block, Sentence, Station } from "./state.js" */
/** @import { Pair } from "./state-pair.js" */
/** @typedef {"one" | "pair"} Kind  a block of a model that reads one sentence, or the encoder and the decoder of one that translates */

const ACTIVATIONS = { gelu: "GELU", gelu_tanh: "GELU", quick_gelu: "GELU", silu: "SiLU", relu: "ReLU" };

/**
 * The block around a layer: residuals, norms, MLP and logits. Of a checkpoint's layer, if one is on show; otherwise of a model that is
 * trained when the lab is first opened, or of the encoder and the decoder that translate.
 */
export default class BlockLab extends CoreLabPanel {
  static properties = {
    ...CoreLabPanel.properties,
    block: { state: true },
    pair: { state: true },
    kind: { state: true },
    progress: { state: true },
    failure: { state: true },
    layer: { state: true },
    ending: { state: true },
    token: { state: true },
    feature: { state: true },
  };

  static styles = [
    CoreLabPanel.styles,
    segmentStyles,
    barStyles,
    rankedStyles,
    css`
      .coming {
        visibility: hidden;
      }
      .word {
        color: var(--_ink);
      }
      [role="status"] {
        margin-top: 8px;
      }
    `,
  ];

  /** The last load. `of`: the block of a checkpoint's layer, or what else the lab shows. @type {{ of: unknown, core: Core, done: Promise<void> } | null} */
  #loading = null;
  /** @type {ReturnType<typeof blockScene> | null} */
  #scene = null;
  /** The picture and the words around it, which come after the lab's own first view. */
  #first = new FirstView(/** @type {any} */ (this), renderQueueEmpty);
  /** @type {PairView} */
  #pairView = new PairView(this);

  constructor() {
    super();
    /** @type {Block | null} */
    this.block = null;
    /** The encoder and the decoder, if they are on show. @type {Pair | null} */
    this.pair = null;
    /** What the reader chose to see, if anything. @type {Kind | null} */
    this.kind = null;
    /** @type {import("../../kit/text/refusals.js").Message | null} */
    this.progress = null;
    /** @type {Error | null} */
    this.failure = null;
    this.layer = 1;
    this.ending = 0;
    /** Position of the word that the reader chose, if any. @type {number | null} */
    this.token = null;
    /** The feature that the reader chose, if any. @type {number | null} */
    this.feature = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#loading = null; // stops training
  }

  /** Resolves after the picture is rendered, too. */
  getUpdateComplete() {
    return this.#first.complete(() => super.getUpdateComplete());
  }

  prepared() {
    const { core, picture } = this.subject;
    return this.#load(core, picture);
  }

  /** Loads the block of the picture's layer, once; in a fresh core again if that failed. @param {Core} core @param {Picture} picture @returns {Promise<void>} */
  #load(core, picture) {
    const of = picture.own.block ?? [this.#kindOf(picture), ...this.#sentence(picture)].join(" ");
    const last = this.#loading;
    if (last && last.of === of && (last.core === core || !this.failure)) return last.done;
    Object.assign(this, { failure: null, progress: null });
    const loading = (this.#loading = { of, core, done: Promise.resolve() });
    const isAsked = () => this.isConnected && this.#loading === loading;
    loading.done = this.#read(core, picture, isAsked);
    loading.done.catch((error) => isAsked() && (this.failure = error));
    return loading.done;
  }

  /** Loads again after a failure. */
  #again() {
    this.#loading = null;
    this.failure = null;
  }

  /** @param {Core} core @param {Picture} picture @param {() => boolean} isAsked */
  async #read(core, picture, isAsked) {
    const { own, settings } = picture;
    const goesOn = (/** @type {number} */ step, /** @type {number} */ steps) => {
      this.progress = refused("model_learns", { step, steps });
      return isAsked();
    };
    if (this.#kindOf(picture) === "pair") {
      const pair = await learnPair(this.#sentence(picture), goesOn);
      if (pair && isAsked()) Object.assign(this, { pair, failure: null });
      return;
    }
    const block = own.block
      ? checkpointBlock(await own.block(), { ...own, tokens: settings.tokens })
      : await learnBlock(core, goesOn);
    if (block && isAsked()) Object.assign(this, { block, pair: null, failure: null });
  }

  /** A checkpoint's layer has its block; weights that translate have an encoder and a decoder. @param {Picture} picture @returns {Kind} */
  #kindOf({ own }) {
    if (own.block) return "one";
    return this.kind ?? (own.weights === "translation" ? "pair" : "one");
  }

  /** The English sentence that is translated; empty if none is. @param {Picture} picture @returns {readonly string[]} */
  #sentence(picture) {
    if (this.#kindOf(picture) === "one") return [];
    const { store } = this;
    const isRead = picture.own.weights === "translation";
    return store && isRead ? store.state.settings.tokens : tokenize(TRANSLATION_SENTENCE);
  }

  get #words() {
    return say(BLOCK, this);
  }

  /** @param {Core} core @param {Picture} picture */
  renderLab(core, picture) {
    this.#load(core, picture);
    const { block, pair, failure } = this;
    const kind = this.#kindOf(picture);
    const turn = picture.own.block ? "" : this.#turn(kind);
    if (failure)
      return html`<div class="turn">${turn}</div>
        ${loadFailed(failure, this, () => this.#again())}`;
    const learns = html`<p role="status">${this.progress ? messageText(this.progress, this) : ""}</p>`;
    if (!pair && !block) return learns;
    const shown = pair ? this.#pairView.render(pair, turn) : this.#render(/** @type {Block} */ (block), turn);
    this.#first.begin();
    const isOther = kind !== (pair ? "pair" : "one"); // the chosen kind is being learned
    return html`<div class=${this.#first.isThere ? "" : "coming"}>${isOther ? learns : ""}${shown}</div>`;
  }

  /** The choice of what is drawn. @param {Kind} chosen */
  #turn(chosen) {
    const { kind, kinds } = say(PAIR, this);
    return segments(kind, ["one", "pair"], kinds, chosen, (way) => (this.kind = /** @type {Kind} */ (way)));
  }

  /** @param {Block} block @param {unknown} turn the choice of what is drawn */
  #render(block, turn) {
    const words = this.#words;
    const { sentence, layer, steps, token } = this.#shown(block);
    const layers = sentence.layers.map(
      (each) => /** @type {[number, string]} */ ([each.layer, `${each.layer}`]),
    );
    const endings = block.sentences.map(({ ending }) => ending);
    const positions = sentence.tokens.map((word, i) => /** @type {[number, string]} */ ([i, word]));
    const features = widthOf(steps, "before");
    return html`<div class="turn">
        ${turn}
        ${endings.length > 1 ? segments(words.ending, endings, {}, sentence.ending, (word) => (this.ending = endings.indexOf(word))) : ""}
        ${layers.length > 1 ? choice(words.layer, words.layer, layers, layer, (chosen) => (this.layer = chosen)) : ""}
        ${choice(words.word, words.word, positions, token, (position) => (this.token = position))}
      </div>
      <mha-figure
        walks
        label=${words.figure({ layer, word: sentence.tokens[token], features })}
        .draw=${(/** @type {Surface} */ surface) => this.pictureOn(surface)}
        @point=${this.#point}
        @walk=${this.#walk}
      ></mha-figure>
      <p role="status">${this.#sums(block)}</p>
      <div class="two">
        <div>
          <p>${words.lesson}</p>
          <p class="how">${this.#parts(block)}</p>
          <p class="how">${this.#learned(block)}</p>
          ${AsTable.of(this.numbers)}
        </div>
        <div>${this.#likely(block)}</div>
      </div>`;
  }

  /** @param {Block} block */
  #shown({ sentences }) {
    const sentence = sentences[Math.min(this.ending, sentences.length - 1)];
    const { layers, tokens, first } = sentence;
    const { layer, steps } = layers.find((each) => each.layer === this.layer) ?? layers[0];
    const chosen = this.token ?? first ?? this.store?.state.selection.token ?? 0;
    const token = Math.min(chosen, tokens.length - 1);
    const feature = Math.min(this.feature ?? mostAdded(steps, token), widthOf(steps, "before") - 1);
    return { sentence, layer, steps, token, feature };
  }

  /** What attention and the MLP add to the selected feature. @param {Block} block */
  #sums(block) {
    const { layer, steps, token, feature } = this.#shown(block);
    const words = this.#words;
    const at = (/** @type {Station} */ name) =>
      steps[name] ? formatNumber(rowOf(steps, name, token)[feature]) : "";
    const normed = (/** @type {Station} */ name) => (steps[name] ? ` ${words.norms(at(name))}` : "");
    const attention = at(addedBy(steps, "attention"));
    const down = at(addedBy(steps, "mlp"));
    const { from, to } = branchesOf(steps).mlp;
    const [before, middle, start, after] = [at("before"), at("middle"), at(from), at(to)];
    if (from === "before") return words.addsBoth({ feature, layer, before, attention, down, after });
    return `${words.adds({ feature, layer, before, attention, middle })}${normed("middleNormed")} ${words.addsMlp({ middle: start, down, after })}${normed("afterNormed")}`;
  }

  /** The likeliest words at the blank, or the likeliest pieces. @param {Block} block */
  #likely(block) {
    const { sentence, token: shown } = this.#shown(block);
    const likely = sentence.likely(shown);
    if (!likely) return "";
    const words = this.#words;
    const read = sentence.tokens[likely.token];
    return html`<p>${block.trained ? words.logits(read, block.lastLayer) : words.predicts(read)}</p>
      ${likelyList(likely.words)}`;
  }

  /** The MLP of the block, or its experts. @param {Block} block */
  #network(block) {
    const { steps, token } = this.#shown(block);
    const words = this.#words;
    if (steps.router) {
      const chosen = expertsOf(steps, token).map(
        ({ expert, weight }) => `${expert} (${formatNumber(weight)})`,
      );
      return words.experts({ count: widthOf(steps, "router"), chosen: chosen.join(", ") });
    }
    const activation = activationOf(block);
    const width = widthOf(steps, "activated");
    return steps.gated
      ? words.gatedMlp({ width, activation })
      : words.mlp({ width, activation, isReLU: activation === ACTIVATIONS.relu });
  }

  /** Norms and MLP of the block. @param {Block} block */
  #parts(block) {
    const words = this.#words;
    const { norm, order, trained } = block;
    const mlp = this.#network(block);
    return [words.norm[norm], words.order[order], mlp, ...(trained ? [words.keysFromWords] : [])].join(" ");
  }

  /** @param {Block} block */
  #learned({ trained }) {
    const words = this.#words;
    if (!trained) return words.checkpoint;
    const { steps, accuracy, blanks, finder } = trained;
    const said = words.learned({ steps, blanks, share: shareSaid(accuracy) });
    if (!finder) return said;
    const head = capitalize(headName(finder.layer, finder.head, this));
    return `${said} ${words.finder({ head, weight: shareSaid(finder.weight) })}`;
  }

  get #block() {
    const { block } = this;
    if (!block) throw new Error(say(LABS_SAY, this).loading);
    return block;
  }

  /** Names of the stations in the picture. @param {Block} block @returns {Record<Station, string>} */
  #names(block) {
    const { steps } = this.#shown(block);
    const activation = activationOf(block);
    const { names, mixed } = this.#words;
    return {
      ...names,
      activated: steps.gated ? `${activation}(W_gate)` : activation,
      ...(steps.router && { down: mixed }),
    };
  }

  /** @param {Surface} surface @returns {import("./draw.js").BlockScene} */
  pictureOn(surface) {
    if (this.pair) return this.#pairView.scene(this.pair, surface);
    const block = this.#block;
    const { steps, token, feature } = this.#shown(block);
    const { scales } = this.#words;
    return (this.#scene = blockScene({ steps, token, feature, names: this.#names(block), scales }, surface));
  }

  get numbers() {
    if (this.pair) return this.#pairView.numbers(this.pair);
    const block = this.#block;
    const { sentence, layer, steps, token } = this.#shown(block);
    const { table: corner, added } = this.#words;
    const names = this.#names(block);
    const narrow = stationsOf(steps).filter(({ name }) => widthOf(steps, name) === widthOf(steps, "before"));
    const rows = narrow.map(({ name }) => rowOf(steps, name, token));
    const columns = narrow.map(({ name, track }) =>
      track !== "stream" && name === addedBy(steps, track) ? added[track] : names[name],
    );
    return {
      name: ["block", "layer", layer, ...(sentence.ending ? [sentence.ending] : []), "row", token].join("-"),
      ...{ corner, columns },
      rows: () => Array.from(rows[0], (_, i) => [i, ...rows.map((row) => row[i])]),
    };
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const feature = hold ? (this.#scene?.hit(x, y) ?? null) : null;
    if (feature !== null) this.feature = feature;
  }

  /** @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail: { dx, dy } }) {
    const { steps, feature } = this.#shown(this.#block);
    const count = widthOf(steps, "before");
    const across = Math.ceil(Math.sqrt(count));
    this.feature = Math.max(0, Math.min(count - 1, feature + dx + across * dy));
  }
}

/** @param {Block} block */
const activationOf = ({ activation }) => ACTIVATIONS[/** @type {keyof typeof ACTIVATIONS} */ (activation)];
