import { css, html } from "lit";
import { wrongPathLabel } from "../draw/wrong-path.js";

/** Labels the numbers of a wrong path in views without the right path, so that readers do not take them for correct. */

export const wrongStyles = css`
  .wrong {
    margin: 0 0 8px;
    font-size: 13px;
    color: var(--_T);
    overflow-wrap: anywhere;
  }
`;

/**
 * A view below the name of the wrong path.
 * @param {import("../state/state.js").State} state
 * @param {import("../draw/wrong-path.js").StepOf} of
 * @param {import("../text/words.js").Localized} speaker
 * @param {() => unknown} panel
 */
export function onPath(state, of, speaker, panel) {
  const { said, shows } = wrongPathLabel(state, of, speaker);
  return html`${said.length ? html`<p class="wrong" role="status">${said.join(" ")}</p>` : ""}
  ${shows ? panel() : ""}`;
}
