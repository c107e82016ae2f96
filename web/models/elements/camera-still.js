import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { CAMERA } from "../words-picture.js";
import { ModelPanel } from "./model-panel.js";

/**
 * The camera, from the reader's press to its still. The camera is off before and after.
 *
 * @fires still - detail: the picture
 */
export class CameraStill extends ModelPanel {
  static properties = { ...ModelPanel.properties, stream: { state: true }, trouble: { state: true } };

  static styles = [
    ModelPanel.styles,
    css`
      .camera {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 8px;
        margin: 8px 0;
      }
      video {
        max-width: min(320px, 100%);
        max-height: 240px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
      }
      [role="alert"] {
        margin: 4px 0 8px;
        font-size: 13px;
        color: var(--_T);
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  /** Number of the last press: a stream that comes after the camera was closed again is stopped. */
  #press = 0;

  constructor() {
    super();
    /** What the camera sees; "asked" while the browser asks the reader. @type {MediaStream | "asked" | null} */
    this.stream = null;
    /** Why there is no picture, as a word of CAMERA, or in the browser's words. @type {"denied" | "none" | "busy" | "insecure" | { reason: string } | null} */
    this.trouble = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.close();
  }

  render() {
    const { stream, trouble } = this;
    const words = say(CAMERA, this);
    if (trouble)
      return html`<p role="alert">
        ${typeof trouble === "string" ? words[trouble] : words.other(trouble.reason)}
      </p>`;
    if (!stream) return html``;
    const close = html`<button class="button" @click=${() => this.close()}>${words.close}</button>`;
    if (stream === "asked") return html`<p class="camera quiet" role="status">${words.waiting} ${close}</p>`;
    return html`<div class="camera">
      <video autoplay muted playsinline aria-label=${words.preview} .srcObject=${stream}></video>
      <button class="button" id="shoot" @click=${this.#shoot}>${words.shoot}</button>
      ${close}
    </div>`;
  }

  /** Starts the camera, which the browser may ask the reader about. */
  async open() {
    this.close();
    const press = this.#press;
    const { mediaDevices } = navigator;
    if (!mediaDevices) return void (this.trouble = "insecure");
    this.stream = "asked";
    try {
      const stream = await mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (press === this.#press) this.stream = stream;
      else stopped(stream);
    } catch (error) {
      if (press !== this.#press) return;
      this.close();
      this.trouble = troubleOf(/** @type {Error} */ (error));
    }
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#shoot"))?.focus();
  }

  /** Stops the camera. */
  close() {
    this.#press++;
    if (this.stream instanceof MediaStream) stopped(this.stream);
    this.stream = null;
    this.trouble = null;
  }

  #shoot() {
    const video = /** @type {HTMLVideoElement} */ (this.renderRoot.querySelector("video"));
    const { videoWidth: width, videoHeight: height } = video;
    if (!width || !height) return; // the first frame is on its way
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    this.close();
    const still = { name: say(CAMERA, this).still, content: { data, width, height } };
    this.dispatchEvent(new CustomEvent("still", { detail: still }));
  }
}

/** @param {MediaStream} stream */
const stopped = (stream) => stream.getTracks().forEach((track) => track.stop());

/** Names of the browser's errors. @type {Readonly<Record<string, "denied" | "none" | "busy">>} */
const TROUBLES = {
  ...{ NotAllowedError: "denied", SecurityError: "denied" },
  ...{ NotFoundError: "none", OverconstrainedError: "none" },
  ...{ NotReadableError: "busy", AbortError: "busy" },
};

/** @param {Error} error */
const troubleOf = ({ name, message }) => TROUBLES[name] ?? { reason: message || name };
