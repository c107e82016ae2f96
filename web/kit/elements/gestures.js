/**
 * Pointer, wheel and keys on the canvas of a figure, as events of the figure.
 *
 * @typedef {import("../draw/pan.js").By} Pan
 */
export class Gestures {
  #figure;
  #placeOf;
  #touch = false;
  /** Start of the press, or last position of the drag. @type {PointerEvent | null} */
  #from = null;
  #dragged = false;

  /** @param {import("./figure.js").Figure} figure @param {(event: MouseEvent) => { x: number, y: number }} placeOf position in px of the scene */
  constructor(figure, placeOf) {
    this.#figure = figure;
    this.#placeOf = placeOf;
  }

  /** @param {PointerEvent} event */
  press = (event) => {
    this.#touch = event.pointerType === "touch"; // click events have no pointer type in some browsers
    this.#dragged = false;
    this.#from = event.isPrimary && event.button === 0 ? event : null;
  };

  release = () => {
    this.#from = null;
  };

  /** Reports a hover or a drag. The click after a drag is ignored. @param {PointerEvent} event */
  move = (event) => {
    if (!event.buttons) this.release();
    const from = this.#from;
    if (!from) return event.pointerType === "mouse" && this.#point(event, false);
    const [was, is] = [this.#placeOf(from), this.#placeOf(event)];
    const [dx, dy] = [is.x - was.x, is.y - was.y];
    if (!this.#dragged && Math.hypot(dx, dy) < DRAG_FROM) return;
    if (!this.#pan({ ...is, dx, dy })) return;
    if (!this.#dragged) /** @type {Element} */ (event.target).setPointerCapture(event.pointerId);
    this.#dragged = true;
    this.#from = event;
  };

  /** @param {MouseEvent} event */
  click = (event) => {
    if (!this.#dragged) this.#point(event, true);
  };

  /** @param {PointerEvent} event */
  leave = (event) => {
    if (event.pointerType !== "touch") this.#left();
  };

  blur = () => {
    this.#figure.walking = false;
    this.#left();
  };

  /** Pans for horizontal or shifted wheels; vertical wheels scroll the page. @param {WheelEvent} event */
  wheel = (event) => {
    const across = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (Math.abs(across) < (event.shiftKey ? 1 : Math.abs(event.deltaY))) return;
    if (this.#pan({ ...this.#placeOf(event), dx: -across, dy: 0 })) event.preventDefault();
  };

  /**
   * Enter starts walking cells with the arrow keys, another Enter holds a cell, Escape stops. Otherwise arrow keys scroll the page. With Shift they
   * pan.
   * @param {KeyboardEvent} event
   */
  key = (event) => {
    const figure = this.#figure;
    const move = MOVES[event.key];
    if (event.key === "Escape" && figure.walking) figure.walking = false;
    else if (event.shiftKey && (move?.dx || move?.dy))
      this.#pan({ dx: -PAN_BY * move.dx, dy: -PAN_BY * move.dy });
    else if (move && (figure.walking || event.key === "Enter")) {
      const hold = figure.walking && event.key === "Enter";
      figure.dispatchEvent(new CustomEvent("walk", { detail: { ...move, hold } }));
      figure.walking = true;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** @param {MouseEvent} event @param {boolean} hold */
  #point(event, hold) {
    const detail = { ...this.#placeOf(event), hold, touch: this.#touch, shift: event.shiftKey };
    this.#figure.dispatchEvent(new CustomEvent("point", { detail }));
  }

  #left() {
    this.#figure.dispatchEvent(new CustomEvent("leave"));
  }

  /** @param {Pan} detail @returns {boolean} whether anything moved */
  #pan(detail) {
    return !this.#figure.dispatchEvent(new CustomEvent("pan", { detail, cancelable: true }));
  }
}

const PAN_BY = 96; // px
const DRAG_FROM = 4; // px; a shorter drag is a click by an unsteady hand

/** @type {Record<string, { dx: number, dy: number, page: number }>} */
const MOVES = {
  Enter: { dx: 0, dy: 0, page: 0 },
  ArrowLeft: { dx: -1, dy: 0, page: 0 },
  ArrowRight: { dx: 1, dy: 0, page: 0 },
  ArrowUp: { dx: 0, dy: -1, page: 0 },
  ArrowDown: { dx: 0, dy: 1, page: 0 },
  PageUp: { dx: 0, dy: 0, page: -1 },
  PageDown: { dx: 0, dy: 0, page: 1 },
};
