import { html } from "lit";
import { productsScene } from "../../kit/draw/products.js";
import { focus } from "../../kit/elements/follow.js";
import { Panel } from "../../kit/elements/panel.js";
import { Width } from "../../kit/elements/width.js";
import { headIn, mapOf, rowOf } from "../../kit/state/head.js";
import { isRootOf } from "../../kit/state/score.js";
import { pathOf } from "../../kit/state/state.js";
import { TASKS } from "../../kit/state/training-tasks.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { LEAST_COLUMN, RIGHT, columnsScene } from "../draw/columns.js";
import { headsScene, placesOfHeads, squareMapScene, wideMapScene } from "../draw/map.js";
import { shortShare } from "../../kit/text/share.js";
import { decimals } from "../../kit/draw/legend.js";
import { rowPicture } from "../draw/row-picture.js";
import { askScene, mixScene, shareScene } from "../draw/rows.js";
import { largestShares, movesOf } from "../state/moves.js";
import { ROW } from "../words.js";
import { RowMotion } from "./motion.js";
import { movesStyles } from "./moves-styles.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Head } from "../../kit/state/head.js" */

const TEXT = 268; // px of the text beside the columns
const HALF = 0.5;

/** One word, all words, or all heads. @typedef {"word" | "words" | "heads"} Extent */

/**
 * One row of a head in three moves; then the whole head, and then all heads of the layer.
 *
 * @fires walkon - the reader goes on to the steps
 */
export class Moves extends Panel {
  static properties = {
    ...Panel.properties,
    extent: { state: true },
    opened: { state: true },
    writes: { state: true },
    pages: { attribute: false },
    leads: { type: Boolean },
    ending: { attribute: false },
    own: { attribute: false },
  };

  static styles = [Panel.styles, movesStyles];

  #width = new Width(this);
  #motion = new RowMotion(this);
  /** The moves of the last row, so that an unchanged row starts no motion. @type {{ picture: Head["picture"], key: string, moves: ReturnType<typeof movesOf> } | null} */
  #last = null;

  constructor() {
    super();
    /** @type {Extent} */
    this.extent = "word";
    /** Whether the product of the selected word is shown. */
    this.opened = false;
    /** Whether the reader writes a sentence. */
    this.writes = false;
    /** Addresses of pages. @type {Readonly<{ train?: string }>} */
    this.pages = {};
    /** Whether the steps can be shown elsewhere on the page. */
    this.leads = false;
    /** The other ending of the sentence, with a function that shows it. @type {{ to: string, turn: () => void } | null} */
    this.ending = null;
    /** Reads a sentence of the reader, and says which model read the last one. @type {{ read: (text: string) => void, said: string } | null} */
    this.own = null;
    this.addEventListener("keydown", (event) => this.#close(event));
    this.addEventListener("focuslost", (event) => {
      event.stopPropagation();
      focus(this, ".ways .main");
    });
  }

  /** Shows one word again. */
  begin() {
    this.extent = "word";
    this.opened = false;
  }

  /** Moves the focus to the word that asks. */
  async focusOn() {
    await this.updateComplete;
    focus(this, ".token[aria-pressed=true]");
  }

  /** Opens the field for the reader's own sentence, and moves the focus there. */
  async write() {
    this.begin();
    this.writes = true;
    await this.updateComplete;
    /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector("form input"))?.focus();
  }

  render() {
    const { store } = this;
    const picture = store && pathOf(store.state);
    if (!store || !picture?.layer) return html``;
    const of = headIn(picture, store.selection);
    const words = say(ROW, this);
    const asks = of.tokens[of.query];
    return html`<div class="sheet">
      <div class="top">
        <h2>${this.extent === "word" ? words.title(html`<em>${asks}</em>`) : words.titles[this.extent]}</h2>
        <p role="status">${this.#invites(of)}</p>
        ${this.writes ? this.#field(of) : ""}
      </div>
      ${this.extent === "word" ? this.#moves(of) : this.extent === "words" ? this.#map(of) : this.#heads(of)}
      ${this.#ways(of)}
    </div>`;
  }

