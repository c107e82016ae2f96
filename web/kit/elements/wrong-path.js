import { css, html } from "lit";
import { toldOfPath } from "../draw/wrong-path.js";

/** A wrong path where its numbers stand alone: it is named, so that nobody takes them for the right ones. */

export const wrongStyles = css`
  .wrong {
    margin: 0 0 8px;
    font-size: 13px;
    color: var(--_T);
    overflow-wrap: anywhere;
  }
`;

/** What is shown, below the name of the wrong path that it is of. @param {import("../state/state.js").State} state @param {import("../draw/wrong-path.js").StepOf} of @param {import("../text/words.js").Localized} speaker @param {() => unknown} panel */
export function onPath(state, of, speaker, panel) {
  const { said, shows } = toldOfPath(state, of, speaker);
  return html`${said.length ? html`<p class="wrong" role="status">${said.join(" ")}</p>` : ""}
  ${shows ? panel() : ""}`;
}
