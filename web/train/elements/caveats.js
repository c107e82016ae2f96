import { css, html } from "lit";
import { hasStack } from "../../kit/state/training-settings.js";
import { CAVEATS, TRAIN } from "../words.js";
import { say } from "../../kit/text/words.js";
import { TrainPanel } from "./train-panel.js";

/** Limitations of the model, shown below it. */
export class Caveats extends TrainPanel {
  static styles = [
    TrainPanel.styles,
    css`
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr));
        gap: 8px 40px;
        margin: 0;
        padding: 0;
        list-style: none;
        font-size: 13px;
        color: var(--_muted);
      }
    `,
  ];

  render() {
    const { settings, config } = this.training?.state ?? {};
    if (!settings) return html``;
    const words = say(CAVEATS, this);
    const said = [
      ...words.of[settings.task],
      ...(hasStack(settings) ? [words.stacks[settings.stack]] : []),
      ...(config?.layers === 1 && settings.task === "reference" ? [words.oneLayer] : []),
    ];
    return html`<ul aria-label=${say(TRAIN, this).said}>
      ${said.map((each) => html`<li>${each}</li>`)}
    </ul>`;
  }
}
