import { css, html } from "lit";
import { textField } from "../../kit/elements/fields.js";
import { say } from "../../kit/text/words.js";
import { GOOD_MODELS, nameIn } from "../state/hub.js";
import { forgetKept, keptSize } from "../state/page-kept.js";
import { HUB_MODELS } from "../words.js";
import { ModelPanel } from "./model-panel.js";
import { shortCount } from "./short.js";

/** Refusals of a hub that a token of the reader may lift. */
const NEEDS_TOKEN = ["model_is_gated", "token_refused"];

/** Opens a model of the hub by its name, once the reader presses the button. */
export class HubModels extends ModelPanel {
  static properties = {
    ...ModelPanel.properties,
    brief: { attribute: false },
    name: { state: true },
    kept: { state: true },
  };

  static styles = [
    ModelPanel.styles,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 6px 10px;
        margin: 6px 0 4px;
      }
      label {
        display: grid;
        gap: 2px;
        flex: 1 1 200px;
        max-width: 340px;
        min-width: 0;
        font-size: 13px;
        color: var(--_muted);
      }
      input {
        ${textField}
        color: var(--_ink);
        font-size: 15px;
      }
      .button {
        min-height: 34px;
      }
      .said {
        max-width: 92ch;
      }
      .said,
      table {
        font-size: 13px;
        color: var(--_muted);
      }
      .linked {
        color: var(--_ink);
      }
      table {
        margin: 8px 0;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 3px 0 0 18px;
        text-align: end;
        vertical-align: baseline;
        font-weight: 400;
      }
      thead th {
        vertical-align: bottom;
      }
      td {
        white-space: nowrap;
      }
      :is(th, td):first-child {
        padding: 3px 0 0;
        text-align: start;
        white-space: normal;
      }
      .what td {
        padding-bottom: 4px;
      }
      tbody tr:not(.what) {
        border-top: 1px solid var(--_hairline);
      }
      .link {
        font-size: 13px;
        text-align: start;
      }
      @container (max-width: 599px) {
        th,
        td {
          padding-inline-start: 10px;
        }
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** Whether only the field is shown, without the list. */
    this.brief = false;
    /** The name in the field, if the reader typed or chose one. @type {string | null} */
    this.name = null;
    /** Bytes of models that the browser keeps. */
    this.kept = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    void keptSize().then((kept) => (this.kept = kept));
  }

  /** The name that the button opens. */
  get #named() {
    return this.name ?? this.page.state.wanted ?? "";
  }

  render() {
    const { hub, wanted, refused } = this.page?.state ?? {};
    if (!hub) return html``;
    const words = say(HUB_MODELS, this);
    const { host } = new URL(hub);
    const needsToken = NEEDS_TOKEN.includes(refused?.id ?? "");
    return html`<form @submit=${this.#open}>
        <label
          >${words.title}
          <input
            id="name"
            required
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            placeholder=${GOOD_MODELS[0].name}
            .value=${this.#named}
            @input=${(/** @type {any} */ { target }) => (this.name = target.value)}
        /></label>
        ${
          needsToken
            ? html`<label
                >${words.token} <input id="token" type="password" autocomplete="off" spellcheck="false"
              /></label>`
            : ""
        }
        <button class="button">${words.open}</button>
      </form>
      ${wanted && !refused ? html`<p class="said linked">${words.linked(wanted)}</p>` : ""}
      <p class="said">${words.promise(host)} ${needsToken ? words.tokenKept : ""}</p>
      ${
        this.kept
          ? html`<p class="said">
              ${words.kept(shortCount(this.kept))}
              <button class="link" @click=${this.#forget}>${words.forget}</button>
            </p>`
          : ""
      }
      ${this.brief ? "" : this.#list()}`;
  }

  async #forget() {
    await forgetKept();
    this.kept = await keptSize();
  }

  #list() {
    const words = say(HUB_MODELS, this);
    const { kinds, columns, megabytes } = words;
    return html`<table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${GOOD_MODELS.map(
          ({ name, parameters, first, all, kind }) => html`
            <tr>
              <th scope="row">
                <button class="link" @click=${() => this.#take(name)}>${breakable(name)}</button>
              </th>
              <td>${shortCount(parameters)}</td>
              <td>${megabytes(first)}</td>
              <td>${megabytes(all)}</td>
            </tr>
            <tr class="what">
              <td colspan="4">${kinds[kind]}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>`;
  }

  /** Writes a name into the field. @param {string} name */
  #take(name) {
    this.name = name;
    /** @type {HTMLButtonElement} */ (this.renderRoot.querySelector("form .button")).focus();
  }

  /** @param {SubmitEvent} event */
  #open(event) {
    event.preventDefault();
    const name = nameIn(this.#named);
    if (!name) return;
    const field = /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector("#token"));
    this.name = null;
    void this.page.openings.openNamed(name, field?.value.trim() || undefined);
    this.dispatchEvent(new CustomEvent("asked"));
  }
}

/** A name that may break after its owner. @param {string} name */
function breakable(name) {
  const [owner, own] = name.split("/");
  return html`${owner}/<wbr />${own}`;
}