  /** What this scene shows, and what answers a press. @param {Head} of */
  #invites(of) {
    const words = say(ROW, this);
    if (this.extent === "word") return words.invites;
    return this.extent === "heads"
      ? words.heads(of.heads)
      : words.map(namesOfHeads(of.picture, this).first(of.head));
  }

  /** @param {Head} of */
  #moves(of) {
    const { picture, item, head, query } = of;
    const key = [picture.fault, item, head, query].join();
    if (this.#last?.picture !== picture || this.#last.key !== key)
      this.#last = { picture, key, moves: movesOf(of) };
    const { moves } = this.#last;
    const drawn = this.#motion.shown(moves);
    const { progress } = this.#motion;
    const shown = { moves: drawn, asks: of.tokens[query], progress, words: of.keyTokens, query };
    const pitch = (this.#width.value - TEXT - RIGHT) / of.keys;
    const isColumns = pitch >= LEAST_COLUMN;
    const words = say(ROW, this);
    const pictures = isColumns
      ? [
          html`<div class="picture">
            ${this.#figure(of, (surface) => columnsScene(shown, surface))}${this.#bars(of, moves)}${this.#product(of)}
          </div>`,
        ]
      : [askScene, shareScene, mixScene].map(
          (scene, i) =>
            html`<div class="picture">
              ${this.#figure(of, (surface) => scene(shown, surface))}${i === 0 ? this.#bars(of, moves) : ""}
            </div>`,
        );
    const texts = this.#texts(of, moves);
    return html`<div class=${isColumns ? "columns" : "rows"}>
        ${this.#words(of, isColumns ? pitch : null)}
        ${
          isColumns
            ? html`${texts} ${pictures}`
            : texts.map(
                (said, i) => html`<div>${said}${pictures[i]}${i === 0 ? this.#product(of) : ""}</div>`,
              )
        }
      </div>
      <div class="says">
        <p role="status">${this.#carries(of, moves)}</p>
        <span class="key" aria-hidden="true"
          ><i class="above"></i>${words.above}<i class="below"></i>${words.below}</span
        >
        <mha-save part="save" view="row" .picture=${rowPicture} .store=${this.store}></mha-save>
      </div>`;
  }

  /** @param {Head} of @param {(surface: Surface) => import("../../kit/draw/marks.js").Scene} draw @param {string} [label] */
  #figure(of, draw, label) {
    return html`<mha-figure label=${label ?? this.#label(of)} .draw=${draw}></mha-figure>`;
  }

  /** @param {Head} of */
  #label(of) {
    const list = Array.from(rowOf(of), (share, key) => `${of.keyTokens[key]} ${shortShare(share, 2)}`);
    const head = namesOfHeads(of.picture, this).first(of.head);
    return say(ROW, this).picture({ head, word: of.tokens[of.query], list: list.join(", ") });
  }

  /** @param {Head} of @param {ReturnType<typeof movesOf>} moves */
  #texts(of, moves) {
    const words = say(ROW, this);
    const { first } = largestShares(moves);
    const asks = html`<em>${of.tokens[of.query]}</em>`;
    const best = { score: decimals(moves.scores[first], 2), share: shortShare(moves.shares[first], 3) };
    const rows = [
      [words.ask, words.asks(asks, moves.width), words.askedBy(changeSaid(moves))],
      [words.share, words.shares, words.sharedBy(best)],
      [words.mix, words.mixes({ width: moves.mix.length, count: of.keys }), words.mixedBy],
    ];
    return rows.map(
      ([name, said, formula], i) =>
        html`<div class="move room" .style=${`grid-row: ${i + 2}`}>
          <h3><span>${i + 1}</span>${name}</h3>
          <p>${said}</p>
          <code>${formula}</code>
        </div>`,
    );
  }

  /** The words, each a button that lets the word ask. @param {Head} of @param {number | null} pitch  width in px of the columns below; null without columns */
  #words(of, pitch) {
    const words = say(ROW, this);
    const row = rowOf(of);
    const best = row.indexOf(Math.max(...row));
    // With keys of another sentence, the words that ask are not the columns.
    const list = pitch === null ? of.tokens : of.keyTokens;
    const isSame = of.keyTokens === of.tokens;
    const style = pitch === null ? "" : `${columnsOf(of.keys)}; font-size: ${sizeOfWords(pitch)}px`;
    return html`<div class="words tokens" part="sentence" .style=${style}>
        ${list.map(
          (word, i) =>
            html`<button
              class="token ${i === best && isSame ? "best" : ""} ${this.ending && i === list.length - 1 ? "last" : ""}"
              aria-pressed=${isSame && i === of.query}
              aria-label=${words.lets(word)}
              ?disabled=${!isSame && pitch !== null}
              @click=${() => this.#ask(i)}
            >
              ${word}
            </button>`,
        )}
        ${this.#switch(of)}
      </div>
      ${this.own?.said ? html`<p class="reads">${this.own.said}</p>` : ""}`;
  }

  /** @param {Head} of */
  #switch(of) {
    if (!this.ending) return "";
    const { to, turn } = this.ending;
    const from = /** @type {string} */ (of.tokens.at(-1));
    return html`<button class="switch" aria-label=${say(ROW, this).turns({ from, to })} @click=${turn}>
      ⇄ ${to}
    </button>`;
  }

  /** Buttons over the bars of the scores. @param {Head} of @param {ReturnType<typeof movesOf>} moves */
  #bars(of, { scores, shares }) {
    const words = say(ROW, this);
    return html`<div class="bars tokens">
      ${of.keyTokens.map((word, key) => {
        const score = Number.isFinite(scores[key]) ? decimals(scores[key], 1) : words.hidden;
        return html`<button
          class="token"
          aria-label=${words.opens({ word, score, share: shortShare(shares[key], 3) })}
          aria-expanded=${this.opened && key === of.key}
          @click=${() => this.#open(key, of)}
        ></button>`;
      })}
    </div>`;
  }

  /** q · k of the selected pair, product by product. @param {Head} of */
  #product(of) {
    if (!this.opened) return "";
    const feature = this.store?.selection.feature ?? 0;
    return html`<div class="product" role="group">
      <button class="close" aria-label=${say(ROW, this).close} @click=${() => (this.opened = false)}>
        ✕
      </button>
      <mha-figure
        .label=${this.#label(of)}
        .draw=${(/** @type {Surface} */ surface) => productsScene(of, surface, feature)}
      ></mha-figure>
    </div>`;
  }

  /** @param {Head} of @param {ReturnType<typeof movesOf>} moves */
  #carries(of, moves) {
    const { first, others } = largestShares(moves);
    const name = (/** @type {number} */ key) => html`<b>${of.keyTokens[key]}</b>`;
    const words = say(ROW, this);
    const said = moves.shares[first] > HALF ? words.carries : words.blends;
    return said({
      ...{ word: html`<em>${of.tokens[of.query]}</em>`, first: name(first) },
      ...{ share: shortShare(moves.shares[first], 2), others: others.map(name) },
    });
  }

  /** @param {Head} of */
  #map(of) {
    const words = say(ROW, this);
    const head = namesOfHeads(of.picture, this).first(of.head);
    const shown = { weights: mapOf(of), words: of.tokens, keys: of.keyTokens, query: of.query };
    const pitch = (this.#width.value - RIGHT) / of.keys;
    const isWide = pitch >= LEAST_COLUMN;
    const { unfolded } = this.#motion;
    return html`<div class="whole">
      ${isWide ? this.#words(of, pitch) : ""}
      ${this.#figure(of, (surface) => (isWide ? wideMapScene({ ...shown, unfolded }, surface) : squareMapScene(shown, surface)), words.map(head))}
    </div>`;
  }

  /** @param {Head} of */
  #heads(of) {
    const words = say(ROW, this);
    const names = namesOfHeads(of.picture, this);
    const heads = Array.from({ length: of.heads }, (_, head) => {
      const row = Array.from(rowOf({ ...of, head }));
      const key = row.indexOf(Math.max(...row));
      const looks = `${of.tokens[of.query]} → ${of.keyTokens[key]} ${shortShare(row[key], 2)}`;
      return { name: names.first(head), looks, weights: mapOf({ ...of, head }) };
    });
    const { across } = placesOfHeads(of.heads, this.#width.value);
    const shown = { heads, selected: of.head, query: of.query, keys: of.keyTokens, queries: of.queries };
    return html`<div class="whole side-by-side">
      <div class="picture">
        ${this.#figure(of, (surface) => headsScene(shown, surface), words.heads(of.heads))}
        <div class="heads tokens" .style=${columnsOf(across)}>
          ${heads.map(
            ({ name, looks }, head) =>
              html`<button
                class="token"
                aria-label="${name}, ${looks}"
                aria-pressed=${head === of.head}
                @click=${() => this.#choose(head)}
              ></button>`,
          )}
        </div>
      </div>
    </div>`;
  }

  /** @param {Head} of */
  #ways(of) {
    const words = say(ROW, this);
    const { model } = of.picture.own;
    const head = namesOfHeads(of.picture, this).first(of.head);
    const go = (/** @type {Extent} */ extent) => () => this.show(extent);
    const on = {
      word: html`<button class="main" @click=${go("words")}>
          ${words.allWords(of.queries)} <span aria-hidden="true">▸</span>
        </button>
        ${of.heads > 1 ? html`<button @click=${go("heads")}>${words.allHeads(of.heads)}</button>` : ""}`,
      words: html`${of.heads > 1 ? html`<button class="main" @click=${go("heads")}>${words.allHeads(of.heads)} <span aria-hidden="true">▸</span></button>` : ""}
        <button @click=${go("word")}>${words.oneWord}</button>`,
      heads: html`<button @click=${go("word")}>${words.oneWord}</button>`,
    }[this.extent];
    const isLast = this.extent === "heads";
    const steps = this.leads
      ? html`<button
          class=${isLast ? "main" : ""}
          @click=${() => this.dispatchEvent(new CustomEvent("walkon", { bubbles: true, composed: true }))}
        >
          ${isLast ? html`${words.inSteps} <span aria-hidden="true">▸</span>` : words.steps}
        </button>`
      : "";
    const { train } = this.pages;
    return html`<div class="ways">
      ${isLast ? html`${steps} ${on}` : html`${on} ${steps}`}
      ${this.own && !this.leads && !this.writes ? html`<button @click=${() => this.write()}>${words.own}</button>` : ""}
      <p class="from">
        ${words.from({ head, step: model?.step ?? null, steps: model ? TASKS[/** @type {"reference"} */ (model.task)].steps : 0 })}
        ${model && train ? html`<a href=${train}>${words.learns}</a>` : ""}
      </p>
    </div>`;
  }

  /** @param {Head} of */
  #field(of) {
    const words = say(ROW, this);
    return html`<form @submit=${this.#submit}>
      <input name="text" aria-label=${words.ownLabel} autocomplete="off" value=${of.tokens.join(" ")} />
      <button>${words.read}</button>
    </form>`;
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("text") ?? "").trim();
    if (!text) return;
    this.writes = false;
    this.own?.read(text);
  }

  /** @param {number} token */
  #ask(token) {
    this.opened = false;
    this.store?.select({ token });
  }

  /** @param {number} key @param {Head} of */
  #open(key, of) {
    const isSame = this.opened && key === of.key;
    if (!isSame) this.store?.select({ token: of.query, head: of.head, key });
    this.opened = !isSame;
  }

  /** @param {number} head */
  #choose(head) {
    this.store?.select({ head });
    this.show("word");
  }

  /** Shows one word, all words, or all heads. @param {Extent} extent */
  show(extent) {
    this.opened = false;
    this.extent = extent;
    if (extent === "words") this.#motion.unfold();
    this.#showTop();
  }

  /** Scrolls to the title, if it is above the window. */
  async #showTop() {
    await this.updateComplete;
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: "start" });
  }

  /** Escape closes the innermost open thing. @param {KeyboardEvent} event */
  #close(event) {
    if (event.key !== "Escape" || (!this.opened && !this.writes && this.extent === "word")) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.opened) this.opened = false;
    else if (this.writes) this.writes = false;
    else this.begin();
  }
}

/** The changes between product and score, as a formula. @param {ReturnType<typeof movesOf>} moves */
function changeSaid({ between, width }) {
  return between
    .map(({ op, attributes: { factor } }) => {
      if (typeof factor !== "number") return `, ${op}`;
      return isRootOf(factor, width) ? ` ÷ √${width}` : ` × ${factor.toPrecision(3)}`;
    })
    .join("");
}

/** Size of the words above columns, in px: as large as columns of this width can hold. @param {number} pitch */
const sizeOfWords = (pitch) => Math.max(12.5, Math.min(17, Math.floor(0.22 * pitch)));

/** A style of equal columns. @param {number} count */
const columnsOf = (count) => `grid-template-columns: repeat(${count}, minmax(0, 1fr))`;
