/** @import { ReactiveController } from "lit" */

const ENDS = ["pointerup", "pointercancel"];

/**
 * Whether a pointer is down on a figure. A figure pans by a wheel too, and a wheel neither draws nor frames.
 * @implements {ReactiveController}
 */
export class Press {
  isDown = false;

  /** @param {import("lit").ReactiveControllerHost} host */
  constructor(host) {
    host.addController(this);
  }

  begin() {
    this.isDown = true;
    for (const end of ENDS) addEventListener(end, this.#end, { once: true });
  }

  hostDisconnected() {
    this.#end();
  }

  #end = () => {
    this.isDown = false;
    for (const end of ENDS) removeEventListener(end, this.#end);
  };
}
