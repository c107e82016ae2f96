import { css, html } from "lit";
import { sentencesScene } from "../draw/two-sentences.js";
import { shownOf, strongest, wordsOf, weightsOf } from "../state/translation-shown.js";
import { headsOfKind, hueOf, placeOf } from "../state/translation-heads.js";
import { namesOf } from "../draw/translation-names.js";
import { TRANSLATION } from "../words-translation.js";
import { say } from "../../kit/text/words.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { keyLeads } from "../../kit/elements/keys.js";
import { barStyles, swatch } from "../../kit/elements/bar.js";
import { Scheme, schemeProbe } from "../../kit/elements/scheme.js";
import { segmentStyles, segments } from "../../kit/elements/segments.js";
import { shareSaid } from "../../kit/text/share.js";
import { pictureMenu } from "./picture-menu.js";
import { QueuedPanel } from "./train-panel.js";
import "./own-sentence.js";

/** @typedef {import("../state/training.js").Training} Training */
/** @typedef {import("../state/translation-shown.js").Shown} Shown */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {import("../draw/two-sentences.js").Box} Box */

/** The noun of the first sentence, and one of the other gender. */
const NOUNS = ["house", "dog"];

/** An English sentence and its translation, with the attention that leads from the selected French word to its English words. */
export class TwoSentences extends QueuedPanel {
  static styles = [
    QueuedPanel.styles,
    headingStyles,
    segmentStyles,
    barStyles,
    schemeProbe,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px 16px;
      }
      h2 {
        margin: 0;
        font-size: 21px;
      }
      h2 b {
        color: var(--_T);
      }
      .found {
        flex: 1;
        min-width: min(100%, 320px);
        margin: 0;
        font-size: 13px;
        color: var(--_muted);
      }
      .segments {
        font-size: 13px;
      }
      .picture {
        position: relative;
        margin-top: 8px;
      }
      .words > * {
        position: absolute;
        border-radius: 6px;
      }
      .words button {
        padding: 0;
        border: 0;
        background: none;
        cursor: pointer;
      }
      .words label {
        overflow: hidden;
      }
      .words select {
        width: 100%;
        height: 100%;
        opacity: 0;
        cursor: pointer;
      }
      .words :is(button, label):hover {
        outline: 1px solid var(--_edge);
      }
      .words label:focus-within {
        outline: 2px solid var(--_ink);
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 24px;
      }
      .foot mha-own-sentence {
        flex: 1 1 230px;
        margin: 0;
      }
      .foot mha-as-table {
        max-width: 100%;
        margin: 0;
      }
      .heads {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
        font-size: 13px;
        color: var(--_muted);
      }
      .heads button {
        min-height: 28px;
        padding: 0 8px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
        color: var(--_ink);
      }
      .heads [aria-pressed="true"] {
        border-color: var(--_ink);
        font-weight: 600;
      }
      .notes {
        min-height: 19px;
        margin: 4px 0 0;
        font-size: 13px;
        color: var(--_muted);
      }
    `,
  ];

  #scheme = new Scheme(this);

  render() {
    const { training } = this;
    const { translation } = training?.state ?? {};
    if (!training || !translation) return html``;
    const shown = shownOf(training.state);
    const words = say(TRANSLATION, this);
    return html`<div class="top">
        <h2>${this.#asks(training, shown)}</h2>
        <p class="found">${this.#found(training, shown)}</p>
        ${this.#nouns(training)}
      </div>
      <div class="picture" @pointerover=${this.#offer} @focusin=${this.#offer} @pointerdown=${this.#offer}>
        <mha-figure
          label=${words.summary(shown.source.join(" "), shown.target.join(" "), this.#found(training, shown))}
          .draw=${(/** @type {Surface} */ surface) => this.#draw(training, shown, surface)}
        ></mha-figure>
        <div class="words source" role="group" aria-label=${words.english}></div>
        <div class="words target" role="group" aria-label=${words.frenchWords}></div>
      </div>
      <p class="notes" role="status">${this.#notes(training, shown)}</p>
      <div class="foot">
        ${this.#heads(training, "cross", shown.target[shown.word], shown)}
        ${this.#heads(training, "encoder", shown.source[shown.read], shown)}
        <mha-own-sentence .store=${this.store}></mha-own-sentence>
        ${pictureMenu(
          this.#table(training),
          `${shown.source.join(" ")} → ${shown.target.join(" ")}`,
          (surface) => this.#sceneOf(training, shown, surface),
          this,
        )}
      </div>`;
  }

  /** The question about the selected word. @param {Training} training @param {Shown} shown */
  #asks({ state: { translation } }, { word, target, correct }) {
    const { asks, nothing } = say(TRANSLATION, this);
    if (!target.length) return nothing;
    const truth = correct ? null : translation?.truth?.target[word];
    const hasForm = truth && truth.agrees !== null && truth.part !== "noun" && truth.part !== "verb";
    return asks[hasForm ? "form" : "word"](html`<b>${target[word]}</b>`);
  }

  /** What the selected heads look at, in sentences. @param {Training} training @param {Shown} shown */
  #found({ state }, { picked, cross, read, encoder, source }) {
    const words = say(TRANSLATION, this);
    const names = namesOf(state, this);
    const largest = (/** @type {typeof cross} */ edges, /** @type {string} */ name) =>
      edges.filter((edge) => edge.name === name).sort((a, b) => b.weight - a.weight)[0];
    const [first, second] = [largest(cross, picked.cross), largest(encoder, picked.encoder)];
    if (!first || read < 0) return "";
    const said = [words.reads(names.head(picked.cross), source[read], shareSaid(first.weight))];
    if (second && second.to !== read)
      said.push(
        words.sends(names.head(picked.encoder), source[read], source[second.to], shareSaid(second.weight)),
      );
    return said.join(words.between);
  }

  /** A choice of two nouns, for the sentence that is shown first. @param {Training} training */
  #nouns(training) {
    const first = training.task.sentence;
    const now = NOUNS.find((noun) => first.replace(NOUNS[0], noun) === training.state.sentence);
    if (now === undefined) return "";
    return segments(say(TRANSLATION, this).nouns, NOUNS, {}, now, (noun) =>
      training.say(first.replace(NOUNS[0], noun)),
    );
  }

  /** @param {Training} training @param {Shown} shown */
  #notes({ state: { translation } }, { changed, correct }) {
    const words = say(TRANSLATION, this);
    return [
      ...(changed.includes(true) ? [words.changed] : []),
      ...(correct ? [words.correct(correct.join(" "))] : translation?.truth ? [] : [words.noTruth]),
    ].join(words.between);
  }

  /** The heads of one kind, with the English word, or the end, at which each looks most; pressed: selected. @param {Training} training @param {"cross" | "encoder"} kind @param {string | undefined} word from which they look @param {Shown} shown */
  #heads({ state }, kind, word, shown) {
    if (word === undefined) return "";
    const translation = /** @type {NonNullable<typeof state.translation>} */ (state.translation);
    const sizes = /** @type {import("../state/translation-heads.js").Sizes} */ (state.config);
    const words = say(TRANSLATION, this);
    const names = namesOf(state, this);
    const from = words.head(words.kinds[kind], words.from(word));
    return html`<div class="heads" role="group" aria-label=${from}>
      <span>${from}</span>
      ${headsOfKind(kind, sizes).map((name) => {
        const { to, weight } = strongest(translation, name, kind === "cross" ? shown.word : shown.read);
        const isOff = state.away.off.includes(name);
        const looks = isOff ? words.off : `${shown.source[to] ?? words.end} ${shareSaid(weight)}`;
        return html`<button
          aria-pressed=${name === shown.picked[kind]}
          @click=${() => this.training?.pickOf(kind, name)}
        >
          ${swatch(this.#scheme.palette.swatch(hueOf(placeOf(name), sizes)))}${names.number(name)} → ${looks}
        </button>`;
      })}
    </div>`;
  }

  /** @param {Training} training @param {Shown} shown @param {Surface} surface */
  #draw(training, shown, surface) {
    const scene = this.#sceneOf(training, shown, surface);
    this.#place(training, shown, scene);
    return { ...scene, marks: [...scene.marks, ...scene.menus] };
  }

  /** @param {Training} training @param {Shown} shown @param {Surface} surface */
  #sceneOf(training, shown, surface) {
    const words = say(TRANSLATION, surface);
    const names = namesOf(training.state, surface);
    const { picked, cross, arcs, read } = shown;
    const largest = (/** @type {readonly { weight: number }[]} */ edges) =>
      Math.max(0, ...edges.map(({ weight }) => weight));
    const label = (/** @type {string} */ name, /** @type {readonly { weight: number }[]} */ edges) => {
      const weight = largest(edges);
      return weight ? words.weight(names.full(name), shareSaid(weight)) : "";
    };
    return sentencesScene(
      shown,
      {
        ...{ english: words.english, french: words.french, sure: words.sure, share: shareSaid },
        encoder: label(
          picked.encoder,
          arcs.filter(({ from, to }) => from === read && to !== read),
        ),
        cross: label(
          picked.cross,
          cross.filter(({ name }) => name === picked.cross),
        ),
      },
      surface,
    );
  }

  /** Places a menu over each English word and a button over each French one. @param {Training} training @param {Shown} shown @param {import("../draw/two-sentences.js").SentencesScene} scene */
  #place(training, shown, { source, target }) {
    const words = say(TRANSLATION, this);
    this.#fit(".source", source, () => this.#menu(training)).forEach((label, i) => {
      const select = /** @type {HTMLSelectElement} */ (label.firstElementChild);
      const word = shown.source[i];
      if (select.value !== word) {
        select.replaceChildren(new Option(word, word));
        delete select.dataset.offered;
      }
      select.ariaLabel = words.swap(word, i);
      select.dataset.at = String(i);
    });
    const buttons = this.#fit(".target", target, () => this.#button(training));
    buttons.forEach((button, i) => {
      button.ariaLabel = words.said(shown.target[i], shareSaid(shown.sure[i]));
      button.ariaPressed = String(i === shown.word);
      button.tabIndex = i === shown.word ? 0 : -1;
    });
  }

  /** Keeps one child for each box, at its place. @param {string} group @param {readonly Box[]} boxes @param {() => HTMLElement} create */
  #fit(group, boxes, create) {
    const box = /** @type {HTMLElement} */ (this.renderRoot.querySelector(group));
    const gone = [...box.children].slice(boxes.length);
    const hadFocus = gone.some((child) => child.matches(":focus-within"));
    for (const child of gone) child.remove();
    while (box.children.length < boxes.length) box.append(create());
    const last = /** @type {HTMLElement | null} */ (box.lastElementChild);
    if (hadFocus) (last?.querySelector("select") ?? last)?.focus({ preventScroll: true });
    return boxes.map(({ x, y, w, h }, i) => {
      const child = /** @type {HTMLElement} */ (box.children[i]);
      for (const [side, length] of Object.entries({ left: x, top: y, width: w, height: h }))
        child.style.setProperty(side, `${length}px`);
      return child;
    });
  }

  /** @param {Training} training */
  #menu(training) {
    const label = document.createElement("label");
    const select = document.createElement("select");
    select.addEventListener("change", () => training.swap(Number(select.dataset.at), select.value));
    label.append(select);
    return label;
  }

  /** @param {Training} training */
  #button(training) {
    const button = document.createElement("button");
    const all = () => /** @type {HTMLElement[]} */ ([...(button.parentElement?.children ?? [])]);
    button.addEventListener("click", () => training.lookAt(all().indexOf(button)));
    button.addEventListener("keydown", (event) => {
      const to = keyLeads(event, all().indexOf(button), all().length);
      if (to === null) return;
      training.lookAt(to);
      all()[to].focus({ preventScroll: true });
    });
    return button;
  }

  /** Fills the menu of a word that the reader points at, or moves to. @param {Event} event */
  #offer({ target }) {
    const { training } = this;
    const select = target instanceof HTMLSelectElement ? target : null;
    if (!training || !select || select.dataset.offered === training.state.sentence) return;
    select.dataset.offered = training.state.sentence; // choices depend on the other words
    const word = select.value;
    const options = training.choices(Number(select.dataset.at));
    select.replaceChildren(...options.map((each) => new Option(each, each, each === word, each === word)));
  }

  /** @param {Training} training @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table({ state }) {
    const words = say(TRANSLATION, this);
    const { translation, config } = state;
    const all = /** @type {NonNullable<typeof translation>} */ (translation);
    const sizes = /** @type {import("../state/translation-heads.js").Sizes} */ (config);
    const { rows, columns } = wordsOf(all, "cross", words.end);
    const names = namesOf(state, this);
    return {
      name: "translation",
      corner: words.corner,
      columns: [
        words.sure,
        ...columns.flatMap((word) =>
          headsOfKind("cross", sizes).map((name) => `${names.short(name)} → ${word}`),
        ),
      ],
      rows: () =>
        rows.map((word, query) => [
          word,
          all.probabilities[query],
          ...columns.flatMap((_, key) =>
            headsOfKind("cross", sizes).map((name) => weightsOf(all, name).at(query, key)),
          ),
        ]),
    };
  }
}
